from common import *


def shares_picture(shares, level):
    """Count, n and expected share of each, with Wilson's interval."""
    items = [
        {
            "value": count / n,
            **dict(zip(("low", "high"), wilson(count, n, level))),
            "expected": expected,
        }
        for count, n, expected in shares
    ]
    return {"items": items[:40]}


def clopper_pearson(x, n, level, alternative="two_sided"):
    alpha = (1 - level) / 2 if alternative == "two_sided" else 1 - level
    low = 0.0 if alternative == "less" or x == 0 else special.betaincinv(x, n - x + 1, alpha)
    high = (
        1.0 if alternative == "greater" or x == n else 1 - special.betaincinv(n - x, x + 1, alpha)
    )
    return low, high


def cohens_h(p1, p2, error, level):
    h = 2 * math.asin(math.sqrt(p1)) - 2 * math.asin(math.sqrt(p2))
    half = stats.norm.ppf((1 + level) / 2) * error
    return measured(h, interval(level, max(-math.pi, h - half), min(math.pi, h + half)))


@reference("compareGroups", "one_proportion", by="SciPy binomtest, effectsize’s definition")
def one_proportion(ask, d):
    (labels,), counts, rows = d.counts(ask["event"])
    level, alternative = ask["confidence_level"], ask["alternative"]
    x, n = int(counts[labels.index(ask["success"])]), int(counts.sum())
    return {
        **rows,
        "statistic": {"value": x},
        "p_value": stats.binomtest(
            x, n, ask["p"], alternative=alternative.replace("_", "-")
        ).pvalue,
        "estimate": measured(x / n, interval(level, *clopper_pearson(x, n, level, alternative))),
        "effects": {"Cohen's h": cohens_h(x / n, ask["p"], math.sqrt(1 / n), level)},
        "tables": {
            "Intervals of the proportion": [
                ["Clopper–Pearson (exact)", *clopper_pearson(x, n, level)],
                *(
                    []
                    if alternative == "two_sided"
                    else [
                        [
                            "Clopper–Pearson (exact), one-sided",
                            *clopper_pearson(x, n, level, alternative),
                        ]
                    ]
                ),
                ["Wilson", *wilson(x, n, level)],
            ]
        },
        "picture": shares_picture([(x, n, ask["p"])], level),
    }


@reference(
    "compareGroups",
    "proportions",
    by="SciPy chi2_contingency, R’s prop.test in NumPy, effectsize’s definitions",
)
def proportions(ask, d):
    (groups, events), counts, rows = d.counts(ask["group"], ask["event"])
    level, alternative = ask["confidence_level"], ask["alternative"]
    wanted = [groups.index(name) for name in ask.get("groups") or groups]
    all_used = counts.sum()
    groups, counts = [groups[i] for i in wanted], counts[wanted]
    used = counts.sum()
    rows["n_used"] = int(used)
    if used < all_used:
        rows["n_excluded"]["in another group"] = int(all_used - used)
    x = counts[:, events.index(ask["success"])]
    n = counts.sum(axis=1)
    table = np.column_stack([x, n - x])
    two = len(groups) == 2
    if not two and alternative != "two_sided":
        raise Refused
    statistic, p, df, _ = stats.chi2_contingency(table, correction=bool(two and ask["correct"]))
    answer = {
        **rows,
        "said": [stats.contingency.expected_freq(table).min(), len(groups)],
        "statistic": {"value": statistic},
        "df": [df],
        "tables": {
            f"Share of {ask['event']} = {ask['success']}": [
                [name, a, b, a / b, *wilson(a, b, level)] for name, a, b in zip(groups, x, n)
            ]
        },
        "picture": shares_picture([(a, b, x.sum() / used) for a, b in zip(x, n)], level),
    }
    if two:
        (p1, p2), (n1, n2) = x / n, n
        correction = min(0.5, abs(p1 - p2) / (1 / n1 + 1 / n2)) if ask["correct"] else 0
        z = math.copysign(math.sqrt(statistic), p1 - p2)
        half = stats.norm.ppf((1 + level) / 2 if alternative == "two_sided" else level) * math.sqrt(
            p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2
        ) + correction * (1 / n1 + 1 / n2)
        low = -1 if alternative == "less" else max(-1, p1 - p2 - half)
        high = 1 if alternative == "greater" else min(1, p1 - p2 + half)
        answer["p_value"] = p if alternative == "two_sided" else tail(stats.norm, z, alternative)
        answer["estimate"] = measured(p1 - p2, interval(level, low, high))
        answer["effects"] = {"Cohen's h": cohens_h(p1, p2, math.sqrt(1 / n1 + 1 / n2), level)}
    else:
        answer["p_value"] = p
        plain = stats.chi2_contingency(table, correction=False)[0]
        answer["effects"] = {
            "Cramér's V": effect_of_chi2(
                math.sqrt(plain / used), plain, df, level, lambda ncp: min(1, math.sqrt(ncp / used))
            )
        }
    return answer
