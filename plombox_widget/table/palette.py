"""The one palette: the eight colours of Okabe and Ito, safe for colour-blind eyes, and a few greys."""

BLACK = "#000000"
ORANGE = "#E69F00"
SKY = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"

TABLE = "#E8EEF0"
PAPER = "#FFFFFF"
INK = "#1B2A33"
LIT = ORANGE
