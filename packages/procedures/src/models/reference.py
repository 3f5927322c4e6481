from models import *
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split


def cross_validated(ask, model, x, y, fit, mean, chooses):
    """Errors of rows that a model of the others has not seen, divided by scikit-learn."""
    tables, n, seed = {}, len(y), ask["seed"]
    # Nothing is divided.
    if ask.get("stratify") and "folds" not in ask and "test_share" not in ask:
        raise Refused
    classes = model.response.raw[model.rows] if ask.get("stratify") else None

    def mask(rows):
        return np.isin(np.arange(n), rows)

    def tally(unseen):
        beta = fit(
            x[~unseen],
            y[~unseen],
            None if model.weights is None else model.weights[~unseen],
            model.exposure[~unseen],
        )
        predicted, seen = model.exposure[unseen] * mean(x[unseen] @ beta), y[~unseen]
        error = y[unseen] - predicted
        return np.array(
            [
                unseen.sum(),
                (error**2).sum(),
                ((y[unseen] - seen.mean()) ** 2).sum(),
                abs(error).sum(),
                ((predicted >= 0.5) == (y[unseen] == 1)).sum(),
            ],
            long,
        )

    def row(name, counts):
        rows, squares, spread, absolute, right = counts
        return [
            name,
            int(rows),
            squares / rows,
            math.sqrt(squares / rows),
            absolute / rows,
            right / rows if chooses else 1 - squares / spread,
        ]

    if "test_share" in ask:
        _, unseen = train_test_split(
            np.arange(n), test_size=ask["test_share"], random_state=seed, stratify=classes
        )
        tables[f"Predicted by a model of the other rows: {len(unseen)} of {n} (seed {seed})"] = [
            row("test rows", tally(mask(unseen)))
        ]
    if "folds" in ask:
        kind = KFold if classes is None else StratifiedKFold
        folds = kind(ask["folds"], shuffle=True, random_state=seed).split(np.arange(n), classes)
        counts = [tally(mask(unseen)) for _, unseen in folds]
        tables[f"Predicted from the others, in {ask['folds']} parts (seed {seed})"] = [
            *(row(str(i + 1), one) for i, one in enumerate(counts)),
            row("all", sum(counts)),
        ]
    return tables


def predicted_rows(ask, model):
    """The design of the rows that are asked about, with what was given."""
    names = list(dict.fromkeys(one.column for one in model.variables.values()))
    values = {
        name: np.array([given[one.column] for given in ask["predict"]], object)
        if one.levels is not None
        else one.of(np.array([float(given[one.column]) for given in ask["predict"]]))
        for name, one in model.variables.items()
    }
    return model.design(values)[0], [[given[name] for name in names] for given in ask["predict"]]


def single_number(model):
    """The one number column that explains, where there is only one."""
    names = {one.column for one in model.variables.values()}
    return len(names) == 1 and all(
        one.levels is None and one.transform is None for one in model.variables.values()
    )


def fit_picture(model, y, predict):
    """Points and the fitted curve with its band."""
    x = next(iter(model.variables.values())).raw[model.rows].astype(float)
    at = x.min() + (x.max() - x.min()) * np.arange(60) / 59
    values = {name: one.of(at) for name, one in model.variables.items()}
    value, low, high = predict(model.design(values)[0])
    step = max(1, math.ceil(len(x) / 500))
    return {"x": x[::step], "y": y[::step], "line": {"x": at, "y": value, "low": low, "high": high}}


def sandwich(x, fit, kind, weights):
    """MacKinnon and White 1985."""
    h = fit.leverages
    scale = {"hc0": 1, "hc1": len(h) / fit.df, "hc2": 1 / (1 - h), "hc3": 1 / (1 - h) ** 2}[kind]
    w = 1 if weights is None else weights
    omega = (w * fit.residuals) ** 2 * scale
    return fit.inverse @ (x.T * omega) @ x @ fit.inverse


def wald(beta, covariance, places):
    places = np.asarray(places, int)
    if len(places) == 0:
        return 0.0
    b, v = beta[places], covariance[np.ix_(places, places)]
    scale = np.sqrt(np.diag(v))
    q, r = orthogonal(v / np.outer(scale, scale))
    return (b / scale) @ back(r, q.T @ (b / scale))


