"""The scripted positions of the lessons, as data, in the text notation of positions."""

from plombox_widget.game.cards import Kind
from plombox_widget.teaching.walkthrough import OTHER, SELF, Step

RULES = (
    Step(
        "resource",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        seat 0 citizen : R1 + - R3i2c1 R4i1 : R2@0
        seat 1 corporate : R1i3c2 R2 R3 + - : R1@1
        seat 2 ngo : R2i1 R4 ! - + :
        """,
        Kind.RESOURCE,
    ),
    Step(
        "positive_self",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        seat 0 corporate : + R1i3c2 R2i2c1 - R4 : R3i1@0
        seat 1 citizen : R1 R2 R3 + - :
        seat 2 ngo : R2i1 R4 ! - + :
        """,
        Kind.POSITIVE,
        SELF,
    ),
    Step(
        "positive_other",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        seat 0 citizen : + R1 R2i2c1 - R4 : R3@0
        seat 1 corporate : R1 R2 R3 + - : R1@0
        seat 2 ngo : R2i1 R4 ! - + :
        """,
        Kind.POSITIVE,
        OTHER,
    ),
    Step(
        "negative",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        seat 0 ngo : - + R1 R2i2c1 R4 : R3@0
        seat 1 corporate : R1 R2 R3 + - : R1i3c2@1
        seat 2 citizen : R2i1 R4 ! - + :
        """,
        Kind.NEGATIVE,
        1,
    ),
    Step(
        "skipped",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        seat 0 citizen : R1 R2 R2i2c1 ! R4 : R3@0
        seat 1 corporate lost 1 extra 1 : R1 R2 R3 + - : R1@0
        seat 2 ngo : R2i1 R4 ! - + :
        """,
    ),
    Step(
        "incrimination_over",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        seat 0 ngo : ! + R1 R2i2c1 - : R3@0
        seat 1 corporate : R1 R2 R3 + - : R1i3c{contamination_over}@1 R2i2c1@0 R4@2
        seat 2 citizen : R2i1 R4 ! - + :
        """,
        Kind.INCRIMINATION,
        1,
    ),
    Step(
        "incrimination_at",
        """
        players 3
        pile R1 R2 + R3 - R4 ! R1
        incriminations 1
        discard !
        seat 0 ngo : ! + R1 R2i2c1 - : R3@0
        seat 1 corporate : R1 R2 R3 + - : R1i3c{contamination_over}@1 R2i1@0 R4@2
        seat 2 citizen : R2i1 R4 ! - + :
        """,
        Kind.INCRIMINATION,
        1,
    ),
    Step(
        "end_deck",
        """
        players 3
        pile R1
        seat 0 citizen : R4 + - R1i1 ! : R1@0 R2@0 R3@0
        seat 1 corporate : R1 R2 R3 + - : R1@0 R2@1 R3@2 R4i2c1@1
        seat 2 ngo : R2i1 R4 ! - + : R2@2
        """,
    ),
    Step(
        "end_incriminations",
        """
        players 3
        incriminations 2
        pile R1 R2 + R3 - R4 ! R1
        discard ! !
        seat 0 ngo : ! + R1 R2i2c1 - : R3@0
        seat 1 corporate : R1 R2 R3 + - : R1i3c{contamination_over}@1 R2i2c1@0
        seat 2 citizen : R2i1 R4 ! - + : R4@2
        """,
        Kind.INCRIMINATION,
        1,
    ),
)

WALKS = {"rules": RULES}
"""Name → a row of steps."""
