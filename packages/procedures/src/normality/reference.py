from common import *


def near(ask, d):
    """Values from a place near them, and what all tests of normality show."""
    (x,), _, rows = d.complete([ask["column"]])
    z, _ = centred(x)
    z = z - math.fsum(z) / len(z)
    shape = [
        ["skewness (type 1)", stats.skew(z)],
        ["excess kurtosis (type 1)", stats.kurtosis(z)],
        ["n", len(z)],
    ]
    return z, {
        **rows,
        "groups": described([ask["column"]], [x], ask["confidence_level"]),
        "tables": {"Shape": shape},
        "picture": quantiles_picture(x),
    }


@reference("testDistribution", *answered_in_r(__file__), by="SciPy skew and kurtosis")
def others(ask, d):
    return near(ask, d)[1]


@reference("testDistribution", "jarque_bera", by="SciPy jarque_bera, skew and kurtosis")
def jarque_bera(ask, d):
    z, common = near(ask, d)
    found = stats.jarque_bera(z)
    return {
        **common,
        "statistic": {"value": found.statistic},
        "df": [2],
        "p_value": stats.chi2.sf(found.statistic, 2),
    }


@reference("testDistribution", "dagostino_k2", by="SciPy skewtest and kurtosistest, skew and kurtosis")
def dagostino_k2(ask, d):
    z, common = near(ask, d)
    # SciPy's skewtest takes a skewness of exactly 0 for another; its z is 0 (D'Agostino 1970).
    of_skewness = 0.0 if stats.skew(z) == 0 else stats.skewtest(z).statistic
    k2 = of_skewness**2 + stats.kurtosistest(z).statistic ** 2
    return {
        **common,
        "statistic": {"value": k2},
        "df": [2],
        "p_value": stats.chi2.sf(k2, 2),
    }
