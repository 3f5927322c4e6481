from common import *


def pairs(ask, d):
    names = [ask["value"]] + ([ask["other"]] if ask.get("other") else [])
    columns, _, rows = d.complete(names)
    x = decimal_differences(*columns) if len(names) == 2 else columns[0]
    return x, {
        **rows,
        "said": [*skews(x), float(np.median(x)), (x == 0).sum(), (x == ask.get("mu", 0)).sum()],
        "groups": described(names, columns, ask["confidence_level"]),
        "picture": quantiles_picture(x),
    }


@reference("compareGroups", "paired_t", by="SciPy, effectsize’s definitions")
def paired_t(ask, d):
    x, common = pairs(ask, d)
    return {**common, **one_sample_t(x, 0, ask)}


@reference("compareGroups", "tost_paired", by="SciPy")
def tost(ask, d):
    x, common = pairs(ask, d)
    return {**common, **equivalence(mean_of(x), sd_of(x) / math.sqrt(len(x)), len(x) - 1, ask)}


def counts_of_v(n):
    """All choices of signs by the sum of the positive ranks."""
    counts = [1]
    for rank in range(1, n + 1):
        longer = counts + [0] * rank
        for i, count in enumerate(counts):
            longer[i + rank] += count
        counts = longer
    return counts


def signed_rank_tail(v, n, alternative):
    """Over all choices of signs: how many sums of ranks are as far."""
    counts = counts_of_v(n)
    lower, upper = sum(counts[: int(v) + 1]), sum(counts[int(v) :])
    return {"less": lower, "greater": upper, "two_sided": min(2**n, 2 * min(lower, upper))}[
        alternative
    ] / 2**n


@reference(
    "compareGroups",
    "wilcoxon_signed_rank",
    by="all choices of signs, R’s wilcox.test in NumPy, all means of pairs, effectsize’s definition",
)
def wilcoxon(ask, d):
    x, common = pairs(ask, d)
    alternative, level = ask["alternative"], ask["confidence_level"]
    z = decimal_differences(x, [ask["mu"]] * len(x))
    kept = z[z != 0]
    n = len(kept)
    ranks = stats.rankdata(abs(kept))
    v, most = ranks[kept > 0].sum(), n * (n + 1) / 2
    _, counts = np.unique(abs(kept), return_counts=True)
    exact = n == len(z) and counts.max() == 1 and n < 50
    if exact:
        p = signed_rank_tail(v, n, alternative)
    else:
        centre = v - most / 2
        continuity = {"two_sided": np.sign(centre) * 0.5, "greater": 0.5, "less": -0.5}[alternative]
        statistic = (centre - continuity) / math.sqrt(
            n * (n + 1) * (2 * n + 1) / 24 - (counts**3 - counts).sum() / 48
        )
        p = min(1, tail(stats.norm, statistic, alternative))
    r = 2 * v / most - 1
    half = stats.norm.ppf((1 + level) / 2) * math.sqrt((2 * n**3 + 3 * n**2 + n) / 6) / most
    with np.errstate(divide="ignore"):
        ends = np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)
    i, j = np.triu_indices(n)
    common["said"].append(n)
    return {
        **common,
        "statistic": {"value": v},
        "p_value": p,
        "estimate": hodges_lehmann(
            ask["mu"] + (kept[i] + kept[j]) / 2,
            counts_of_v(n) if exact else None,
            math.sqrt(n * (n + 1) * (2 * n + 1) / 24 - tied(kept) / 48),
            alternative,
            level,
        ),
        "effects": {
            "rank-biserial correlation": measured(
                r, interval(level, *ends) if abs(r) < 1 else None
            )
        },
    }


@reference("compareGroups", "friedman", by="SciPy friedmanchisquare, effectsize’s definition")
def friedman(ask, d):
    names = ask["columns"]
    columns, _, rows = d.complete(names)
    found = stats.friedmanchisquare(*columns)
    ranks = np.array([stats.rankdata(row) for row in zip(*columns)]).mean(axis=0)
    n, k = len(columns[0]), len(names)
    return {
        **rows,
        "said": [k],
        "groups": described(names, columns, ask["confidence_level"]),
        "picture": groups_picture(names, columns),
        "statistic": {"value": found.statistic},
        "df": [k - 1],
        "p_value": found.pvalue,
        "effects": {"Kendall’s W": measured(found.statistic / (n * (k - 1)))},
        "tables": {"Mean ranks": [[name, rank] for name, rank in zip(names, ranks)]},
    }


