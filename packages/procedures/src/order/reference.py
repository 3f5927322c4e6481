from common import *


@reference("testDistribution", "autocorrelation", by="statsmodels acf and q_stat")
def autocorrelation(ask, d):
    from statsmodels.tsa.stattools import acf

    (x,), _, rows = d.complete([ask["column"]])
    z, lags = centred(x)[0], ask["lags"]
    r, q, p = acf(z, nlags=lags, qstat=True, fft=False)
    r, n = r[1:], len(x)
    places = np.arange(1, lags + 1)
    marked = [i for i in range(lags) if abs(r[i]) > stats.norm.ppf(0.975) / math.sqrt(n)]
    shown = points_picture(places, r, marked)
    return {
        **rows,
        "statistic": {"value": q[-1]},
        "df": [lags],
        "p_value": stats.chi2.sf(q[-1], lags),
        "estimate": measured(r[0]),
        "groups": described([ask["column"]], [x], ask["confidence_level"]),
        "tables": {"Autocorrelations": [[int(k), one] for k, one in zip(places, r)]},
        "picture": {"x": places, "y": r, "marked": marked},
    }
