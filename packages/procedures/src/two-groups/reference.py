from common import *


def two(ask, d):
    names, (x, y), rows = d.groups(ask["value"], ask["group"], ask.get("groups"))
    common = {
        **rows,
        "said": [*skews(x, y), *brown_forsythe([x, y])],
        "groups": described(names, [x, y], ask["confidence_level"]),
        "picture": groups_picture(names, [x, y]),
    }
    return x, y, common


def welch_error(x, y):
    """Standard error of the difference of means and its degrees of freedom (Welch 1947)."""
    a, b = variance_of(x) / len(x), variance_of(y) / len(y)
    return math.sqrt(a + b), (a + b) ** 2 / (a * a / (len(x) - 1) + b * b / (len(y) - 1))


@reference("compareGroups", "welch_t", "student_t", by="SciPy, effectsize’s definitions")
def t_test(ask, d):
    x, y, common = two(ask, d)
    equal, alternative, level = (
        ask["method"] == "student_t",
        ask["alternative"],
        ask["confidence_level"],
    )
    n, m, vx, vy = len(x), len(y), variance_of(x), variance_of(y)
    difference = mean_of(x - np.median(y)) - mean_of(y - np.median(y))
    pooled = ((n - 1) * vx + (m - 1) * vy) / (n + m - 2)
    error, df = (math.sqrt(pooled * (1 / n + 1 / m)), n + m - 2) if equal else welch_error(x, y)
    unit = math.sqrt(pooled if equal else (vx + vy) / 2)
    spread = (
        math.sqrt(1 / n + 1 / m)
        if equal
        else math.sqrt(2 * (m * vx + n * vy) / (n * m * (vx + vy)))
    )
    t = difference / error
    low, high = (one * spread for one in noncentral_t_interval(t, df, level))
    return {
        **common,
        "pictures": residual_pictures(range(2), [x, y], equal),
        "statistic": {"value": t},
        "df": [df],
        "p_value": tail(stats.t(df), t, alternative),
        "estimate": measured(difference, t_interval(difference, error, df, alternative, level)),
        "effects": {
            **hedges_g(difference / unit, interval(level, low, high), df),
            "Cohen's d": measured(difference / unit, interval(level, low, high)),
        },
    }


def counts_of_u(n, m):
    """Arrangements of n and m values by U: the last value is of the one sample or the other."""
    rows = [[1] for _ in range(m + 1)]
    for i in range(1, n + 1):
        rows[0] = [1]
        for j in range(1, m + 1):
            longer = [0] * (i * j + 1)
            for u, count in enumerate(rows[j]):
                longer[u + j] += count
            for u, count in enumerate(rows[j - 1]):
                longer[u] += count
            rows[j] = longer
    return rows[m]


@reference("compareGroups", "mann_whitney", by="SciPy mannwhitneyu, all differences, effectsize’s definition")
def mann_whitney(ask, d):
    x, y, common = two(ask, d)
    level = ask["confidence_level"]
    n, m = len(x), len(y)
    exact = n < 50 and m < 50 and len(np.unique(np.concatenate([x, y]))) == n + m
    found = stats.mannwhitneyu(
        x,
        y,
        alternative=ask["alternative"].replace("_", "-"),
        method="exact" if exact else "asymptotic",
    )
    r = 2 * found.statistic / (n * m) - 1
    half = stats.norm.ppf((1 + level) / 2) * math.sqrt((n + m + 1) / (3 * n * m))
    with np.errstate(divide="ignore"):
        ends = np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)
    return {
        **common,
        "statistic": {"value": found.statistic},
        "p_value": found.pvalue,
        "estimate": hodges_lehmann(
            np.concatenate([decimal_differences([one] * m, y) for one in x]),
            counts_of_u(n, m) if exact else None,
            math.sqrt(n * m / 12 * (n + m + 1 - tied(x, y) / ((n + m) * (n + m - 1)))),
            ask["alternative"],
            level,
        ),
        "effects": {
            "rank-biserial correlation": measured(
                r, interval(level, *ends) if abs(r) < 1 else None
            )
        },
    }


def mulberry32(seed, count):
    """The first numbers of the generator, from its published definition."""
    state = (
        np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x6D2B79F5)
    ) & np.uint64(0xFFFFFFFF)
    full = np.uint64(0xFFFFFFFF)
    t = ((state ^ (state >> np.uint64(15))) * (state | np.uint64(1))) & full
    t ^= (t + ((t ^ (t >> np.uint64(7))) * (t | np.uint64(61)) & full)) & full
    return ((t ^ (t >> np.uint64(14))) & full).astype(float) / 2**32


@reference("compareGroups", "permutation", by="all arrangements, or the same draws recomputed")
def permutation(ask, d):
    from itertools import combinations

    x, y, common = two(ask, d)
    alternative, n, m = ask["alternative"], len(x), len(y)
    z = np.concatenate([x, y])
    z = z - mean_of(z)
    observed, slack = math.fsum(z[:n]), 1e-12 * np.abs(z).sum()
    total = math.comb(n + m, n)
    if total <= 200_000:
        sums = np.array([math.fsum(z[list(chosen)]) for chosen in combinations(range(n + m), n)])
        first = 0
    else:
        # Fisher and Yates: each draw goes on from the order that the one before has left.
        draws = 99_999
        random = mulberry32(ask["seed"], draws * n).reshape(draws, n)
        steps = (np.arange(n) + np.floor(random * (n + m - np.arange(n)))).astype(int).tolist()
        order, sums = z.tolist(), np.empty(draws)
        for k, places in enumerate(steps):
            for i, j in enumerate(places):
                order[i], order[j] = order[j], order[i]
            sums[k] = sum(order[:n])
        first, total = 1, draws + 1
    far = {
        "two_sided": abs(sums) >= abs(observed) - slack,
        "greater": sums >= observed - slack,
        "less": sums <= observed + slack,
    }[alternative]
    difference = mean_of(x - np.median(y)) - mean_of(y - np.median(y))
    common["said"].append(total - first)
    p = (first + far.sum()) / total
    drawn = total - first
    return {
        **common,
        "statistic": {"value": difference},
        "p_value": p,
        "estimate": measured(difference),
        "tables": {"Error of drawing": [[drawn, p, math.sqrt(p * (1 - p) / drawn)]]} if first else {},
    }


@reference("compareGroups", "tost", by="SciPy")
def tost(ask, d):
    x, y, common = two(ask, d)
    difference = mean_of(x - np.median(y)) - mean_of(y - np.median(y))
    return {
        **common,
        "pictures": residual_pictures(range(2), [x, y], False),
        **equivalence(difference, *welch_error(x, y), ask),
    }
