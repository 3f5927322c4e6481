"""What reference programs share: reading the tables, writing the answers, and the parts of answers
that many methods have. Nothing here is from the product; every figure is found by NumPy and SciPy.

A reference is a function of the question and its rows that gives the answer in the product's shape:
members of lists by their names (effects, tables, pictures, n_excluded), tables as lists of rows.
"""
import json
import math
import os
import re
import subprocess
from decimal import Decimal

import numpy as np
import pandas as pd
from scipy import optimize, special, stats

references = {}


def reference(operation, *methods, by):
    """Enters a function as the reference of methods; `by` names what finds the figures."""

    def enter(find):
        for method in methods:
            references[f"{operation}.{method}"] = (find, by)
        return find

    return enter


def answered_in_r(path):
    """Methods that the reference.R beside this file answers in part."""
    with open(os.path.join(os.path.dirname(path), "reference.R"), encoding="utf-8") as file:
        return re.findall(r'^reference\("\w+", "(\w+)"', file.read(), re.MULTILINE)


def about(value, digits, because):
    """A figure of which the reference has fewer digits than usual."""
    return {"about": value, "digits": digits, "because": because}


class Refused(Exception):
    """A question that has no answer."""


class Rows:
    """A table and what of it a question uses."""

    def __init__(self, path, ask):
        texts = pd.read_csv(path, dtype=str, keep_default_na=False)
        self.count = len(texts)
        self.numbers_in_file = np.arange(1, self.count + 1)
        condition = (ask.get("view") or {}).get("filter")
        if condition:
            column, sign, bound = re.fullmatch(
                r"(\w+) ([<>]) ([\d.]+)", text_of(condition)
            ).groups()
            value = pd.to_numeric(texts[column])
            keep = (value > float(bound)) if sign == ">" else (value < float(bound))
            texts, self.numbers_in_file = texts[keep], self.numbers_in_file[keep]
        self.texts = texts.reset_index(drop=True)
        self.filtered = self.count - len(self.texts)
        effect = {"rows_removed": self.filtered, "cells_changed": 0, "cells_lost": 0}
        self.effects = {"view_effects": [effect]} if condition else {}

    def text(self, name):
        return self.texts[name].where(self.texts[name] != "", None).to_numpy()

    def number(self, name):
        return np.array([float(one) if one != "" else math.nan for one in self.texts[name]], float)

    def provenance(self, used, excluded=None):
        """Rows used, and rows left out by their reason."""
        left = {reason: int(n) for reason, n in (excluded or {}).items() if n > 0}
        if self.filtered > 0:
            left["filtered out by the view"] = self.filtered
        return {"n_used": int(used), "n_excluded": left, **self.effects}

    def complete(self, names):
        """Columns of the rows where all are present, their places, and the provenance."""
        columns = [self.number(name) for name in names]
        used = np.logical_and.reduce([~np.isnan(one) for one in columns])
        return (
            [one[used] for one in columns],
            np.flatnonzero(used),
            self.provenance(used.sum(), {"value missing": (~used).sum()}),
        )

    def groups(self, value, group, names=None):
        """Values by group, in the alphabetical order of the groups or as they are named."""
        v, g = self.number(value), self.text(group)
        has_group = np.array([one is not None for one in g], bool)
        names = names or sorted({one for one in g if one is not None})
        chosen = np.array([one in names for one in g], bool)
        used = chosen & ~np.isnan(v)
        left = {
            "value missing": (chosen & np.isnan(v)).sum(),
            "group missing": (~has_group).sum(),
            "in another group": (has_group & ~chosen).sum(),
        }
        return names, [v[used & (g == name)] for name in names], self.provenance(used.sum(), left)

    def counts(self, *names):
        """Labels of one or two columns in alphabetical order, how often each occurs, and the provenance."""
        columns = [self.text(name) for name in names]
        used = np.array([all(one is not None for one in row) for row in zip(*columns)], bool)
        labels = [sorted(set(column[used])) for column in columns]
        table = np.zeros([len(one) for one in labels], int)
        for row in zip(*(column[used] for column in columns)):
            table[tuple(label.index(one) for label, one in zip(labels, row))] += 1
        return labels, table, self.provenance(used.sum(), {"value missing": (~used).sum()})