def wald_terms(model, x, of, fit, covariance, kind, weights, errors):
    """Each term by Wald's F with the robust covariance, as car::Anova(white.adjust)."""
    if kind == 3:
        x, _, of = model.design(model.values(), "sum")
        fit = Fit(x, fit.y, weights)
        covariance = sandwich(x, fit, errors, weights)
    rows = []
    for place, name in enumerate(model.term_names()):
        others = given(model, kind, place)
        nulled = [
            k for k in range(len(of)) if of[k] >= 0 and of[k] != place and of[k] not in others
        ]
        own = [k for k in range(len(of)) if of[k] == place]
        f = float(
            (wald(fit.beta, covariance, nulled + own) - wald(fit.beta, covariance, nulled))
            / len(own)
        )
        rows.append([name, len(own), f, stats.f.sf(f, len(own), fit.df)])
    return rows


def overlap(model, of, inverse):
    """Generalized variance inflation (Fox and Monette 1992)."""
    kept = np.flatnonzero(of >= 0)
    if len(set(of[kept])) < 2:
        return {}
    c = inverse[np.ix_(kept, kept)]
    c = (c / np.sqrt(np.outer(np.diag(c), np.diag(c)))).astype(float)

    def determinant(places):
        return np.linalg.det(c[np.ix_(places, places)]) if len(places) else 1.0

    rows = []
    for place, name in enumerate(model.term_names()):
        own, rest = np.flatnonzero(of[kept] == place), np.flatnonzero(of[kept] != place)
        gvif = determinant(own) * determinant(rest) / determinant(np.arange(len(kept)))
        rows.append([name, gvif, len(own), gvif ** (1 / (2 * len(own)))])
    return {"How much terms overlap": rows}


