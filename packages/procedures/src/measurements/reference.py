from common import *


def pairs(ask, d):
    names = [ask["value"]] + ([ask["other"]] if ask.get("other") else [])
    columns, _, rows = d.complete(names)
    x = decimal_differences(*columns) if len(names) == 2 else columns[0]
    return x, {**rows, "groups": described(names, columns, ask["confidence_level"]), "picture": quantiles_picture(x)}


@reference("compareGroups", "paired_t", by="SciPy, effectsize’s definitions")
def paired_t(ask, d):
    x, common = pairs(ask, d)
    return {**common, **one_sample_t(x, 0, ask)}


@reference("compareGroups", "tost_paired", by="SciPy")
def tost(ask, d):
    x, common = pairs(ask, d)
    return {**common, **equivalence(mean_of(x), sd_of(x) / math.sqrt(len(x)), len(x) - 1, ask)}


def signed_rank_tail(v, n, alternative):
    """Over all choices of signs: how many sums of ranks are as far."""
    counts = [1]
    for rank in range(1, n + 1):
        longer = counts + [0] * rank
        for i, count in enumerate(counts):
            longer[i + rank] += count
        counts = longer
    lower, upper = sum(counts[: int(v) + 1]), sum(counts[int(v) :])
    return {"less": lower, "greater": upper, "two_sided": min(2**n, 2 * min(lower, upper))}[alternative] / 2**n


@reference("compareGroups", "wilcoxon_signed_rank", by="all choices of signs, R’s wilcox.test in NumPy, effectsize’s definition")
def wilcoxon(ask, d):
    x, common = pairs(ask, d)
    alternative, level = ask["alternative"], ask["confidence_level"]
    z = decimal_differences(x, [ask["mu"]] * len(x))
    kept = z[z != 0]
    n = len(kept)
    ranks = stats.rankdata(abs(kept))
    v, most = ranks[kept > 0].sum(), n * (n + 1) / 2
    _, counts = np.unique(abs(kept), return_counts=True)
    if n == len(z) and counts.max() == 1 and n < 50:
        p = signed_rank_tail(v, n, alternative)
    else:
        centre = v - most / 2
        continuity = {"two_sided": np.sign(centre) * 0.5, "greater": 0.5, "less": -0.5}[alternative]
        statistic = (centre - continuity) / math.sqrt(n * (n + 1) * (2 * n + 1) / 24 - (counts**3 - counts).sum() / 48)
        p = min(1, tail(stats.norm, statistic, alternative))
    r = 2 * v / most - 1
    half = stats.norm.ppf((1 + level) / 2) * math.sqrt((2 * n**3 + 3 * n**2 + n) / 6) / most
    ends = (np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)) if abs(r) < 1 else (r, r)
    return {**common, "statistic": {"value": v}, "p_value": p, "effects": {"rank-biserial correlation": measured(r, interval(level, *ends))}}


@reference("compareGroups", "friedman", by="SciPy friedmanchisquare, effectsize’s definition")
def friedman(ask, d):
    names = ask["columns"]
    columns, _, rows = d.complete(names)
    found = stats.friedmanchisquare(*columns)
    ranks = np.array([stats.rankdata(row) for row in zip(*columns)]).mean(axis=0)
    n, k = len(columns[0]), len(names)
    return {
        **rows,
        "groups": described(names, columns, ask["confidence_level"]),
        "picture": groups_picture(names, columns),
        "statistic": {"value": found.statistic},
        "df": [k - 1],
        "p_value": found.pvalue,
        "effects": {"Kendall’s W": measured(found.statistic / (n * (k - 1)))},
        "tables": {"Mean ranks": [[name, rank] for name, rank in zip(names, ranks)]},
    }