def text_of(condition):
    """A condition as text: 'share > 0.25'."""
    if isinstance(condition, str):
        return condition
    sign = {"gt": ">", "lt": "<"}[condition["op"]]
    return f"{condition['column']} {sign} {condition['value']}"


def finite(value):
    return None if isinstance(value, float) and math.isinf(value) else value


def plain(value):
    """Numbers of NumPy as those of Python; infinity as null."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(one) for one in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        if math.isnan(value):
            raise ValueError("a figure is not defined")
        return finite(float(value))
    return value


def interval(level, low, high):
    return {"level": level, "low": low, "high": high}


def hodges_lehmann(pairs, counts, spread, alternative, level):
    """The median of all pairs, and the ends of what the test of ranks does not reject.

    R’s wilcox.test(conf.int=TRUE): the pair at the quantile of the statistic, whose frequencies are
    `counts`; where there are none, the pair at which z, with the standard deviation `spread` and the
    correction for continuity, passes its quantile."""
    pairs = np.sort(pairs)
    count, alpha = len(pairs), (1 - level) / (2 if alternative == "two_sided" else 1)
    if counts is None:
        above = count / 2 + 0.5 + stats.norm.ppf(1 - alpha) * spread
        place = count - math.floor(above)
    else:
        share = np.cumsum(counts) / sum(counts)
        place = int(np.argmax(share >= alpha - 1e-12))
        if place == 0 and share[0] <= alpha + 1e-12:
            place = 1
    if place < 1:
        return measured(np.median(pairs))
    low = -math.inf if alternative == "less" else pairs[place - 1]
    high = math.inf if alternative == "greater" else pairs[count - place]
    return measured(np.median(pairs), interval(level, low, high))


def tied(*samples):
    """The sum of t³ − t over the values of each sample that are equal."""
    sizes = np.concatenate([np.unique(one, return_counts=True)[1] for one in samples])
    return float((sizes**3 - sizes).sum())


def measured(value, ci=None):
    return {"value": value, "ci": ci}


def centred(x):
    """Values from a place near them, so that sums lose nothing; and that place."""
    place = float(np.round(np.median(x))) if len(x) else 0.0
    return x - place, place


def mean_of(x):
    z, place = centred(np.asarray(x, float))
    return place + math.fsum(z) / len(z)


def variance_of(x):
    z, _ = centred(np.asarray(x, float))
    z = z - math.fsum(z) / len(z)
    return (math.fsum(z * z) - math.fsum(z) ** 2 / len(z)) / (len(z) - 1)


def sd_of(x):
    return math.sqrt(variance_of(x))


def mean_interval(x, level):
    half = t_quantile((1 + level) / 2, len(x) - 1) * sd_of(x) / math.sqrt(len(x))
    return interval(level, mean_of(x) - half, mean_of(x) + half)


def described(names, values, level):
    """Groups with their figures."""
    return [
        {
            "name": name,
            "n": len(x),
            "mean": mean_of(x),
            "sd": sd_of(x) if len(x) > 1 else None,
            "median": float(np.median(x)),
            "mean_ci": mean_interval(x, level) if len(x) > 1 else None,
        }
        for name, x in zip(names, values)
    ]


def density_of(x):
    """R's density() with bw.nrd0 at 64 places, two bandwidths beyond the ends; values stand in 256 bins."""
    x = np.sort(x)
    if len(x) < 5 or x[0] == x[-1]:
        return None
    z, place = centred(x)
    q1, q3 = np.quantile(z, [0.25, 0.75])
    spread = min(sd_of(x), (q3 - q1) / 1.34) if q3 > q1 else sd_of(x)
    bandwidth = 0.9 * spread * len(x) ** -0.2
    width = (z[-1] - z[0]) / 256
    # A value on an edge is in the bin above it, however its distance was rounded.
    bins = np.minimum(255, np.floor((z - z[0]) / width + 1e-9)).astype(int)
    centres = z[0] + (bins + 0.5) * width
    grid = np.linspace(z[0] - 2 * bandwidth, z[-1] + 2 * bandwidth, 64)
    y = np.array([math.fsum(stats.norm.pdf((at - centres) / bandwidth)) for at in grid]) / (
        len(x) * bandwidth
    )
    return {"x": grid + place, "y": y}