@reference(
    "fitRegression",
    "linear",
    by="least squares in long doubles, SciPy t and f; car’s, sandwich’s and emmeans’ definitions; rows divided by scikit-learn",
)
def linear(ask, d):
    level, errors, kind = ask["confidence_level"], ask["errors"], ask["sums_of_squares"]
    model = Model(ask["formula"], d, ask.get("weights"))
    weights = model.weights
    y = np.asarray(model.response.numbers(model.rows), long)
    x, names, of = model.design(model.values())
    fit = Fit(x, y, weights)
    n, rank, df = len(y), x.shape[1], fit.df
    w = np.ones(n, long) if weights is None else np.asarray(weights, long)
    mean = (w * y).sum() / w.sum() if model.intercept else 0
    tss = (w * (y - mean) ** 2).sum()
    classical = fit.inverse * fit.sigma2
    covariance = classical if errors == "classical" else sandwich(x, fit, errors, weights)
    error = np.sqrt(np.diag(covariance))
    t, quantile = fit.beta / error, t_quantile((1 + level) / 2, df)

    def deviation(values):
        if weights is None:
            return np.sqrt(((values - values.mean()) ** 2).sum() / (n - 1))
        # As R's cov.wt(method = "unbiased").
        share = w / w.sum()
        return np.sqrt(
            (share * (values - (share * values).sum()) ** 2).sum() / (1 - (share**2).sum())
        )

    standardized = [
        None if of[k] < 0 else fit.beta[k] * deviation(x[:, k]) / deviation(y) for k in range(rank)
    ]
    tested = np.flatnonzero(of >= 0)
    df1 = len(tested)
    f = float(
        (tss - fit.rss) / df1 / fit.sigma2
        if errors == "classical"
        else wald(fit.beta, covariance, tested) / df1
    )
    likelihood = -0.5 * (
        n * (math.log(2 * math.pi) + 1 - math.log(n) + np.log(fit.rss)) - np.log(w[w > 0]).sum()
    )
    tables = {
        "Coefficients": [
            [
                names[k],
                fit.beta[k],
                error[k],
                fit.beta[k] - quantile * error[k],
                fit.beta[k] + quantile * error[k],
                t[k],
                2 * stats.t.sf(float(abs(t[k])), df),
                standardized[k],
            ]
            for k in range(rank)
        ]
    }
    if errors == "classical":
        tables["Terms"] = [
            *(
                [name, ss, one, term_f, p, ss / (ss + float(fit.rss))]
                for name, ss, one, term_f, p in sums_of_squares(model, fit, kind)
            ),
            ["residuals", fit.rss, df, None, None, None],
        ]
    else:
        tables["Terms"] = [
            *wald_terms(model, x, of, fit, covariance, kind, weights, errors),
            ["residuals", df, None, None],
        ]
    pictures = {}
    for term in ask.get("means", []):
        own, picture = marginal(model, fit, covariance, term, level)
        tables |= own
        pictures[f"Estimated marginal means of {term}"] = {"picture": picture}
    tables |= overlap(model, of, fit.inverse)

    def variances(rows):
        # The root of the covariance keeps the digits of rows far from 0.
        return (
            fit.sigma2 * ((rows @ fit.inverse_root) ** 2).sum(axis=1)
            if errors == "classical"
            else np.einsum("ij,jk,ik->i", rows, covariance, rows)
        )

    def predict(rows):
        value, variance = rows @ fit.beta, variances(rows)
        return value, value - quantile * np.sqrt(variance), value + quantile * np.sqrt(variance)

    if "predict" in ask:
        rows, asked = predicted_rows(ask, model)
        value, low, high = predict(rows)
        single = quantile * np.sqrt(variances(rows) + fit.sigma2)
        tables["Predictions"] = [
            [*one, *figures]
            for one, *figures in zip(asked, value, low, high, value - single, value + single)
        ]
    tables |= cross_validated(
        ask, model, x, y, lambda a, b, c, _: Fit(a, b, c).beta, lambda eta: eta, False
    )
    h = fit.leverages
    distance = w * fit.residuals**2 * h / (rank * fit.sigma2 * (1 - h) ** 2)
    order = sorted(range(n), key=lambda i: (-distance[i], i))[:10]
    tables["Rows of most influence"] = [
        [model.numbers_in_file[i], y[i], fit.fitted[i], fit.residuals[i], h[i], distance[i]]
        for i in order
    ]
    pearson = np.sqrt(w) * fit.residuals
    residuals = points_picture(
        fit.fitted, pearson, [i for i in range(n) if distance[i] > 4 / n]
    )
    drawn = [k for k in range(rank) if names[k] != "(Intercept)"][:40]
    picture = residuals
    if single_number(model):
        picture = fit_picture(model, y, predict)
    elif drawn:
        low, high = fit.beta - quantile * error, fit.beta + quantile * error
        picture = {
            "items": [
                {"value": fit.beta[k], "low": low[k], "high": high[k], "expected": 0}
                for k in drawn
            ]
        }
    if picture is not residuals:
        pictures["Residuals against fitted values"] = {"picture": residuals}
    pictures["Normal Q–Q of the residuals"] = {
        "picture": quantiles_picture(pearson.astype(float))
    }
    # Koenker’s studentized Breusch–Pagan, Shapiro–Wilk and Durbin–Watson of the Pearson
    # residuals, which are those of statsmodels’ wresid.
    e = pearson.astype(float)
    squares = np.asarray(pearson**2, long)
    centre = squares.mean() if model.intercept else 0
    breusch = float(n * (1 - residual_squares(x, squares) / ((squares - centre) ** 2).sum()))
    normal = shapiro(e)
    checked = [["Breusch–Pagan, studentized", "χ²", breusch, df1, stats.chi2.sf(breusch, df1)]]
    checked += [["Shapiro–Wilk", "W", normal[0], None, normal[1]]]
    checked += [["Durbin–Watson", "d", (np.diff(e) ** 2).sum() / (e**2).sum(), None, None]]
    tables["Checks of the residuals"] = checked
    said = [
        breusch,
        stats.chi2.sf(breusch, df1),
        normal[0],
        normal[1],
        (np.diff(e) ** 2).sum() / (e**2).sum(),
    ]
    squared = "R²" if model.intercept else "R² about 0"
    return {
        **model.provenance,
        "said": said,
        "statistic": {"value": f},
        "df": [df1, df],
        "p_value": stats.f.sf(f, df1, df),
        "effects": {
            squared: measured(1 - fit.rss / tss),
            f"adjusted {squared}": measured(1 - (fit.rss / df) * ((n - int(model.intercept)) / tss)),
            "residual standard deviation": measured(np.sqrt(fit.sigma2)),
            "AIC": measured(-2 * likelihood + 2 * (rank + 1)),
            "BIC": measured(-2 * likelihood + math.log(n) * (rank + 1)),
        },
        "tables": tables,
        "picture": picture,
        "pictures": pictures,
    }


