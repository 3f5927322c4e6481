"""Linear models for the reference programs: designs as R codes them, and least squares by Gram and
Schmidt, twice, in NumPy's long doubles.
"""
import re

from common import *

long = np.longdouble


class Variable:
    """A column of a formula: numbers, perhaps transformed, or levels."""

    def __init__(self, text, d):
        self.text = text
        inside = re.fullmatch(r"(log|sqrt|exp|factor)\((\w+)\)", text)
        power = re.fullmatch(r"I\((\w+)\^(\d+)\)", text)
        self.transform = inside.group(1) if inside else None
        self.power = int(power.group(2)) if power else 1
        self.column = inside.group(2) if inside else power.group(1) if power else text
        texts = d.text(self.column)
        try:
            raw = np.array([math.nan if one is None else float(one) for one in texts], float)
            self.levels = None
        except ValueError:
            raw, self.levels = texts, sorted({one for one in texts if one is not None})
        if self.transform == "factor":
            self.levels, raw = sorted({one for one in texts if one is not None}, key=float), texts
        self.raw = raw
        self.missing = (
            np.array([one is None for one in raw], bool)
            if self.levels is not None
            else np.isnan(raw)
        )

    def of(self, raw):
        """The numbers that enter the model."""
        made = {None: lambda x: x, "log": np.log, "sqrt": np.sqrt, "exp": np.exp}[self.transform](
            raw
        )
        return made**self.power

    def numbers(self, rows):
        return self.of(self.raw[rows])


class Model:
    """A formula with the rows in which all its columns are present."""

    def __init__(self, formula, d, weights=None, exposure=None):
        left, right = (side.strip() for side in formula.split("~"))
        parts = [part.strip() for part in right.replace("- 1", "+ 0").split("+")]
        self.intercept = "0" not in parts
        terms = []
        for part in parts:
            if part in ("0", "1"):
                continue
            names = [one.strip() for one in re.split(r"[*:]", part)]
            crossed = (
                [names]
                if ":" in part
                else [
                    [names[k] for k in range(len(names)) if chosen >> k & 1]
                    for chosen in range(1, 2 ** len(names))
                ]
            )
            for term in crossed:
                if term not in terms:
                    terms.append(term)
        self.terms = sorted(terms, key=len)
        self.names = list(dict.fromkeys(name for term in self.terms for name in term))
        self.variables = {name: Variable(name, d) for name in self.names}
        self.response = Variable(left, d)
        # A row counts for the first of the columns that it lacks.
        left = {}
        missing = np.zeros(len(self.response.missing), bool)
        for one in (self.response, *self.variables.values()):
            kind = "covariate" if one.levels is None else "factor"
            reason = f"{'value' if one is self.response else kind} missing"
            left[reason] = left.get(reason, 0) + (one.missing & ~missing).sum()
            missing |= one.missing
        if weights is not None:
            unweighted = np.isnan(d.number(weights))
            left["weight missing"] = (unweighted & ~missing).sum()
            missing |= unweighted
        if exposure is not None:
            unexposed = np.isnan(d.number(exposure))
            left["exposure missing"] = (unexposed & ~missing).sum()
            missing |= unexposed
        self.rows = np.flatnonzero(~missing)
        self.numbers_in_file = d.numbers_in_file[self.rows]
        self.provenance = d.provenance(len(self.rows), left)
        self.weights = None if weights is None else d.number(weights)[self.rows]
        self.exposure = (
            np.ones(len(self.rows)) if exposure is None else d.number(exposure)[self.rows]
        )
        for one in self.variables.values():
            if one.levels is not None:
                one.levels = [level for level in one.levels if level in set(one.raw[self.rows])]

    def columns_of(self, term, values, contrasts):
        """Columns of a term with their names; the first factor changes fastest, as in R."""
        found = [(None, 1.0)]
        for name in term:
            one = self.variables[name]
            if one.levels is None:
                found = [(join(label, name), column * values[name]) for label, column in found]
            elif contrasts == "treatment":
                found = [
                    (
                        join(label, f"{name}[{level}]"),
                        column * (values[name] == level).astype(float),
                    )
                    for level in one.levels[1:]
                    for label, column in found
                ]
            else:
                last = (values[name] == one.levels[-1]).astype(float)
                found = [
                    (
                        join(label, f"{name}[{level}]"),
                        column * ((values[name] == level).astype(float) - last),
                    )
                    for level in one.levels[:-1]
                    for label, column in found
                ]
        return found

    def values(self, rows=None):
        rows = self.rows if rows is None else rows
        return {
            name: one.numbers(rows) if one.levels is None else one.raw[rows]
            for name, one in self.variables.items()
        }

    def design(self, values, contrasts="treatment"):
        """The matrix, its names, and the term of each column (−1: the intercept)."""
        n = len(next(iter(values.values()))) if values else len(self.rows)
        names, columns, of = [], [], []
        if self.intercept:
            names, columns, of = ["(Intercept)"], [np.ones(n)], [-1]
        for place, term in enumerate(self.terms):
            for label, column in self.columns_of(term, values, contrasts):
                names.append(label)
                columns.append(column)
                of.append(place)
        return np.array(columns, long).T, names, np.array(of)

    def term_names(self):
        return [":".join(term) for term in self.terms]


def join(label, part):
    return part if label is None else f"{label}:{part}"


