from common import *


@reference("testDistribution", "kolmogorov_smirnov", by="SciPy kstest")
def kolmogorov_smirnov(ask, d):
    (x,), _, rows = d.complete([ask["column"]])
    given = ask["distribution"]
    if given["name"] == "normal":
        cdf = stats.norm(given["mean"], given["sd"]).cdf
    elif given["name"] == "uniform":
        cdf = stats.uniform(given["min"], given["max"] - given["min"]).cdf
    else:
        cdf = stats.expon(scale=1 / given["rate"]).cdf
    exact = len(x) < 100 and len(np.unique(cdf(x))) == len(x)
    found = stats.kstest(x, cdf, method="exact" if exact else "asymp")
    return {
        **rows,
        "statistic": {"value": found.statistic},
        "p_value": found.pvalue,
        "groups": described([ask["column"]], [x], ask["confidence_level"]),
        "picture": quantiles_picture(x),
    }


def two_sample_tail(x, y, distance):
    """Of all orders of the two samples, with ties where the data has them: the share whose
    distributions lie as far apart (Schröer and Trenkler 1995), counted in whole numbers.
    """
    n, m = len(x), len(y)
    everything = np.sort(np.concatenate([x, y]))
    last = {i + 1 for i in range(n + m) if i + 1 == n + m or everything[i] != everything[i + 1]}
    bound = round(distance * n * m)
    inside = {(0, 0): 1}
    for step in range(1, n + m + 1):
        new = {}
        for (i, j), count in inside.items():
            for a, b in ((i + 1, j), (i, j + 1)):
                if a <= n and b <= m and not (step in last and abs(a * m - b * n) >= bound):
                    new[a, b] = new.get((a, b), 0) + count
        inside = new
    total = math.comb(n + m, n)
    return (total - inside.get((n, m), 0)) / total


@reference(
    "testDistribution",
    "kolmogorov_smirnov_two_sample",
    by="all orders of the samples, SciPy kstwobign",
)
def two_sample(ask, d):
    names, (x, y), rows = d.groups(ask["column"], ask["group"], ask.get("groups"))
    places = np.unique(np.concatenate([x, y]))
    distance = max(abs((x <= at).sum() * len(y) - (y <= at).sum() * len(x)) for at in places) / (
        len(x) * len(y)
    )
    exact = len(x) * len(y) < 10_000
    p = (
        two_sample_tail(x, y, distance)
        if exact
        else stats.kstwobign.sf(distance * math.sqrt(len(x) * len(y) / (len(x) + len(y))))
    )
    return {
        **rows,
        "statistic": {"value": distance},
        "p_value": p,
        "groups": described(names, [x, y], ask["confidence_level"]),
        "picture": groups_picture(names, [x, y]),
    }


@reference(
    "testDistribution", "chi_square_goodness_of_fit", by="SciPy chisquare, effectsize’s definition"
)
def goodness_of_fit(ask, d):
    (labels,), counts, rows = d.counts(ask["column"])
    level, n = ask["confidence_level"], counts.sum()
    given = ask.get("expected") or {}
    parts = np.array([given.get(label, 1) for label in labels], float)
    shares = parts / parts.sum()
    found = stats.chisquare(counts, n * shares)
    # The largest w that these shares allow bounds the interval, as in effectsize.
    most = math.sqrt(1 / shares.min() - 1)
    w = effect_of_chi2(
        math.sqrt(found.statistic / n),
        found.statistic,
        len(labels) - 1,
        level,
        lambda ncp: min(most, math.sqrt(ncp / n)),
    )
    return {
        **rows,
        "said": [(n * shares).min()],
        "statistic": {"value": found.statistic},
        "df": [len(labels) - 1],
        "p_value": found.pvalue,
        "effects": {"Cohen's w": w},
        "tables": {
            "Counts": [
                [label, count, n * share, count / n]
                for label, count, share in zip(labels, counts, shares)
            ]
        },
        "picture": {
            "items": [
                {
                    "value": count / n,
                    **dict(zip(("low", "high"), wilson(count, n, level))),
                    "expected": share,
                }
                for count, share in zip(counts, shares)
            ][:40]
        },
    }
