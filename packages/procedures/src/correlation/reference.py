from common import *


def pearson_of(x, y):
    x, y = x - mean_of(x), y - mean_of(y)
    return math.fsum(x * y) / math.sqrt(math.fsum(x * x) * math.fsum(y * y))


def fisher_interval(r, n, level):
    half = stats.norm.ppf((1 + level) / 2) / math.sqrt(n - 3)
    return interval(level, np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half))


def kendall_interval(tau, n, level, alternative):
    """Fieller, Hartley and Pearson 1957; one end is that of τ where the test has one side."""
    tail = (1 - level) / (2 if alternative == "two_sided" else 1)
    half = stats.norm.isf(tail) * math.sqrt(0.437 / (n - 4))
    low, high = np.tanh(np.arctanh(tau) - half), np.tanh(np.arctanh(tau) + half)
    return interval(
        level, -1 if alternative == "less" else low, 1 if alternative == "greater" else high
    )


def significant(pairs, alpha):
    """How many pairs have a p below alpha by Holm (1979)."""
    p = sorted(one["p_value"] for one in pairs)
    return next((i for i, one in enumerate(p) if one * (len(p) - i) >= alpha), len(p))


@reference("association", "pearson", by="NumPy, SciPy t, Fisher 1921")
def pearson(ask, d):
    names, pairs = ask["columns"], []
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            x, y = d.number(names[i]), d.number(names[j])
            used = ~np.isnan(x) & ~np.isnan(y)
            n, r = int(used.sum()), pearson_of(x[used], y[used])
            t = r * math.sqrt((n - 2) / ((1 - r) * (1 + r)))
            pairs.append(
                {
                    "x": names[i],
                    "y": names[j],
                    "n_used": n,
                    "estimate": r,
                    "ci": fisher_interval(r, n, ask["confidence_level"]),
                    "statistic": t,
                    "df": n - 2,
                    "p_value": 2 * stats.t.sf(abs(t), n - 2),
                }
            )
    said = [len(pairs), significant(pairs, 1 - ask["confidence_level"])]
    return {**d.provenance(len(d.texts)), "said": said, "matrix": {"pairs": pairs}}


@reference("association", "kendall", by="SciPy kendalltau, Kendall 1970 and Fieller 1957 in NumPy")
def kendall(ask, d):
    (x, y), _, rows = d.complete([ask["x"], ask["y"]])
    n, alternative = len(x), ask["alternative"]
    tied = len(np.unique(x)) < n or len(np.unique(y)) < n
    exact = n < 50 and not tied
    found = stats.kendalltau(
        x, y, method="exact" if exact else "asymptotic", alternative=alternative.replace("_", "-")
    )
    answer = {
        **rows,
        "p_value": found.pvalue,
        "estimate": measured(
            found.correlation,
            None
            if n < 5 or abs(found.correlation) > 1 - 1e-12
            else kendall_interval(found.correlation, n, ask["confidence_level"], alternative),
        ),
        "picture": points_picture(x, y),
    }
    if not exact:
        s = sum(int(np.sign(x[i] - x[:i]) @ np.sign(y[i] - y[:i])) for i in range(n))
        tx, ty = (np.unique(one, return_counts=True)[1].astype(float) for one in (x, y))
        variance = (
            n * (n - 1) * (2 * n + 5)
            - (tx * (tx - 1) * (2 * tx + 5)).sum()
            - (ty * (ty - 1) * (2 * ty + 5)).sum()
        ) / 18
        variance += (
            (tx * (tx - 1) * (tx - 2)).sum()
            * (ty * (ty - 1) * (ty - 2)).sum()
            / (9 * n * (n - 1) * (n - 2))
        )
        variance += (tx * (tx - 1)).sum() * (ty * (ty - 1)).sum() / (2 * n * (n - 1))
        answer["statistic"] = {"value": s / math.sqrt(variance)}
    return answer


@reference("association", "partial", by="residuals of NumPy’s least squares, SciPy t, Fisher 1921")
def partial(ask, d):
    (x, y, *given), _, rows = d.complete([ask["x"], ask["y"], *ask["given"]])
    held = np.column_stack([np.ones(len(x)), *((one - mean_of(one)) / sd_of(one) for one in given)])
    left = [
        (one - mean_of(one)) - held @ np.linalg.lstsq(held, one - mean_of(one), rcond=None)[0]
        for one in (x, y)
    ]
    r, n, k = pearson_of(*left), len(x), len(given)
    df = n - 2 - k
    t = r * math.sqrt(df / ((1 - r) * (1 + r)))
    return {
        **rows,
        "statistic": {"value": t},
        "df": [df],
        "p_value": 2 * stats.t.sf(abs(t), df),
        "estimate": measured(r, fisher_interval(r, n - k, ask["confidence_level"])),
        "picture": points_picture(x, y),
    }