def groups_picture(names, values):
    def points(x):
        x = np.sort(x)
        step = max(1.0, len(x) / 120)
        return [
            x[int((k + 0.5) * step)] if int((k + 0.5) * step) < len(x) else x[-1]
            for k in range(min(120, len(x)))
        ]

    return {"groups": [{"density": density_of(x), "points": points(x)} for x in values[:20]]}


def quantiles_picture(x):
    """R's qqnorm and qqline: ppoints, through the quartiles; of many values 300."""
    x = np.sort(x)
    n = len(x)
    a = 3 / 8 if n <= 10 else 1 / 2
    scores = stats.norm.ppf((np.arange(1, n + 1) - a) / (n + 1 - 2 * a))
    step = max(1.0, n / 300)
    places = sorted({min(n - 1, math.floor(i * step + 0.5)) for i in range(min(300, n))} | {n - 1})
    q1, q3 = np.quantile(x, [0.25, 0.75])
    return {
        "theoretical": scores[places],
        "observed": x[places],
        "line": {"slope": (q3 - q1) / (2 * stats.norm.ppf(0.75)), "intercept": (q1 + q3) / 2},
    }


def residual_pictures(names, values, equal):
    """Distances from the mean of the group: their Q–Q plot, and their densities by group."""
    # From a place near them: beside values far from 0 a mean has no digits left for the distances.
    near = [centred(x)[0] for x in values]
    distances = [z - math.fsum(z) / len(z) for z in near]
    shown = {
        "Normal Q–Q of the residuals": {"picture": quantiles_picture(np.concatenate(distances))}
    }
    if equal:
        shown["Spread of the residuals by group"] = {"picture": groups_picture(names, distances)}
    return shown


def points_picture(x, y, marked=()):
    """Points that stand out all, of the others evenly chosen ones."""
    marked = list(marked)[:200]
    step = max(1, math.ceil(len(x) / 500))
    plain_ones = [i for i in range(0, len(x), step) if i not in set(marked)]
    places = plain_ones + marked
    return {
        "x": [x[i] for i in places],
        "y": [y[i] for i in places],
        "marked": [len(plain_ones) + i for i in range(len(marked))],
    }


def skews(*samples):
    """Sizes and skewness of each type, which words about the shape of samples take."""
    found = []
    for x in samples:
        if len(x) > 2 and np.ptp(x) > 0:
            z = centred(np.asarray(x, float))[0]
            found += [
                len(x),
                stats.skew(z),
                stats.skew(z, bias=False),
                stats.skew(z) * (1 - 1 / len(z)) ** 1.5,
            ]
    return found


def brown_forsythe(samples):
    """F with its degrees of freedom and p."""
    if any(len(x) < 2 for x in samples):
        return []
    place = float(np.median(np.concatenate(samples)))
    found = stats.levene(*(x - place for x in samples), center="median")
    return [found.statistic, found.pvalue, len(samples) - 1, sum(map(len, samples)) - len(samples)]


def shapiro(x):
    """W and p by R: SciPy's are of single precision."""
    program = (
        "x <- scan(file('stdin'), quiet = TRUE); r <- shapiro.test(x); "
        "cat(sprintf('%.17g', c(r$statistic, r$p.value)))"
    )
    found = subprocess.run(
        ["Rscript", "--vanilla", "-e", program],
        input="\n".join(map(repr, map(float, x))),
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(one) for one in found.stdout.split()]


def tail(distribution, statistic, alternative):
    """p of a statistic whose distribution is symmetric about 0."""
    if alternative == "less":
        return distribution.cdf(statistic)
    if alternative == "greater":
        return distribution.sf(statistic)
    return 2 * distribution.sf(abs(statistic))


def t_quantile(p, df):
    """Quantile of Student's t: SciPy's has nine digits, which Newton's steps on its tail complete."""
    upper = p > 0.5
    q = 1 - p if upper else p
    t = abs(stats.t.ppf(q, df))
    for _ in range(4):
        t += (stats.t.sf(t, df) - q) / stats.t.pdf(t, df)
    return t if upper else -t


nodes, node_weights = np.polynomial.legendre.leggauss(400)


