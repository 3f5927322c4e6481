from common import *


def independence(ask, d):
    """What both tests show: the counts, adjusted residuals, and how strongly the columns go together."""
    (xs, ys), table, rows = d.counts(ask["x"], ask["y"])
    level, n = ask["confidence_level"], table.sum()
    statistic, _, df, expected = stats.chi2_contingency(table, correction=False)
    row, column = table.sum(axis=1, keepdims=True) / n, table.sum(axis=0, keepdims=True) / n
    residuals = (table - expected) / np.sqrt(expected * (1 - row) * (1 - column))
    r, k = table.shape
    small = (r, k) == (2, 2)
    least = min(r, k) - 1
    corrected = math.sqrt(
        max(0, statistic / n - df / (n - 1))
        / (min(r - (r - 1) ** 2 / (n - 1), k - (k - 1) ** 2 / (n - 1)) - 1)
    )
    effects = {
        "φ"
        if small
        else "Cramér’s V": effect_of_chi2(
            math.sqrt(statistic / n / least),
            statistic,
            df,
            level,
            lambda ncp: min(1, math.sqrt(ncp / n / least)),
        ),
        "Cramér’s V, bias corrected": measured(corrected),
    }
    z = stats.norm.ppf((1 + level) / 2)

    def ratio(value, error):
        return measured(
            value, interval(level, value * math.exp(-z * error), value * math.exp(z * error))
        )

    if small:
        # The exposed group and the event are the second of their values; none says yes here.
        (e, c), (b, a) = table.tolist()
        odds = (
            ratio(a * e / (b * c), math.sqrt(1 / a + 1 / b + 1 / c + 1 / e))
            if min(a, b, c, e) > 0
            else None
        )
        risk = (
            ratio(a / (a + b) / (c / (c + e)), math.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + e)))
            if min(a, c) > 0
            else None
        )
        if ask["method"] == "chi_square" and odds:
            effects["odds ratio"] = odds
        if risk:
            effects[
                f"relative risk of {ask['y']} = {ys[1]}, {ask['x']} = {xs[1]} against {xs[0]}"
            ] = risk
    common = {
        **rows,
        "said": [expected.min()],
        "effects": effects,
        "tables": {
            "Counts": [[label, *line, line.sum()] for label, line in zip(xs, table)],
            "Shares of rows": [[label, *(line / line.sum())] for label, line in zip(xs, table)],
        },
        "picture": {"counts": table, "residuals": residuals},
    }
    return table, common


@reference("association", "chi_square", by="SciPy chi2_contingency, effectsize’s definitions")
def chi_square(ask, d):
    table, common = independence(ask, d)
    statistic, p, df, _ = stats.chi2_contingency(
        table, correction=bool(ask["correct"] and table.shape == (2, 2))
    )
    return {**common, "statistic": {"value": statistic}, "df": [df], "p_value": p}


def exact_table_p(table):
    """All tables with these margins, as whole numbers: the share of those that are no more likely."""
    from fractions import Fraction
    from functools import lru_cache

    rows, columns = [int(n) for n in table.sum(axis=1)], tuple(int(n) for n in table.sum(axis=0))
    factorial = math.factorial
    own = Fraction(1)
    for count in table.ravel():
        own /= factorial(int(count))
    bound = own * (1 + Fraction(1, 10**7))
    # Column by column of the first rows: the weight of a table is the product of 1 / cell!.
    found = {}

    def fill(row, left, weight):
        if row == len(rows) - 1:
            for one in left:
                weight /= factorial(one)
            return weight if weight <= bound else Fraction(0)
        total = Fraction(0)

        def cell(j, rest, remaining, w):
            nonlocal total
            if j == len(left) - 1:
                if rest <= left[j]:
                    total += fill(row + 1, (*remaining, left[j] - rest), w / factorial(rest))
                return
            for count in range(min(rest, left[j]) + 1):
                cell(j + 1, rest - count, (*remaining, left[j] - count), w / factorial(count))

        cell(0, rows[row], (), weight)
        return total

    everything = Fraction(factorial(sum(rows)))
    for n in (*rows, *columns):
        everything /= factorial(n)
    return float(fill(0, columns, Fraction(1)) / everything)


@reference(
    "association",
    "fisher_exact",
    by="all tables with these margins as fractions; the conditional odds ratio by its definition",
)
def fisher_exact(ask, d):
    table, common = independence(ask, d)
    if table.shape != (2, 2):
        if table.sum() > 200:
            return common
        return {**common, "p_value": exact_table_p(table)}
    (a, b), (c, e) = table.tolist()
    n1, n2, k = a + b, c + e, a + c
    low, high = max(0, k - n2), min(k, n1)
    support = np.arange(low, high + 1)
    log_weight = np.array([math.log(math.comb(n1, i) * math.comb(n2, k - i)) for i in support])

    def probabilities(log_odds):
        w = log_weight + log_odds * support
        w = np.exp(w - w.max())
        return w / math.fsum(w)

    def solve(f):
        return math.exp(optimize.brentq(f, -40, 40, xtol=1e-14, rtol=1e-14))

    alternative, level = ask["alternative"], ask["confidence_level"]
    p = stats.fisher_exact(table, alternative=alternative.replace("_", "-"))[1]
    estimate = (
        0.0
        if a == low
        else None
        if a == high
        else solve(lambda t: math.fsum(probabilities(t) * support) - a)
    )
    alpha = (1 - level) / 2 if alternative == "two_sided" else 1 - level
    lower = (
        0.0
        if alternative == "less" or a == low
        else solve(lambda t: math.fsum(probabilities(t)[support >= a]) - alpha)
    )
    upper = (
        None
        if alternative == "greater" or a == high
        else solve(lambda t: math.fsum(probabilities(t)[support <= a]) - alpha)
    )
    return {**common, "p_value": p, "estimate": measured(estimate, interval(level, lower, upper))}
