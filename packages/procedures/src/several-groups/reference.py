from common import *


def several(ask, d):
    names, values, rows = d.groups(ask["value"], ask["group"], ask.get("groups"))
    return (
        names,
        values,
        {
            **rows,
            "said": [*skews(*values), *brown_forsythe(values)],
            "groups": described(names, values, ask["confidence_level"]),
            "picture": groups_picture(names, values),
        },
    )


def squares(values):
    """Sums of squares between and within, of values about a common place."""
    place = float(np.median(np.concatenate(values)))
    z = [x - place for x in values]
    grand = math.fsum(np.concatenate(z)) / sum(map(len, z))
    means = [math.fsum(x) / len(x) for x in z]
    between = math.fsum(len(x) * (m - grand) ** 2 for x, m in zip(z, means))
    within = math.fsum(math.fsum((x - m) ** 2) for x, m in zip(z, means))
    return between, within, [m + place for m in means], [m for m in means]


def share_interval(share, df1, df2, level):
    """Of the F that has this share, as effectsize has it: ncp / (ncp + df2)."""
    low, high = noncentral_f_interval(share / df1 / ((1 - share) / df2), df1, df2, level)
    return interval(level, low / (low + df2), high / (high + df2)) if high > 0 else None


def variance_effects(values, level):
    between, within, *_ = squares(values)
    df1, df2 = len(values) - 1, sum(map(len, values)) - len(values)
    error = within / df2
    eta = between / (between + within)
    omega = max(0.0, (between - df1 * error) / (between + within + error))
    epsilon = max(0.0, (between - df1 * error) / (between + within))
    f = between / df1 / error
    return (
        f,
        df1,
        df2,
        {
            name: measured(share, share_interval(share, df1, df2, level))
            for name, share in [("η²", eta), ("ω²", omega), ("ε²", epsilon)]
        },
    )


def pair_rows(names, values, level, equal):
    """Tukey and Kramer, or Games and Howell, by the studentized range."""
    between, within, _, means = squares(values)
    k, df_within = len(values), sum(map(len, values)) - len(values)
    rows = []
    for i in range(k):
        for j in range(i + 1, k):
            a, b = values[i], values[j]
            difference = means[j] - means[i]
            if equal:
                error, df = math.sqrt(within / df_within / 2 * (1 / len(a) + 1 / len(b))), df_within
            else:
                va, vb = variance_of(a) / len(a), variance_of(b) / len(b)
                error, df = math.sqrt((va + vb) / 2), (va + vb) ** 2 / (
                    va**2 / (len(a) - 1) + vb**2 / (len(b) - 1)
                )
            q = abs(difference) / error
            half = studentized_range_quantile(level, k, df) * error
            rows.append(
                [
                    f"{names[j]} − {names[i]}",
                    difference,
                    difference - half,
                    difference + half,
                    q,
                    df,
                    studentized_range_tail(q, k, df),
                ]
            )
    return rows


@reference(
    "compareGroups",
    "anova",
    by="SciPy f, the studentized range by its definition, effectsize’s definitions",
)
def anova(ask, d):
    names, values, common = several(ask, d)
    f, df1, df2, effects = variance_effects(values, ask["confidence_level"])
    return {
        **common,
        "pictures": residual_pictures(names, values, True),
        "statistic": {"value": f},
        "df": [df1, df2],
        "p_value": stats.f.sf(f, df1, df2),
        "effects": effects,
        **(
            {"tables": {"Pairs by Tukey": pair_rows(names, values, ask["confidence_level"], True)}}
            if len(names) > 2
            else {}
        ),
    }


@reference(
    "compareGroups",
    "welch_anova",
    by="Welch 1951 in NumPy, SciPy f, the studentized range by its definition",
)
def welch_anova(ask, d):
    names, values, common = several(ask, d)
    k = len(values)
    _, _, _, means = squares(values)
    w = np.array([len(x) / variance_of(x) for x in values])
    middle = math.fsum(w * means) / w.sum()
    spread = math.fsum((1 - one / w.sum()) ** 2 / (len(x) - 1) for one, x in zip(w, values)) / (
        k * k - 1
    )
    f = math.fsum(w * (np.array(means) - middle) ** 2) / (k - 1) / (1 + 2 * (k - 2) * spread)
    df1, df2 = k - 1, 1 / (3 * spread)
    *_, effects = variance_effects(values, ask["confidence_level"])
    return {
        **common,
        "pictures": residual_pictures(names, values, False),
        "statistic": {"value": f},
        "df": [df1, df2],
        "p_value": stats.f.sf(f, df1, df2),
        "effects": effects,
        **(
            {
                "tables": {
                    "Pairs by Games and Howell": pair_rows(
                        names, values, ask["confidence_level"], False
                    )
                }
            }
            if len(names) > 2
            else {}
        ),
    }


def adjusted(ps, how):
    """As R's p.adjust, by statsmodels."""
    from statsmodels.stats.multitest import multipletests

    return (
        list(ps) if how == "none" else multipletests(ps, method={"bh": "fdr_bh"}.get(how, how))[1]
    )


@reference(
    "compareGroups",
    "kruskal_wallis",
    by="SciPy kruskal, statsmodels multipletests, Dunn 1964 in NumPy",
)
def kruskal_wallis(ask, d):
    names, values, common = several(ask, d)
    found = stats.kruskal(*values)
    everything = np.concatenate(values)
    n = len(everything)
    ranks = np.split(stats.rankdata(everything), np.cumsum([len(x) for x in values])[:-1])
    _, counts = np.unique(everything, return_counts=True)
    ties = (counts**3 - counts).sum() / (12 * (n - 1))
    pairs = [(i, j) for i in range(len(values)) for j in range(i + 1, len(values))]
    zs = [
        (ranks[j].mean() - ranks[i].mean())
        / math.sqrt((n * (n + 1) / 12 - ties) * (1 / len(ranks[i]) + 1 / len(ranks[j])))
        for i, j in pairs
    ]
    ps = [2 * stats.norm.sf(abs(z)) for z in zs]
    label = {
        "holm": "Holm",
        "bonferroni": "Bonferroni",
        "bh": "Benjamini–Hochberg",
        "none": "not adjusted",
    }[ask["adjust"]]
    rows = [
        [f"{names[j]} − {names[i]}", z, p, q]
        for (i, j), z, p, q in zip(pairs, zs, ps, adjusted(ps, ask["adjust"]))
    ]
    return {
        **common,
        "statistic": {"value": found.statistic},
        "df": [len(values) - 1],
        "p_value": found.pvalue,
        "effects": {"ε² of ranks": measured(found.statistic / ((n**2 - 1) / (n + 1)))},
        "tables": {f"Pairs by Dunn, {label}": rows},
    }