def maximum_likelihood(x, y, family, exposure):
    """Newton's steps in long doubles, to their end."""
    beta = np.zeros(x.shape[1], long)
    if family == "poisson":
        beta = Fit(x, np.log((y + 0.5) / exposure)).beta
    for _ in range(60):
        mu = exposure * mean_of_family[family](x @ beta)
        w = mu * (1 - mu) if family == "binomial" else mu
        step = Fit(x, (y - mu) / w, w)
        beta = beta + step.beta
        if np.abs(step.beta).max() < 1e-17 * (1 + np.abs(beta).max()):
            break
    return beta, step, mu


mean_of_family = {"binomial": lambda eta: 1 / (1 + np.exp(-eta)), "poisson": np.exp}


def log_gamma(values):
    return np.array([special.gammaln(float(one)) for one in values], long)


def generalized(ask, d, family):
    """What logistic and Poisson models share."""
    level = ask["confidence_level"]
    model = Model(ask["formula"], d, exposure=ask.get("exposure"))
    exposure = np.asarray(model.exposure, long)
    if model.response.levels is not None:
        levels = sorted(set(model.response.raw[model.rows]))
        y = np.array([levels.index(one) for one in model.response.raw[model.rows]], long)
        event = ask.get("event") or levels[1]
        y = y if event == levels[1] else 1 - y
    else:
        y, event = np.asarray(model.response.numbers(model.rows), long), "1"
    x, names, of = model.design(model.values())
    beta, last, mu = maximum_likelihood(x, y, family, exposure)
    n, rank = x.shape

    def likelihood(m):
        if family == "binomial":
            return np.where(y == 1, np.log(m), np.log(1 - m)).sum()
        return (np.where(y == 0, 0, y * np.log(m)) - m - log_gamma(y + 1)).sum()

    own, null = likelihood(mu), likelihood(exposure * y.sum() / exposure.sum())
    full = likelihood(np.where(y == 0, 1e-300, y)) if family == "poisson" else long(0)
    deviance, null_deviance = 2 * (full - own), 2 * (full - null)
    chi, df = float(2 * (own - null)), rank - 1
    error = np.sqrt(np.diag(last.inverse))
    z, quantile = beta / error, stats.norm.ppf((1 + level) / 2)
    low, high = beta - quantile * error, beta + quantile * error
    ratio = "odds ratio" if family == "binomial" else "rate ratio"
    tables = {
        "Coefficients": [
            [
                names[k],
                beta[k],
                error[k],
                low[k],
                high[k],
                z[k],
                2 * stats.norm.sf(float(abs(z[k]))),
                np.exp(beta[k]),
            ]
            for k in range(rank)
        ],
        f"{ratio.capitalize()} of one more, or against the first group": [
            [names[k], np.exp(beta[k]), np.exp(low[k]), np.exp(high[k])]
            for k in range(rank)
            if of[k] >= 0
        ],
    }
    link = mean_of_family[family]

    def predict(rows):
        eta = rows @ beta
        # The root of the covariance keeps the digits of rows far from 0.
        reach = quantile * np.sqrt(((rows @ last.inverse_root) ** 2).sum(axis=1))
        return link(eta), link(eta - reach), link(eta + reach)

    further = {}
    if "predict" in ask:
        rows, asked = predicted_rows(ask, model)
        further["Predictions"] = [[*one, *figures] for one, *figures in zip(asked, *predict(rows))]
    further |= cross_validated(
        ask,
        model,
        x,
        y,
        lambda a, b, c, t: maximum_likelihood(a, b, family, t)[0],
        link,
        family == "binomial",
    )
    answer = {
        **model.provenance,
        "statistic": {"value": chi},
        "df": [df],
        "p_value": stats.chi2.sf(chi, df),
        "effects": {
            "McFadden R²": measured(1 - own / null),
            "share of the deviance explained": measured(1 - deviance / null_deviance),
            "log-likelihood": measured(own),
            "AIC": measured(-2 * own + 2 * rank),
            "deviance": measured(deviance),
            "null deviance": measured(null_deviance),
        },
    }
    return model, y, event, mu, predict, tables, further, answer


