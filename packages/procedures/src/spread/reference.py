from common import *


def several(ask, d):
    names, values, rows = d.groups(ask["value"], ask["group"], ask.get("groups"))
    return values, {
        **rows,
        "said": skews(*values),
        "groups": described(names, values, ask["confidence_level"]),
        "picture": groups_picture(names, values),
    }


def near(values):
    """Values from a common place: deviations are exact."""
    place = float(np.median(np.concatenate(values)))
    return [x - place for x in values]


@reference("compareGroups", "levene", "brown_forsythe", by="SciPy levene")
def levene(ask, d):
    values, common = several(ask, d)
    found = stats.levene(*near(values), center="mean" if ask["method"] == "levene" else "median")
    return {
        **common,
        "statistic": {"value": found.statistic},
        "df": [len(values) - 1, sum(map(len, values)) - len(values)],
        "p_value": found.pvalue,
    }


@reference("compareGroups", "bartlett", by="SciPy bartlett")
def bartlett(ask, d):
    values, common = several(ask, d)
    found = stats.bartlett(*near(values))
    return {
        **common,
        "statistic": {"value": found.statistic},
        "df": [len(values) - 1],
        "p_value": found.pvalue,
    }


@reference("compareGroups", "fligner_killeen", by="R’s fligner.test in NumPy, SciPy chi2")
def fligner_killeen(ask, d):
    values, common = several(ask, d)
    # In decimals as they are written: distances that are alike stay so.
    x = np.concatenate([np.round(np.abs(one - np.median(one)), 9) for one in near(values)])
    n = len(x)
    a = stats.norm.ppf((1 + stats.rankdata(x) / (n + 1)) / 2)
    parts = np.split(a, np.cumsum([len(one) for one in values])[:-1])
    statistic = math.fsum(len(part) * (part.mean() - a.mean()) ** 2 for part in parts) / a.var(
        ddof=1
    )
    return {
        **common,
        "statistic": {"value": statistic},
        "df": [len(values) - 1],
        "p_value": stats.chi2.sf(statistic, len(values) - 1),
    }
