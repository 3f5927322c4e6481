from common import *


def one(ask, d):
    (x,), places, rows = d.complete([ask["column"]])
    return x, d.numbers_in_file[places], {**rows, "groups": described([ask["column"]], [x], ask["confidence_level"]), "picture": quantiles_picture(x)}


@reference("testDistribution", "grubbs", by="NIST e-Handbook 1.3.5.17.1 in NumPy, SciPy t")
def grubbs(ask, d):
    x, numbers, common = one(ask, d)
    n, level = len(x), ask["confidence_level"]
    far = np.abs(x - np.median(x) - mean_of(x - np.median(x)))
    at = int(far.argmax())
    g = far[at] / sd_of(x)
    left = (n - 1) ** 2 - n * g * g
    p = min(1, n * 2 * stats.t.sf(math.sqrt(n * (n - 2) * g * g / left), n - 2)) if left > 0 else 0.0
    square = t_quantile(1 - (1 - level) / (2 * n), n - 2) ** 2
    critical = (n - 1) / math.sqrt(n) * math.sqrt(square / (n - 2 + square))
    return {**common, "statistic": {"value": g}, "p_value": p, "tables": {"Farthest from the mean": [[numbers[at], x[at], g, critical]]}}


def outside(x, numbers, common, low, high, beside=()):
    at = [i for i in range(len(x)) if x[i] < low or x[i] > high]
    middle = (low + high) / 2
    at.sort(key=lambda i: -abs(x[i] - middle))
    rows = [[numbers[i], x[i], *(f(x[i]) for f in beside)] for i in at]
    title = "Outliers" if len(rows) <= 100 else f"Outliers, the first 100 of {len(rows)}"
    return {**common, "statistic": {"value": len(at)}, "estimate": measured(len(at) / len(x)), "tables": {"Limits": [[low, high]], title: rows[:100]}}


@reference("testDistribution", "z_score_outliers", by="NumPy")
def z_score(ask, d):
    x, numbers, common = one(ask, d)
    mean, sd = mean_of(x), sd_of(x)
    return outside(x, numbers, common, mean - ask["threshold"] * sd, mean + ask["threshold"] * sd, [lambda value: (value - mean) / sd])


@reference("testDistribution", "tukey_outliers", by="NumPy quantile")
def tukey(ask, d):
    x, numbers, common = one(ask, d)
    q1, q3 = np.quantile(x, [0.25, 0.75])
    return outside(x, numbers, common, q1 - ask["k"] * (q3 - q1), q3 + ask["k"] * (q3 - q1))


@reference("testDistribution", "mahalanobis_outliers", by="NumPy solve, SciPy chi2")
def mahalanobis(ask, d):
    names = ask["columns"]
    columns, places, rows = d.complete(names)
    numbers = d.numbers_in_file[places]
    m = np.array([(x - mean_of(x)) / sd_of(x) for x in columns])
    correlations = np.array([[math.fsum(a * b) for b in m] for a in m]) / (m.shape[1] - 1)
    squares = (m * np.linalg.solve(correlations, m)).sum(axis=0)
    p = stats.chi2.sf(squares, len(names))
    far = sorted((i for i in range(len(p)) if p[i] < ask["alpha"]), key=lambda i: p[i])
    listed = [[numbers[i], *(x[i] for x in columns), squares[i], p[i]] for i in far]
    title = "Outliers" if len(listed) <= 100 else f"Outliers, the first 100 of {len(listed)}"
    return {**rows, "said": [len(names)], "statistic": {"value": len(far)}, "estimate": measured(len(far) / len(p)), "tables": {title: listed[:100]}, "picture": points_picture(columns[0], columns[1], far)}
