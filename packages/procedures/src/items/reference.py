from common import *


@reference(
    "association", "cronbach_alpha", by="psych::alpha’s definition in NumPy, Feldt 1987 by SciPy f"
)
def cronbach_alpha(ask, d):
    names, level = ask["columns"], ask["confidence_level"]
    columns, _, rows = d.complete(names)
    m = np.array([x - mean_of(x) for x in columns])
    products = np.array([[math.fsum(a * b) for b in m] for a in m]) / (m.shape[1] - 1)

    def alpha(c):
        k = len(c)
        return k / (k - 1) * (1 - np.trace(c) / c.sum())

    n, k = m.shape[1], len(names)
    value = alpha(products)
    df1, df2 = n - 1, (n - 1) * (k - 1)
    low, high = (
        1 - (1 - value) * stats.f.isf(tail_share, df1, df2)
        for tail_share in ((1 - level) / 2, (1 + level) / 2)
    )
    items = []
    for i, name in enumerate(names):
        rest = [j for j in range(k) if j != i]
        others = products[np.ix_(rest, rest)]
        r = products[i, rest].sum() / math.sqrt(products[i, i] * others.sum())
        items.append([name, r, alpha(others) if len(rest) > 1 else None])
    return {
        **rows,
        "said": [k],
        "groups": described(names, columns, level),
        "picture": groups_picture(names, columns),
        "estimate": measured(value, interval(level, low, high)),
        "tables": {"Items": items},
    }
