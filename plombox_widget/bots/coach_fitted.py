"""Data only: the curves of the coach, written by ``simulation.fit_coach``.

Fitted on 500 games of each kind of table, seeds from 3000000.
"""

CURVES = {
    3: (0.023, 1.048),
    4: (-0.060, 1.263),
    5: (-0.048, 1.035),
    6: (-0.276, 1.031),
    7: (0.211, 1.019),
    8: (-0.045, 1.235),
}
"""By number of seats: shift and slope of the logistic line."""