def noncentral_t_cdf(t, df, delta):
    """The definition: the mean of Φ(t s − δ) over s = √(χ²/df); SciPy's nctdtr has seven digits."""
    low = math.sqrt(stats.chi2.ppf(1e-20, df) / df)
    high = math.sqrt(stats.chi2.isf(1e-20, df) / df)
    # Where t is large, Φ rises within 1/t of δ/t.
    breaks = sorted(
        {low, high, *(min(high, max(low, (delta + one) / t)) for one in (-12, 0, 12) if t != 0)}
    )
    total = 0.0
    for a, b in zip(breaks, breaks[1:]):
        s = a + (b - a) * (nodes + 1) / 2
        log_density = (
            math.log(2)
            + df / 2 * math.log(df / 2)
            - special.gammaln(df / 2)
            + (df - 1) * np.log(s)
            - df * s * s / 2
        )
        total += (
            math.fsum(node_weights * np.exp(log_density) * special.ndtr(t * s - delta))
            * (b - a)
            / 2
        )
    return total


def noncentral_t_interval(t, df, level):
    """Noncentralities with which t is not unusual, as in effectsize."""

    def at(p):
        reach = 12 + abs(t)
        return optimize.brentq(
            lambda delta: noncentral_t_cdf(t, df, delta) - p,
            t - reach,
            t + reach,
            xtol=1e-13,
            rtol=1e-14,
        )

    return at((1 + level) / 2), at((1 - level) / 2)


def noncentral_root(cdf, statistic, p):
    """The noncentrality at which a statistic that is never below 0 has this probability below it; 0 where there is none."""
    if cdf(statistic, 0) <= p:
        return 0.0
    high = 10 + 4 * statistic
    while cdf(statistic, high) > p:
        high *= 2
    return optimize.brentq(lambda ncp: cdf(statistic, ncp) - p, 0, high, xtol=1e-13, rtol=1e-14)


def noncentral_chi2_cdf(x, df, ncp):
    """A Poisson mixture of chi-square distributions (the definition)."""
    if ncp == 0:
        return stats.chi2.cdf(x, df)
    j = np.arange(
        max(0, int(ncp / 2 - 12 * math.sqrt(ncp / 2 + 10))),
        int(ncp / 2 + 12 * math.sqrt(ncp / 2 + 10)) + 12,
    )
    return math.fsum(stats.poisson.pmf(j, ncp / 2) * stats.chi2.cdf(x, df + 2 * j))


def noncentral_f_cdf(x, df1, df2, ncp):
    """A Poisson mixture of beta distributions (the definition)."""
    y = df1 * x / (df1 * x + df2)
    if ncp == 0:
        return special.betainc(df1 / 2, df2 / 2, y)
    j = np.arange(
        max(0, int(ncp / 2 - 12 * math.sqrt(ncp / 2 + 10))),
        int(ncp / 2 + 12 * math.sqrt(ncp / 2 + 10)) + 12,
    )
    return math.fsum(stats.poisson.pmf(j, ncp / 2) * special.betainc(df1 / 2 + j, df2 / 2, y))


def noncentral_chi2_interval(x, df, level):
    """Noncentralities with which a chi-square statistic is not unusual, as in effectsize; none where
    it is unusually small with any, for which effectsize gives 0 to 0."""
    if stats.chi2.cdf(x, df) < (1 - level) / 2:
        return None
    cdf = lambda statistic, ncp: noncentral_chi2_cdf(statistic, df, ncp)
    return noncentral_root(cdf, x, (1 + level) / 2), noncentral_root(cdf, x, (1 - level) / 2)


def effect_of_chi2(value, x, df, level, effect_at):
    """A root of a chi-square statistic over n, with its interval where there is one."""
    ends = noncentral_chi2_interval(x, df, level)
    return measured(value, None if ends is None else interval(level, *map(effect_at, ends)))


def noncentral_f_interval(f, df1, df2, level):
    cdf = lambda statistic, ncp: noncentral_f_cdf(statistic, df1, df2, ncp)
    return noncentral_root(cdf, f, (1 + level) / 2), noncentral_root(cdf, f, (1 - level) / 2)


def wilson(count, n, level):
    """Wilson's interval of a share."""
    z, p = stats.norm.ppf((1 + level) / 2), count / n
    middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z / (1 + z * z / n) * math.sqrt(
        p * (1 - p) / n + z * z / (4 * n * n)
    )
    return (0.0 if count == 0 else middle - half), (1.0 if count == n else middle + half)


