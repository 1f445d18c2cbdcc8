"""The basic deck: data only. Edit here, or pass ``Rules(deck=...)``, to play with another.

ASSUMPTION: the published text of the rules that we have gives no composition. Three of these decks are
shuffled together and the top 20 per seat are used (R3), so a deck has at least 54 cards. Heavier industry
goes with more contamination, so that corporates and NGOs pull apart.
"""

COPIES = {
    **{f"R{package}": 2 for package in (1, 2, 3, 4)},
    **{f"R{package}i1": 2 for package in (1, 2, 3, 4)},
    **{f"R{package}i1c1": 2 for package in (1, 2, 3, 4)},
    **{f"R{package}i2c1": 2 for package in (1, 2, 3, 4)},
    **{f"R{package}i3c2": 2 for package in (1, 2, 3, 4)},
    "+": 6,
    "-": 5,
    "!": 5,
}
