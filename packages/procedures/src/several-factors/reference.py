from models import *


@reference(
    "compareGroups",
    "factorial_anova",
    by="least squares in long doubles, SciPy f, emmeans’ definitions",
)
def factorial_anova(ask, d):
    level, kind = ask["confidence_level"], ask["sums_of_squares"]
    factors, covariates = ask["factors"], ask["covariates"]
    # In the order of R's formula: by the number of factors, then as they are named.
    model = Model(f"{ask['value']} ~ {' + '.join([*covariates, ' * '.join(factors)])}", d)
    x, _, _ = model.design(model.values())
    fit = Fit(x, model.response.numbers(model.rows))
    lines = sums_of_squares(model, fit, kind)
    mse, n = float(fit.sigma2), len(model.rows)
    total = float(fit.rss) + sum(ss for _, ss, *_ in lines)
    rows = [
        [
            name,
            ss,
            df,
            ss / df,
            f,
            p,
            ss / (ss + float(fit.rss)),
            max(0, (ss - df * mse) / (ss + (n - df) * mse)),
            ss / total,
        ]
        for name, ss, df, f, p in lines
    ]
    _, _, df, f, p = lines[-1]
    covariance = fit.inverse * fit.sigma2
    whole = ":".join(factors if len(factors) <= 3 else factors[:2])
    tables, pictures = {"Terms": [*rows, ["residuals", fit.rss, fit.df, mse, *[None] * 5]]}, {}
    for term in [whole, *factors]:
        own, picture = marginal(model, fit, covariance, term, level)
        tables |= own
        pictures[f"Estimated marginal means of {term}"] = {"picture": picture}
    main = pictures.pop(f"Estimated marginal means of {whole}")["picture"]
    pictures["Normal Q–Q of the residuals"] = {
        "picture": quantiles_picture(fit.residuals.astype(float))
    }
    cells = {}
    for residual, *labels in zip(
        fit.residuals.astype(float), *(model.variables[name].raw[model.rows] for name in factors)
    ):
        cells.setdefault(tuple(labels), []).append(residual)
    sizes = [len(one) for one in cells.values()]
    normal = shapiro(fit.residuals.astype(float))
    said = [
        len(cells),
        min(sizes),
        max(sizes),
        *brown_forsythe([np.array(one) for one in cells.values()]),
        normal[0],
        normal[1],
    ]
    return {
        **model.provenance,
        "said": said,
        "statistic": {"value": f},
        "df": [df, fit.df],
        "p_value": p,
        "effects": {
            f"partial η² of {name}": measured(ss / (ss + float(fit.rss))) for name, ss, *_ in lines
        },
        "tables": tables,
        "picture": main,
        "pictures": pictures,
    }
