from common import *

lengths = {
    "second": 60,
    "minute": 60,
    "hour": 24,
    "day": 7,
    "week": 52,
    "month": 12,
    "quarter": 4,
    "year": None,
}
seconds = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}


class Series:
    """Values in the order of time, resampled and filled as the question asks."""

    def __init__(self, ask, d):
        y = d.number(ask["value"])
        self.has_time = "time" in ask
        time = pd.to_datetime(pd.Series(d.text(ask["time"]))) if self.has_time else None
        used = ~np.isnan(y) & (time.notna().to_numpy() if self.has_time else True)
        self.provenance = d.provenance(used.sum(), {"value missing": (~used).sum()})
        y = y[used]
        if not self.has_time:
            self.axis = np.flatnonzero(used) + 1
            self.labels, self.values, self.unit = [int(one) for one in self.axis], y, None
            self.places, self.filled, self.gaps = self.axis - self.axis[0], 0, []
            self.empty = 0
            return
        time = time[used]
        order = np.argsort(time.to_numpy(), kind="stable")
        time, y = time.iloc[order].reset_index(drop=True), y[order]
        every = ask.get("every")
        if every in ("week", "month", "quarter", "year"):
            starts = time.dt.to_period(
                {"week": "W-SUN", "month": "M", "quarter": "Q", "year": "Y"}[every]
            ).dt.start_time
            how = {
                "mean": lambda v: math.fsum(v) / len(v),
                "sum": math.fsum,
                "median": np.median,
                "min": min,
                "max": max,
                "first": lambda v: v[0],
                "last": lambda v: v[-1],
                "count": len,
            }[ask["aggregate"]]
            dates = list(dict.fromkeys(starts))
            y = np.array([how(list(y[(starts == one).to_numpy()])) for one in dates], float)
            self.unit, time = every, pd.Series(dates)
        else:
            if every is not None and ask["aggregate"] == "count":
                y = np.ones(len(y))
            self.unit = every or "day"
        if len(y) < 3:
            raise Refused
        if self.unit in seconds:
            elapsed = (time - time.iloc[0]).dt.total_seconds().to_numpy()
            places = (elapsed // seconds[self.unit]).astype(int)
        else:
            months = (time.dt.year * 12 + time.dt.month).to_numpy()
            places = (months - months[0]) // {"month": 1, "quarter": 3, "year": 12}[self.unit]
        self.first = time.iloc[0]
        self.empty, gaps = 0, ask["gaps"]
        if every is not None and ask["aggregate"] == "count" and gaps in ("keep", "zero"):
            # A count of no rows is 0, and no value that is missing.
            counts = np.zeros(places[-1] + 1)
            counts[places] = y
            self.empty, y, places = len(counts) - len(y), counts, np.arange(len(counts))
            gaps = "keep"
        labels = [self.label(one) for one in places]
        self.gaps = [
            (labels[i], labels[i + 1], int(places[i + 1] - places[i] - 1))
            for i in range(len(labels) - 1)
            if places[i + 1] - places[i] > 1
        ]
        self.filled = 0
        if gaps != "keep":
            whole = np.full(places[-1] + 1, np.nan)
            whole[places] = y
            at = np.arange(len(whole))
            holes = np.isnan(whole)
            if gaps == "linear":
                whole[holes] = np.interp(at[holes], places, y)
            elif gaps == "zero":
                whole[holes] = 0
            else:
                whole = pd.Series(whole).ffill().to_numpy()
            self.filled, y, places = int(holes.sum()), whole, at
            labels = [self.label(one) for one in at]
        self.values, self.places, self.labels = y, places, labels

    def label(self, place):
        step = {
            "second": pd.DateOffset(seconds=int(place)),
            "minute": pd.DateOffset(minutes=int(place)),
            "hour": pd.DateOffset(hours=int(place)),
            "day": pd.DateOffset(days=int(place)),
            "week": pd.DateOffset(weeks=int(place)),
            "month": pd.DateOffset(months=int(place)),
            "quarter": pd.DateOffset(months=3 * int(place)),
            "year": pd.DateOffset(years=int(place)),
        }[self.unit]
        # All are midnights: the rows are days, and units of a day are not filled.
        return (self.first + step).strftime("%Y-%m-%d")

    def after(self, count):
        last = self.places[-1]
        return [
            self.label(last + h + 1) if self.has_time else int(self.axis[-1]) + h + 1
            for h in range(count)
        ]

    def said(self):
        """Gaps and what was filled, which words about the spacing take."""
        missing = sum(one[2] for one in self.gaps)
        return [len(self.gaps), missing, self.filled, self.empty, len(self.values)]

    def require_even(self):
        if self.filled == 0 and self.gaps:
            raise Refused

    def group(self, name):
        x = self.values
        return [
            {
                "name": name,
                "n": len(x),
                "mean": mean_of(x),
                "sd": sd_of(x),
                "median": float(np.median(x)),
                "mean_ci": None,
            }
        ]


def lines(*some):
    return {
        "lines": [
            {
                "y": [
                    None if isinstance(one, float) and math.isnan(one) else one
                    for one in map(float, y)
                ]
            }
            for y in some
        ]
    }


def varying(ask, d):
    s = Series(ask, d)
    if np.ptp(s.values) == 0:
        raise Refused
    return s


@reference("timeSeries", "overview", by="pandas rolling")
def overview(ask, d):
    s = Series(ask, d)
    n = len(s.values)
    window = ask.get("window") or min(
        max(2, n // 3),
        lengths[s.unit] if s.unit and lengths[s.unit] else max(2, math.floor(n / 20 + 0.5)),
    )
    mean, sd = (
        [math.nan] * (window - 1) + [f(s.values[i : i + window]) for i in range(n - window + 1)]
        for f in (mean_of, sd_of)
    )
    rows = [
        [label, y, None if math.isnan(m) else m, None if math.isnan(v) else v]
        for label, y, m, v in zip(s.labels, s.values, mean, sd)
    ][-500:]
    tables = {f"Rolling figures of {window} values": rows}
    if s.gaps:
        title = "Gaps" if len(s.gaps) <= 50 else f"Gaps, the first 50 of {len(s.gaps)}"
        tables[title] = [list(one) for one in sorted(s.gaps, key=lambda one: -one[2])[:50]]
    return {
        **s.provenance,
        "said": [window, *s.said()],
        "groups": s.group(ask["value"]),
        "tables": tables,
        "picture": lines(s.values, mean),
        "pictures": {f"Standard deviation of {window} values": {"picture": lines(sd)}},
    }


@reference("timeSeries", "autocorrelation", by="statsmodels acf, pacf (ldb) and q_stat")
def autocorrelation(ask, d):
    from statsmodels.tsa.stattools import acf, pacf

    s = varying(ask, d)
    z = centred(s.values)[0]
    n = len(z)
    lags = ask.get("lags") or min(n - 1, max(1, math.floor(10 * math.log10(n))))
    r, q, _ = acf(z, nlags=lags, qstat=True, fft=False)
    r = r[1:]
    # Durbin and Levinson on these autocorrelations.
    from statsmodels.tsa.stattools import levinson_durbin

    partial = levinson_durbin(np.concatenate([[1], r]), nlags=lags, isacov=True)[2][1:]
    limit = stats.norm.ppf(0.5 + ask["confidence_level"] / 2) / math.sqrt(n)
    places = list(range(1, lags + 1))
    p = [stats.chi2.sf(one, k) for one, k in zip(q, places)]
    return {
        **s.provenance,
        "said": [1, *s.said()],
        "statistic": {"value": q[-1]},
        "df": [lags],
        "p_value": p[-1],
        "effects": {"autocorrelation at lag 1": measured(r[0])},
        "tables": {"Autocorrelations": [list(one) for one in zip(places, r, partial, q, p)]},
        "picture": {"x": places, "values": r, "limit": limit},
        "pictures": {
            "Partial autocorrelations": {
                "picture": {"x": places, "values": partial, "limit": limit}
            },
            "The series": {
                "picture": {**lines(s.values), **({} if s.has_time else {"x": s.labels})}
            },
        },
    }


@reference("timeSeries", "adf", by="statsmodels adfuller")
def adf(ask, d):
    from statsmodels.tsa.stattools import adfuller

    s = varying(ask, d)
    regression = {"none": "n", "constant": "c", "trend": "ct"}[ask["deterministics"]]
    z = s.values if regression == "n" else centred(s.values)[0]
    if len(z) < 4:
        raise Refused
    found = (
        adfuller(z, maxlag=ask["lags"], autolag=None, regression=regression)
        if "lags" in ask
        else adfuller(z, regression=regression)
    )
    return {
        **s.provenance,
        "said": [found[2], *s.said()],
        "statistic": {"value": found[0]},
        "p_value": found[1],
        "picture": lines(s.values),
    }


def bridge_tail(w, about):
    """P(∫ bridge² > w) by Smirnov’s formula; the characteristic functions are MacNeill’s (1978)."""
    if about == "constant":
        zeros = [math.pi * k for k in range(1, 41)]
        determinant = lambda x: math.sin(x) / x
    else:
        odd = [
            2
            * optimize.brentq(
                lambda u: math.sin(u) - u * math.cos(u), math.pi * k + 1e-9, math.pi * (k + 0.5)
            )
            for k in range(1, 21)
        ]
        zeros = sorted([2 * math.pi * k for k in range(1, 21)] + odd)
        determinant = lambda x: 12 / x**4 * (2 - x * math.sin(x) - 2 * math.cos(x))
    total = 0.0
    for k in range(0, 12, 2):
        a, b = zeros[k], zeros[k + 1]
        # x = middle + half · sin u takes the roots at the ends away.
        u = np.pi / 2 * nodes
        x = (a + b) / 2 + (b - a) / 2 * np.sin(u)
        value = np.array(
            [
                math.exp(-one * one * w / 2) / (one * math.sqrt(max(1e-300, -determinant(one))))
                for one in x
            ]
        )
        part = math.fsum(node_weights * value * np.cos(u)) * np.pi / 2 * (b - a) / 2
        total += (-1) ** (k // 2) * part
    return 2 / math.pi * total


@reference("timeSeries", "kpss", by="statsmodels kpss, its limit distribution by Smirnov’s formula")
def kpss(ask, d):
    from statsmodels.tsa.stattools import kpss as test

    s = varying(ask, d)
    z = centred(s.values)[0]
    if len(z) < 5:
        raise Refused
    statistic, _, lags, _ = test(
        z, {"constant": "c", "trend": "ct"}[ask["about"]], nlags=ask.get("lags", "auto")
    )
    return {
        **s.provenance,
        "said": [lags, *s.said()],
        "statistic": {"value": statistic},
        "p_value": bridge_tail(statistic, ask["about"]),
        "picture": lines(s.values),
    }


@reference("timeSeries", "mann_kendall", by="SciPy kendalltau and theilslopes, Mann 1945 in NumPy")
def mann_kendall(ask, d):
    s = varying(ask, d)
    y, n = s.values, len(s.values)
    score = int(sum(np.sign(y[i] - y[:i]).sum() for i in range(n)))
    ties = np.unique(y, return_counts=True)[1].astype(float)
    variance = (n * (n - 1) * (2 * n + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18
    z = (score - np.sign(score)) / math.sqrt(variance)
    axis = s.places.astype(float)
    slope, intercept, low, high = stats.theilslopes(y, axis, ask["confidence_level"])
    left = y - intercept - slope * axis
    left = left - left.mean()
    return {
        **s.provenance,
        "said": [(left[1:] * left[:-1]).sum() / (left**2).sum(), *s.said()],
        "statistic": {"value": z},
        "p_value": min(1.0, 2 * stats.norm.sf(abs(z))),
        "estimate": measured(slope, interval(ask["confidence_level"], low, high)),
        "effects": {"Kendall's τ": measured(stats.kendalltau(axis, y)[0]), "S": measured(score)},
        "groups": s.group(ask["value"]),
        "picture": lines(y, intercept + slope * axis),
    }


flat = "the top of a likelihood is flat: its place has half the digits of its height"


class Smoothing:
    """ETS with additive errors by maximum likelihood; first states by least squares (Hyndman and others 2008)."""

    kept = {}

    @classmethod
    def of(cls, y, trend, period):
        key = (y.tobytes(), trend, period)
        if key not in cls.kept:
            cls.kept[key] = cls(y, trend, period)
        return cls.kept[key]

    def __init__(self, y, trend, period):
        self.y, self.trend, self.period, n = y, trend, period, len(y)
        self.names = [
            "alpha",
            *(["beta"] if trend != "none" else []),
            *(["gamma"] if period else []),
            *(["phi"] if trend == "damped" else []),
        ]
        self.count = 3 + {"none": 0, "additive": 2, "damped": 3}[trend] + (period or 0)
        self.centre = math.fsum(y) / n
        best = None
        for first in (0.0, -3.0, 3.0, -8.0):
            start = [
                first if name == "alpha" else 1.0 if name == "phi" else -2.0 for name in self.names
            ]
            found = optimize.minimize(
                self.objective,
                start,
                method="Nelder-Mead",
                options={"xatol": 1e-9, "fatol": 1e-14, "maxiter": 4000, "maxfev": 4000},
            )
            best = found if best is None or found.fun < best.fun else best
        best = optimize.minimize(
            self.objective,
            best.x,
            method="Nelder-Mead",
            options={"xatol": 1e-10, "fatol": 1e-15, "maxiter": 4000, "maxfev": 4000},
        )
        self.weights = self.weights_of(best.x)
        self.errors, self.states, self.final = self.solved(self.weights)
        sse = math.fsum(self.errors**2)
        self.likelihood = -n / 2 * math.log(sse)
        k = self.count
        self.aic = -2 * self.likelihood + 2 * k
        self.aicc = self.aic + 2 * k * (k + 1) / (n - k - 1)
        self.bic = -2 * self.likelihood + math.log(n) * k
        self.variance = sse / (n - k + 1)

    def weights_of(self, point):
        share = {name: special.expit(one) for name, one in zip(self.names, point)}
        alpha = 1e-4 + (0.9999 - 1e-4) * share["alpha"]
        return {
            "alpha": alpha,
            "beta": 1e-4 + (alpha - 1e-4) * share["beta"] if "beta" in share else 0.0,
            "gamma": 1e-4 + (1 - alpha - 1e-4) * share["gamma"] if "gamma" in share else 0.0,
            "phi": 0.8 + 0.18 * share["phi"] if "phi" in share else 1.0,
        }

    def passed(self, y, level, slope, season, w):
        """Errors of one pass; each argument may be a vector of several series at once."""
        errors, cycle = [], len(season)
        season = list(season)
        for t in range(len(y)):
            expected = level + w["phi"] * slope
            error = y[t] - expected - season[t % cycle]
            errors.append(error)
            level, slope = expected + w["alpha"] * error, w["phi"] * slope + w["beta"] * error
            season[t % cycle] = season[t % cycle] + w["gamma"] * error
        return np.array(errors), level, slope, season

    def solved(self, w):
        n, cycle = len(self.y), self.period or 1
        k = 1 + (self.trend != "none") + (cycle - 1)
        # The series itself beside one unit of each first state.
        units = np.vstack([np.zeros(k), np.eye(k)])
        first = 1 + (self.trend != "none")
        slope = units[:, 1] if self.trend != "none" else np.zeros(k + 1)
        season = [units[:, first + i] for i in range(cycle - 1)] + [
            -units[:, first:].sum(axis=1) if self.period else np.zeros(k + 1)
        ]
        y = np.zeros((n, k + 1))
        y[:, 0] = self.y - self.centre
        errors, *end = self.passed(y, units[:, 0], slope, season, w)
        states = np.linalg.lstsq(-errors[:, 1:], errors[:, 0], rcond=None)[0]
        combine = np.concatenate([[1.0], states])
        return (
            errors @ combine,
            states,
            (end[0] @ combine, end[1] @ combine, [one @ combine for one in end[2]]),
        )

    def objective(self, point):
        errors, *_ = self.solved(self.weights_of(point))
        return math.log(errors @ errors)

    def forecast(self, steps, level):
        z, w, n, spread, rows = stats.norm.ppf((1 + level) / 2), self.weights, len(self.y), 1.0, []
        last, slope, season = self.final
        for h in range(1, steps + 1):
            value = (
                self.centre
                + last
                + sum(w["phi"] ** j for j in range(1, h + 1)) * slope
                + season[(n + h - 1) % len(season)]
            )
            reach = z * math.sqrt(self.variance * spread)
            rows.append((value, value - reach, value + reach))
            # What an error still counts h steps later.
            spread += (
                w["alpha"]
                + w["beta"] * sum(w["phi"] ** j for j in range(1, h + 1))
                + (w["gamma"] if self.period and h % self.period == 0 else 0)
            ) ** 2
        return rows

    def name(self):
        return f"ETS(A,{ {'none': 'N', 'additive': 'A', 'damped': 'Ad'}[self.trend]},{'A' if self.period else 'N'})"


@reference(
    "timeSeries", "ets", by="Hyndman and others 2008 in NumPy, the top by SciPy’s Nelder and Mead"
)
def ets(ask, d):
    s = varying(ask, d)
    s.require_even()
    level, horizon = ask["confidence_level"], ask["horizon"]
    if ask["log"] and s.values.min() <= 0:
        raise Refused
    y = np.log(s.values) if ask["log"] else s.values
    n = len(y)
    wanted = ask.get("period") or (lengths[s.unit] if s.unit else None)
    period = wanted if wanted and wanted <= 60 and n > 2 * wanted else None
    trends = {"N": "none", "A": "additive", "Ad": "damped"}
    if ask["form"] == "auto":
        forms = [
            (trend, one)
            for one in ([None] if period is None else [None, period])
            for trend in ("none", "additive", "damped")
        ]
    else:
        parts = re.fullmatch(r"A(N|Ad?)(N|A)", ask["form"]).groups()
        if parts[1] == "A" and period is None:
            raise Refused
        forms = [(trends[parts[0]], period if parts[1] == "A" else None)]
    forms = [
        (trend, one)
        for trend, one in forms
        if n > 3 + {"none": 0, "additive": 2, "damped": 3}[trend] + (one or 0) + 2
    ]
    if not forms:
        raise Refused
    fits = [Smoothing.of(y, *form) for form in forms]
    fit = min(fits, key=lambda one: one.aicc)
    back = math.exp if ask["log"] else float
    near = lambda value: about(value, 4, flat)
    w = fit.weights
    effects = {
        "α, level": w["alpha"],
        **({"β, trend": w["beta"]} if fit.trend != "none" else {}),
        **({"γ, season": w["gamma"]} if fit.period else {}),
        **({"φ, damping": w["phi"]} if fit.trend == "damped" else {}),
    }
    rows = [[back(one) for one in row] for row in fit.forecast(horizon, level)]
    first = 1 + (fit.trend != "none")
    seasons = [*fit.states[first:], -sum(fit.states[first:])] if fit.period else []
    states = [
        ["level", near(fit.states[0] + fit.centre)],
        *([["slope", near(fit.states[1])]] if fit.trend != "none" else []),
        *([f"season {i + 1}", near(one)] for i, one in enumerate(seasons)),
    ]
    tables = {
        "Forecast": [[label, *map(near, row)] for label, row in zip(s.after(horizon), rows)],
        "States at the start": states,
    }
    if len(fits) > 1:
        tables["Forms compared"] = [
            [one.name(), one.aicc, one.likelihood] for one in sorted(fits, key=lambda one: one.aicc)
        ]
    fitted = [back(a - e) for a, e in zip(y, fit.errors)]
    blank, later = [None] * n, [None] * horizon
    picture = {
        "lines": [
            {"y": [*s.values, *later]},
            {"y": [*map(near, fitted), *later]},
            {"y": [*blank, *(near(row[0]) for row in rows)]},
        ],
        "band": {
            "low": [*blank, *(near(row[1]) for row in rows)],
            "high": [*blank, *(near(row[2]) for row in rows)],
        },
    }
    from statsmodels.stats.diagnostic import acorr_ljungbox

    lags = max(1, min(10 if period is None else 2 * period, n // 5))
    white = acorr_ljungbox(fit.errors, lags=[lags])
    return {
        **s.provenance,
        "said": [lags, white["lb_stat"].iloc[0], white["lb_pvalue"].iloc[0], len(fits), *s.said()],
        "effects": {
            **{name: measured(near(value)) for name, value in effects.items()},
            "log-likelihood": measured(fit.likelihood),
            "AICc": measured(fit.aicc),
            "BIC": measured(fit.bic),
            "standard deviation of an error": measured(math.sqrt(fit.variance)),
        },
        "tables": tables,
        "picture": picture,
    }
