from common import *


def one(ask, d):
    (x,), _, rows = d.complete([ask["value"]])
    return x, {
        **rows,
        "said": skews(x),
        "groups": described([ask["value"]], [x], ask["confidence_level"]),
        "picture": quantiles_picture(x),
    }


@reference("compareGroups", "one_sample_t", by="SciPy, effectsize’s definitions")
def t_test(ask, d):
    x, common = one(ask, d)
    return {**common, **one_sample_t(x, ask["mu"], ask)}


@reference("compareGroups", "tost_one_sample", by="SciPy")
def tost(ask, d):
    x, common = one(ask, d)
    return {**common, **equivalence(mean_of(x), sd_of(x) / math.sqrt(len(x)), len(x) - 1, ask)}