@reference(
    "compareGroups",
    "repeated_measures_anova",
    by="car::Anova’s definitions in NumPy, SciPy f and chi2, R’s p.adjust by statsmodels",
)
def repeated_measures(ask, d):
    from statsmodels.stats.multitest import multipletests

    names, level, group = ask["columns"], ask["confidence_level"], ask.get("group")
    columns = [d.number(name) for name in names]
    labels = d.text(group) if group else np.array(["all"] * len(columns[0]), object)
    has_values = np.logical_and.reduce([~np.isnan(one) for one in columns])
    used = has_values & np.array([one is not None for one in labels], bool)
    y, labels = np.array([one[used] for one in columns]).T, labels[used]
    groups = sorted(set(labels))
    n, k = y.shape
    g, width, freedom = len(groups), k - 1, n - len(groups)
    z = y - np.median(y)
    means = np.array([z[labels == one].mean(axis=0) for one in groups])
    sizes = np.array([(labels == one).sum() for one in groups])
    left = z - means[[groups.index(one) for one in labels]]
    # Orthonormal contrasts of the measurements, and the plain mean of the means of the groups.
    contrasts = np.linalg.svd(np.eye(k) - 1 / k)[0][:, :width]
    error = contrasts.T @ (left.T @ left) @ contrasts
    trace = np.trace(error)
    even = means.mean(axis=0) @ contrasts
    within = (even**2).sum() / ((1 / sizes).sum() / g**2)
    own = means @ contrasts
    average = (sizes[:, None] * own).sum(axis=0) / n
    interaction = (sizes[:, None] * (own - average) ** 2).sum()
    totals, total_means = z.sum(axis=1) / math.sqrt(k), means.sum(axis=1) / math.sqrt(k)
    subjects = ((left.sum(axis=1) / math.sqrt(k)) ** 2).sum()
    between = (sizes * (total_means - totals.mean()) ** 2).sum()
    gg = 1.0 if width == 1 else trace**2 / (width * (error**2).sum())
    hf = (
        1.0
        if width == 1
        else min(1.0, ((freedom + 1) * width * gg - 2) / (width * (freedom - width * gg)))
    )

    def tested(name, ss, error_ss, df1, df2, corrected):
        f = ss / df1 / (error_ss / df2)
        p = [stats.f.sf(f, df1 * e, df2 * e) for e in ((1, gg, hf) if corrected else (1,))]
        return name, ss, df1, df2, f, p, ss / (ss + error_ss), ss / (ss + trace + subjects)

    effects = [tested("measurement", within, trace, width, width * freedom, True)]
    if g > 1:
        effects = [
            tested(group, between, subjects, g - 1, freedom, False),
            *effects,
            tested(
                f"measurement × {group}", interaction, trace, width * (g - 1), width * freedom, True
            ),
        ]
    rows = [
        [name, ss, df1, df2, f, p[0], *(p[1:] if len(p) == 3 else [None, None]), eta, generalized]
        for name, ss, df1, df2, f, p, eta, generalized in effects
    ]
    tables = {"Effects": rows}
    if width > 1:
        # Mauchly 1940, p by Anderson 1958.
        log_w = np.linalg.slogdet(error)[1] - width * math.log(trace / width)
        rho = 1 - (2 * width**2 + width + 2) / (6 * width * freedom)
        second = (
            (width + 2)
            * (width - 1)
            * (width - 2)
            * (2 * width**3 + 6 * width**2 + 3 * width + 2)
            / (288 * (freedom * width * rho) ** 2)
        )
        df = width * (width + 1) / 2 - 1
        first, further = (stats.chi2.sf(-freedom * rho * log_w, one) for one in (df, df + 4))
        tables["Sphericity"] = [
            ["Mauchly’s W", math.exp(log_w)],
            ["Mauchly’s p", min(1, max(0, first + second * (further - first)))],
            ["Greenhouse–Geisser ε", gg],
            ["Huynh–Feldt ε", hf],
        ]
    pairs = []
    for i in range(k):
        for j in range(i + 1, k):
            x = decimal_differences(y[:, i], y[:, j])
            found = one_sample_t(x, 0, {"alternative": "two_sided", "confidence_level": level})
            pairs.append(
                [
                    names[i],
                    names[j],
                    found["estimate"]["value"],
                    found["estimate"]["ci"]["low"],
                    found["estimate"]["ci"]["high"],
                    found["statistic"]["value"],
                    n - 1,
                    found["p_value"],
                    None,
                    found["effects"]["Cohen's d"]["value"],
                ]
            )
    for row, p in zip(pairs, multipletests([row[7] for row in pairs], method="holm")[1]):
        row[8] = p
    tables["Pairs of measurements"] = pairs
    lines = []
    for one in groups:
        figures = described(names, y[labels == one].T, level)
        lines.append(
            {
                "y": [f["mean"] for f in figures],
                "low": [f["mean_ci"]["low"] for f in figures],
                "high": [f["mean_ci"]["high"] for f in figures],
            }
        )
    _, _, df1, df2, f, p, *_ = effects[-1]
    return {
        **d.provenance(
            n,
            {"value missing": (~has_values).sum(), "factor missing": (has_values & ~used).sum()},
        ),
        "statistic": {"value": f},
        "df": [df1 * gg, df2 * gg],
        "p_value": p[1],
        "effects": {
            f"{kind} η² of {name}": measured(value)
            for name, *_, eta, generalized in effects
            for kind, value in (("partial", eta), ("generalized", generalized))
        },
        "groups": described(names, y.T, level),
        "tables": tables,
        "picture": {"lines": lines},
    }