@reference(
    "fitRegression",
    "logistic",
    by="maximum likelihood in long doubles, SciPy chi2 and norm; pROC’s and Hosmer and Lemeshow’s definitions; rows divided by scikit-learn",
)
def logistic(ask, d):
    model, y, event, mu, predict, tables, further, answer = generalized(ask, d, "binomial")
    level = ask["confidence_level"]
    name = f"{model.response.text} = {event}"
    told = mu >= 0.5
    tp, fn, fp, tn = (
        int(one.sum())
        for one in (told & (y == 1), ~told & (y == 1), told & (y == 0), ~told & (y == 0))
    )
    tables["Predicted right at a probability of one half"] = [
        [name, tp, fn, tp / (tp + fn)],
        ["others", fp, tn, tn / (fp + tn)],
    ]
    # Probabilities that are alike but for rounding are one.
    scores = np.round(mu.astype(float), 13)
    positive, negative = scores[y == 1], scores[y == 0]
    wins = np.sign(positive[:, None] - negative[None, :]) / 2 + 0.5
    area = wins.mean()
    spread = math.sqrt(
        wins.mean(axis=1).var(ddof=1) / len(positive)
        + wins.mean(axis=0).var(ddof=1) / len(negative)
    )
    half = stats.norm.ppf((1 + level) / 2) * spread
    steps = [math.inf, *sorted(set(scores), reverse=True)]
    curve = {
        "x": [(negative >= at).mean() for at in steps],
        "y": [(positive >= at).mean() for at in steps],
        "at": {"x": fp / (fp + tn), "y": tp / (tp + fn)},
    }
    fitted = mu.astype(float)
    cuts = sorted(set(np.quantile(fitted, np.arange(1, 11) / 10)))
    place = np.minimum(np.searchsorted(np.array(cuts) + 1e-14, fitted), len(cuts) - 1)
    groups = [
        [cuts[k], int((place == k).sum()), int(y[place == k].sum()), fitted[place == k].sum()]
        for k in range(len(cuts))
        if (place == k).any()
    ]
    tables["Observed and expected by fitted probability"] = groups
    tables |= further
    lemeshow = sum((o - x) ** 2 / x + (x - o) ** 2 / (m - x) for _, m, o, x in groups)
    answer["said"] = [
        len(groups),
        lemeshow,
        len(groups) - 2,
        stats.chi2.sf(lemeshow, len(groups) - 2),
    ]
    pictures = {}
    picture = curve
    if single_number(model):
        picture = fit_picture(model, y, predict)
        pictures["Receiver operating characteristic"] = {"picture": curve}
    return {
        **answer,
        "estimate": measured(area, interval(level, max(0, area - half), min(1, area + half))),
        "tables": tables,
        "picture": picture,
        "pictures": pictures,
    }


@reference("fitRegression", "poisson", by="maximum likelihood in long doubles, SciPy chi2 and norm; rows divided by scikit-learn")
def poisson(ask, d):
    model, y, _, mu, predict, tables, further, answer = generalized(ask, d, "poisson")
    df = len(y) - len(tables["Coefficients"])
    answer["effects"]["dispersion"] = measured(((y - mu) ** 2 / mu).sum() / df)
    unit = 2 * (np.where(y == 0, 0, y * np.log(np.where(y == 0, 1, y) / mu)) - (y - mu))
    residuals = points_picture(mu, np.sign(y - mu) * np.sqrt(np.maximum(unit, 0)))
    picture, pictures = residuals, {}
    if single_number(model):
        picture = fit_picture(model, y / model.exposure, predict)
        pictures["Residuals against fitted values"] = {"picture": residuals}
    return {**answer, "tables": {**tables, **further}, "picture": picture, "pictures": pictures}
