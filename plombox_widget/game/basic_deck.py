"""The basic deck: data only. Edit here, or pass ``Rules(deck=...)``, to play with another.

ASSUMPTION: the published text of the rules that we have gives no composition. Three of these decks are
shuffled together and the top 20 per seat are used (R3), so a deck has at least 54 cards. Heavier industry
goes with more contamination, so that corporates and NGOs pull apart. Each work package has the same eight
cards. The numbers were tried out with bots until no faction was left behind at any number of seats: see
notebooks/reference/balance.md, written by ``python -m plombox_widget.simulation.balance --write``.
"""

COPIES = {
    **{f"R{package}": 4 for package in (1, 2, 3, 4)},
    **{f"R{package}i1": 1 for package in (1, 2, 3, 4)},
    **{f"R{package}i2c1": 1 for package in (1, 2, 3, 4)},
    **{f"R{package}i3c2": 2 for package in (1, 2, 3, 4)},
    "+": 6,
    "-": 8,
    "!": 9,
}