def studentized_range_tail(q, k, df):
    """The definition, by Gauss and Legendre: the mean over s = √(χ²/df) of the probability that the
    range of k normal values is beyond q s. SciPy's is 1 less the rest, without digits below 1e-12.
    """
    low, high = (
        math.sqrt(one / df) for one in (stats.chi2.ppf(1e-60, df), stats.chi2.isf(1e-60, df))
    )
    s = low + (high - low) * (nodes + 1) / 2
    log_density = (
        math.log(2)
        + df / 2 * math.log(df / 2)
        - special.gammaln(df / 2)
        + (df - 1) * np.log(s)
        - df * s * s / 2
    )
    width = q * s[:, None]
    top = 14 + np.minimum(width, 60) / 2
    z = -12 + (top + 12) * (nodes[None, :] + 1) / 2
    # The largest of the k values is z: the others are below it, and one of them is below z − width.
    share = np.minimum(special.ndtr(z - width) / special.ndtr(z), 1 - 1e-16)
    apart = special.ndtr(z) ** (k - 1) * -np.expm1((k - 1) * np.log1p(-share))
    beyond = k * (
        np.exp(-z * z / 2) / math.sqrt(2 * math.pi) * apart * node_weights * (top + 12) / 2
    ).sum(axis=1)
    return math.fsum(node_weights * np.exp(log_density) * beyond) * (high - low) / 2


def studentized_range_quantile(level, k, df):
    start = stats.studentized_range.ppf(level, k, df)
    return optimize.brentq(
        lambda q: studentized_range_tail(q, k, df) - (1 - level),
        start * 0.99,
        start * 1.01,
        xtol=1e-13,
        rtol=1e-14,
    )


def hedges_g(d, ci, df):
    """Hedges' g of Cohen's d; of fewer than two degrees of freedom d has no variance, and there is none."""
    if df < 2:
        return {}
    j = math.exp(special.gammaln(df / 2) - 0.5 * math.log(df / 2) - special.gammaln((df - 1) / 2))
    return {"Hedges' g": measured(d * j, interval(ci["level"], ci["low"] * j, ci["high"] * j))}


def t_interval(difference, error, df, alternative, level):
    half = t_quantile((1 + level) / 2 if alternative == "two_sided" else level, df) * error
    return interval(
        level,
        None if alternative == "less" else difference - half,
        None if alternative == "greater" else difference + half,
    )


def equivalence(difference, error, df, ask):
    """Two one-sided t tests (Schuirmann 1987)."""
    low, high, level = ask["low"], ask["high"], ask["confidence_level"]
    ts = [(difference - low) / error, (difference - high) / error]
    ps = [stats.t.sf(ts[0], df), stats.t.cdf(ts[1], df)]
    alpha = 1 - level
    half = t_quantile(level, df) * error
    return {
        "statistic": {"value": ts[0] if ps[0] > ps[1] else ts[1]},
        "df": [df],
        "p_value": max(ps),
        "estimate": measured(
            difference, interval(1 - 2 * alpha, difference - half, difference + half)
        ),
        "tables": {"One-sided tests": [[low, ts[0], df, ps[0]], [high, ts[1], df, ps[1]]]},
    }


def decimal_differences(x, y):
    """Differences of decimals, exactly: as they are written."""
    return np.array(
        [float(Decimal(repr(float(a))) - Decimal(repr(float(b)))) for a, b in zip(x, y)]
    )


def one_sample_t(x, mu, ask):
    """One mean against a number, with d and g by the noncentral t distribution as in effectsize."""
    alternative, level, n = ask["alternative"], ask["confidence_level"], len(x)
    difference, sd = mean_of(x - mu), sd_of(x)
    error, df = sd / math.sqrt(n), n - 1
    t = difference / error
    low, high = (one / math.sqrt(n) for one in noncentral_t_interval(t, df, level))
    return {
        "statistic": {"value": t},
        "df": [df],
        "p_value": tail(stats.t(df), t, alternative),
        "estimate": measured(difference, t_interval(difference, error, df, alternative, level)),
        "effects": {
            **hedges_g(difference / sd, interval(level, low, high), df),
            "Cohen's d": measured(difference / sd, interval(level, low, high)),
        },
    }


def write(path, answers):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(answers, file, separators=(",", ":"), ensure_ascii=False)