class Fit:
    """Least squares."""

    def __init__(self, x, y, weights=None):
        x, y = np.asarray(x, long), np.asarray(y, long)
        root = np.ones(len(y), long) if weights is None else np.sqrt(np.asarray(weights, long))
        q, r = orthogonal(x * root[:, None])
        self.x, self.y, self.root = x, y, root
        z = y * root
        self.effects = q.T @ z
        self.beta = back(r, self.effects)
        self.inverse_root = np.array([back(r, column) for column in np.eye(len(r), dtype=long)]).T
        self.inverse = self.inverse_root @ self.inverse_root.T
        self.fitted = x @ self.beta
        self.residuals = y - self.fitted
        self.rss = ((self.residuals * root) ** 2).sum()
        self.df = int((root > 0).sum()) - x.shape[1]
        self.leverages = (q * q).sum(axis=1)

    @property
    def sigma2(self):
        return self.rss / self.df


def orthogonal(x):
    q, r = np.array(x, long), np.zeros((x.shape[1], x.shape[1]), long)
    for k in range(x.shape[1]):
        for _ in range(2):
            for j in range(k):
                share = q[:, j] @ q[:, k]
                r[j, k] += share
                q[:, k] -= share * q[:, j]
        r[k, k] = np.sqrt(q[:, k] @ q[:, k])
        q[:, k] /= r[k, k]
    return q, r


def back(r, right):
    solution = np.zeros(len(right), long)
    for k in range(len(right) - 1, -1, -1):
        solution[k] = (right[k] - r[k, k + 1 :] @ solution[k + 1 :]) / r[k, k]
    return solution


def residual_squares(x, y, weights=None):
    if x.shape[1] == 0:
        z = np.asarray(y, long)
        return ((z * z) if weights is None else (z * z * weights)).sum()
    return Fit(x, y, weights).rss


def given(model, kind, place):
    """The terms that a term is tested given."""
    everything = range(len(model.terms))
    if kind == 1:
        return [k for k in everything if k < place]
    if kind == 2:
        return [
            k
            for k in everything
            if k != place and not set(model.terms[place]) <= set(model.terms[k])
        ]
    return [k for k in everything if k != place]


def sums_of_squares(model, fit, kind):
    """Term, sum of squares, df, F and p of each term; type III with contrasts of deviations."""
    x, _, of = model.design(model.values(), "sum" if kind == 3 else "treatment")
    rows = []
    for place, name in enumerate(model.term_names()):
        others = [-1, *given(model, kind, place)]
        without = np.isin(of, others)
        both = without | (of == place)
        ss = residual_squares(x[:, without], fit.y, model.weights) - residual_squares(
            x[:, both], fit.y, model.weights
        )
        df = int((of == place).sum())
        f = float(ss / df / fit.sigma2)
        rows.append((name, float(ss), df, f, stats.f.sf(f, df, fit.df)))
    return rows


def marginal_rows(model, term):
    """Combinations of the levels of a term, over the other groups evenly and at the means of the numbers."""
    from itertools import product

    parts = term.split(":")
    factors = [name for name, one in model.variables.items() if one.levels is not None]
    grid = list(product(*(model.variables[name].levels for name in factors)))
    values = {}
    for name, one in model.variables.items():
        if one.levels is not None:
            values[name] = np.array([cell[factors.index(name)] for cell in grid], object)
        else:
            values[name] = np.full(len(grid), one.of(mean_of(one.raw[model.rows])))
    x, *_ = model.design(values)
    cells = list(dict.fromkeys(tuple(cell[factors.index(part)] for part in parts) for cell in grid))
    return cells, np.array(
        [
            x[[tuple(cell[factors.index(part)] for part in parts) == one for cell in grid]].mean(
                axis=0
            )
            for one in cells
        ]
    )


def marginal(model, fit, covariance, term, level):
    """Means, differences by Tukey, and the picture, as emmeans has them."""
    cells, rows = marginal_rows(model, term)
    means = rows @ fit.beta
    errors = np.sqrt(np.einsum("ij,jk,ik->i", rows, covariance, rows))
    half = t_quantile((1 + level) / 2, fit.df) * errors
    table = [[*cell, m, e, m - h, m + h] for cell, m, e, h in zip(cells, means, errors, half)]
    name = " × ".join(term.split(":"))
    tables = {f"Estimated marginal means of {name}": table}
    if len(cells) <= 12:
        critical = studentized_range_quantile(level, len(cells), fit.df) / math.sqrt(2)
        pairs = []
        for j in range(len(cells)):
            for i in range(j + 1, len(cells)):
                row = rows[i] - rows[j]
                difference, error = row @ fit.beta, math.sqrt(row @ covariance @ row)
                p = studentized_range_tail(
                    float(abs(difference)) / error * math.sqrt(2), len(cells), fit.df
                )
                pairs.append(
                    [
                        ", ".join(cells[i]),
                        ", ".join(cells[j]),
                        difference,
                        difference - critical * error,
                        difference + critical * error,
                        p,
                    ]
                )
        tables[f"Differences of {name}"] = pairs
    first = list(dict.fromkeys(cell[0] for cell in cells))
    lines = list(dict.fromkeys(cell[1:] for cell in cells))
    found = {cell: row for cell, row in zip(cells, zip(means, means - half, means + half))}
    picture = {
        "lines": [
            {key: [found[x, *line][k] for x in first] for k, key in enumerate(("y", "low", "high"))}
            for line in lines
        ]
    }
    return tables, picture
