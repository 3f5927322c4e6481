from common import *


def square(ask, d):
    """Counts over the values of both columns."""
    (xs, ys), table, rows = d.counts(ask["x"], ask["y"])
    labels = sorted({*xs, *ys})
    full = np.zeros((len(labels), len(labels)), int)
    for i, x in enumerate(xs):
        for j, y in enumerate(ys):
            full[labels.index(x), labels.index(y)] = table[i, j]
    common = {
        **rows,
        "tables": {"Counts": [[label, *line, line.sum()] for label, line in zip(labels, full)]},
        "picture": {"counts": full, "residuals": np.zeros_like(full)},
    }
    return full, common


@reference("association", "mcnemar", by="statsmodels mcnemar and SquareTable, SciPy binom and beta")
def mcnemar(ask, d):
    from statsmodels.stats.contingency_tables import SquareTable
    from statsmodels.stats.contingency_tables import mcnemar as two_by_two

    table, common = square(ask, d)
    b, c = int(table[0, 1]), int(table[1, 0])
    if ask["variant"] == "exact":
        common["p_value"] = min(1.0, 2 * stats.binom.cdf(min(b, c), b + c, 0.5))
    elif len(table) == 2:
        found = two_by_two(table, exact=False, correction=ask["variant"] == "corrected" and b != c)
        common |= {"statistic": {"value": found.statistic}, "df": [1], "p_value": found.pvalue}
    else:
        found = SquareTable(table, shift_zeros=False).symmetry(method="bowker")
        common |= {
            "statistic": {"value": found.statistic},
            "df": [len(table) * (len(table) - 1) // 2],
            "p_value": stats.chi2.sf(found.statistic, len(table) * (len(table) - 1) // 2),
        }
    if len(table) == 2 and b > 0 and c > 0:
        alpha = (1 - ask["confidence_level"]) / 2
        low, high = stats.beta.ppf(alpha, b, c + 1), stats.beta.isf(alpha, b + 1, c)
        common["effects"] = {
            "odds ratio of the changes": measured(
                b / c, interval(ask["confidence_level"], low / (1 - low), high / (1 - high))
            )
        }
    return common


@reference("association", "cohen_kappa", by="statsmodels cohens_kappa")
def cohen_kappa(ask, d):
    from statsmodels.stats.inter_rater import cohens_kappa

    table, common = square(ask, d)
    level = ask["confidence_level"]
    found = cohens_kappa(table)
    half = stats.norm.ppf((1 + level) / 2) * found.std_kappa
    p = table / table.sum()
    z = found.kappa / found.std_kappa0
    common["tables"]["Agreement"] = [
        ["observed", np.trace(p)],
        ["by chance", (p.sum(axis=1) * p.sum(axis=0)).sum()],
        ["standard error of κ", found.std_kappa],
        ["standard error where they agree by chance", found.std_kappa0],
    ]
    return {
        **common,
        "statistic": {"value": z},
        "p_value": 2 * stats.norm.sf(abs(z)),
        # Where the raters agree throughout its error is 0, and there is no interval.
        "estimate": measured(
            found.kappa,
            interval(level, max(-1, found.kappa - half), min(1, found.kappa + half))
            if half > 1e-7
            else None,
        ),
    }
