"""The one palette: the eight colours of Okabe and Ito, safe for colour-blind eyes, and a few quiet tones.

Colour never stands alone: every seat has a letter and a shape, every kind of card, work package and
measure a sign of its own.
"""

from plombox_widget.game.cards import Kind, Role

BLACK = "#000000"
ORANGE = "#E69F00"
SKY = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"

INK = "#12212B"
WHITE = "#FFFFFF"
TABLE = "#123A43"
FELT = "#1B4F59"
"""Under the sites: where the cards are played."""
TABLE_DEEP = "#0F323A"
TABLE_EDGE = "#0A262C"
"""Shadows, and the rim of the felt."""
CHALK = "#F2F7F5"
"""Text on the table."""
CHALK_SOFT = "#BFD6D3"
PAPER = "#FBFAF5"
"""Sites and card faces."""
PAPER_SHADE = "#E4E6DF"
LINE = "#8A979B"
SOFT_INK = "#465760"
HATCH = "#94A1A6"
BACK = "#2B3A55"
"""Backs of cards."""
BACK_LINE = "#8FA3C7"
LIT = YELLOW
"""Round whatever can be chosen now."""
YES, NO = "#00694C", "#A83E00"
ACTING = ORANGE
"""Round the site of the acting seat."""

SEATS = (BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW, VERMILLION, BLACK)
SEAT_INKS = (WHITE, INK, INK, INK, INK, INK, BLACK, WHITE)
"""Of the letter on a seat's colour."""

KINDS = {Kind.RESOURCE: SKY, Kind.POSITIVE: GREEN, Kind.NEGATIVE: PURPLE, Kind.INCRIMINATION: YELLOW}
"""Of the strip on a card; its text is ``INK``."""
INDUSTRY, INDUSTRY_PALE = BLUE, "#CFE3F1"
CONTAMINATION, CONTAMINATION_PALE = VERMILLION, "#FBE3D4"
PACKAGE, PACKAGE_PALE = INK, WHITE

ROLES = {Role.CITIZEN: SKY, Role.CORPORATE: ORANGE, Role.NGO: GREEN}
"""Behind the sign of a role; the sign and its word are ``INK``."""
