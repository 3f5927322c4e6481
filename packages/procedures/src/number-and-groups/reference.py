from common import *


def in_groups(ask, d):
    names, values, rows = d.groups(ask["x"], ask["y"])
    return values, {
        **rows,
        "groups": described(names, values, ask["confidence_level"]),
        "picture": groups_picture(names, values),
    }


@reference("association", "point_biserial", by="NumPy, SciPy t, Fisher 1921")
def point_biserial(ask, d):
    values, common = in_groups(ask, d)
    x = np.concatenate(values)
    z = np.repeat([0.0, 1.0], [len(one) for one in values])
    x, z, n, level = x - mean_of(x), z - z.mean(), len(x), ask["confidence_level"]
    r = math.fsum(x * z) / math.sqrt(math.fsum(x * x) * math.fsum(z * z))
    t = r * math.sqrt((n - 2) / ((1 - r) * (1 + r)))
    half = stats.norm.ppf((1 + level) / 2) / math.sqrt(n - 3)
    ci = interval(level, np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half))
    return {
        **common,
        "statistic": {"value": t},
        "df": [n - 2],
        "p_value": 2 * stats.t.sf(abs(t), n - 2),
        "estimate": measured(r, ci),
    }


@reference("association", "correlation_ratio", by="NumPy, SciPy f, effectsize’s definition")
def correlation_ratio(ask, d):
    values, common = in_groups(ask, d)
    place = float(np.median(np.concatenate(values)))
    z, level = [x - place for x in values], ask["confidence_level"]
    n, k = sum(map(len, z)), len(z)
    grand, means = math.fsum(np.concatenate(z)) / n, [math.fsum(x) / len(x) for x in z]
    between = math.fsum(len(x) * (m - grand) ** 2 for x, m in zip(z, means))
    within = math.fsum(math.fsum((x - m) ** 2) for x, m in zip(z, means))
    f, eta = between / (k - 1) / (within / (n - k)), between / (between + within)
    low, high = (ncp / (ncp + n - k) for ncp in noncentral_f_interval(f, k - 1, n - k, level))
    return {
        **common,
        "statistic": {"value": f},
        "df": [k - 1, n - k],
        "p_value": stats.f.sf(f, k - 1, n - k),
        "estimate": measured(
            math.sqrt(eta), interval(level, math.sqrt(low), math.sqrt(high)) if high > 0 else None
        ),
        "effects": {"η²": measured(eta, interval(level, low, high) if high > 0 else None)},
    }
