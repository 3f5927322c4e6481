from common import *


def drawn(n, most=800):
    """Rows that are drawn: all, or evenly chosen ones."""
    step = max(1, math.ceil(n / most))
    return range(0, n, step)


class Components:
    """Of correlations or covariances by NumPy; of each direction the largest loading is above 0."""

    def __init__(self, columns, scale):
        self.x = np.array([x - mean_of(x) for x in columns])
        self.spread = np.array([sd_of(x) for x in columns])
        self.units = self.spread if scale else np.ones(len(columns))
        z = self.x / self.units[:, None]
        products = np.array([[math.fsum(a * b) for b in z] for a in z]) / (z.shape[1] - 1)
        values, vectors = np.linalg.eigh(products)
        self.values, self.vectors = values[::-1], vectors[:, ::-1].T
        for one in self.vectors:
            if one[np.abs(one).argmax()] < 0:
                one *= -1
        self.z = z
        self.correlations = products if scale else products / np.outer(self.spread, self.spread)

    def scores(self, k):
        return self.vectors[k] @ self.z


@reference("structure", "principal_components", by="NumPy eigh, psych::KMO’s definition")
def principal_components(ask, d):
    names = ask["columns"]
    columns, _, rows = d.complete(names)
    c = Components(columns, ask["scale"])
    shares = c.values / c.values.sum()
    summed = np.cumsum(shares)
    kept = max(1, int((c.values > 1).sum())) if ask["scale"] else int(np.argmax(summed >= 0.8)) + 1
    shown = min(len(names), max(kept, 2), 6)
    inverse = np.linalg.inv(c.correlations)
    partial = inverse / np.sqrt(np.outer(np.diag(inverse), np.diag(inverse)))
    off = ~np.eye(len(names), dtype=bool)
    kmo = (c.correlations[off] ** 2).sum() / (
        (c.correlations[off] ** 2).sum() + (partial[off] ** 2).sum()
    )
    places = list(drawn(len(columns[0])))
    units = np.ones(len(names)) if ask["scale"] else c.spread
    n, p = len(columns[0]), len(names)
    sphericity = -(n - 1 - (2 * p + 5) / 6) * np.linalg.slogdet(c.correlations)[1]
    df = p * (p - 1) // 2
    return {
        **rows,
        "said": [sphericity, df, stats.chi2.sf(sphericity, df), kept, p],
        "effects": {
            "share of variance, first component": measured(shares[0]),
            "share of variance, first two": measured(summed[1]),
            "Kaiser–Meyer–Olkin measure": measured(kmo),
        },
        "tables": {
            "Components": [
                [k + 1, math.sqrt(c.values[k]), c.values[k], shares[k], summed[k]]
                for k in range(len(names))
            ],
            "Loadings": [
                [name, *(c.vectors[k][i] for k in range(shown))] for i, name in enumerate(names)
            ],
            "Correlations with the components": [
                [name, *(c.vectors[k][i] * math.sqrt(c.values[k]) / units[i] for k in range(shown))]
                for i, name in enumerate(names)
            ],
        },
        "picture": {
            "x": c.scores(0)[places],
            "y": c.scores(1)[places],
            "arrows": [{"x": c.vectors[0][i], "y": c.vectors[1][i]} for i in range(len(names))],
        },
        "pictures": {
            "Variance of each component": {
                "picture": {
                    "x": list(range(1, len(names) + 1)),
                    "values": c.values,
                    "limit": 1 if ask["scale"] else None,
                }
            }
        },
    }


def clustered(z, ks):
    """The best of 2,000 starts of R's kmeans (Hartigan and Wong), for each number of clusters."""
    import subprocess

    program = (
        "x <- as.matrix(read.csv(file('stdin'), header = FALSE)); set.seed(1); for (k in c(%s)) cat(suppressWarnings(kmeans(x, k, iter.max = 200, nstart = 2000))$cluster, '\\n')"
        % ", ".join(map(str, ks))
    )
    rows = "\n".join(",".join(map(repr, map(float, row))) for row in z)
    found = subprocess.run(
        ["Rscript", "--vanilla", "-e", program],
        input=rows,
        capture_output=True,
        text=True,
        check=True,
    )
    return [np.array(line.split(), int) - 1 for line in found.stdout.strip().split("\n")]


def searched(n):
    """Starts and exchanges of centres, as documented."""
    return (100, 600) if n <= 200 else (30, 200) if n <= 1000 else (20, 40) if n <= 5000 else (6, 6)


@reference("structure", "k_means", by="R’s kmeans of 2,000 starts, scikit-learn silhouette_samples")
def k_means(ask, d):
    from sklearn.metrics import silhouette_samples

    names = ask["columns"]
    columns, file_places, rows = d.complete(names)
    c = Components(columns, ask["scale"])
    z = c.z.T
    n = len(z)
    distinct = len(np.unique(z, axis=0))
    most = min(distinct, n - 1)
    tried = []
    ks = [ask["k"]] if "k" in ask else list(range(2, min(8, most) + 1))
    for k, labels in zip(ks, clustered(z, ks)):
        widths = silhouette_samples(z, labels)
        centres = np.array([z[labels == j].mean(axis=0) for j in range(k)])
        within = [((z[labels == j] - centres[j]) ** 2).sum() for j in range(k)]
        tried.append((k, labels, widths, centres, within))
    k, labels, widths, centres, within = max(tried, key=lambda one: one[2].mean())
    # The largest first; of those alike the one with the smaller mean of the first column.
    order = sorted(range(k), key=lambda j: (-(labels == j).sum(), centres[j][0]))
    total = (z**2).sum()
    place = {j: i + 1 for i, j in enumerate(order)}
    mean = np.array([mean_of(x) for x in columns])
    clusters = [
        [
            str(place[j]),
            int((labels == j).sum()),
            widths[labels == j].mean(),
            within[j],
            *(centres[j] * c.units + mean),
        ]
        for j in order
    ]
    tables = {"Clusters": clusters}
    pictures = {}
    if len(tried) > 1:
        silhouettes = [one[2].mean() for one in tried]
        tables["Numbers of clusters compared"] = [
            [one[0], silhouette, sum(one[4])]
            for one, silhouette in zip(tried, silhouettes)
        ]
        pictures["Mean silhouette by number of clusters"] = {
            "picture": {"x": [one[0] for one in tried], "values": silhouettes}
        }
    tables["Cluster of each row"] = [
        [d.numbers_in_file[file_places[i]], str(place[labels[i]]), widths[i]] for i in range(n)
    ]
    places = list(drawn(n))
    about_all = Components(columns, ask["scale"])
    return {
        **rows,
        "said": [*searched(n), ks[0], ks[-1], k],
        "effects": {
            "mean silhouette": measured(widths.mean()),
            "share of squares between clusters": measured(1 - sum(within) / total),
            "sum of squares within": measured(sum(within)),
        },
        "tables": tables,
        "picture": {"x": about_all.scores(0)[places], "y": about_all.scores(1)[places]},
        "pictures": pictures,
    }


@reference("structure", "little_mcar", by="EM in NumPy (Little 1988), SciPy chi2")
def little_mcar(ask, d):
    names = ask["columns"]
    x = np.array([d.number(name) for name in names]).T
    some = ~np.isnan(x).all(axis=1)
    rows = d.provenance(some.sum(), {"every value missing": (~some).sum()})
    x = x[some]
    gaps = np.isnan(x).sum(axis=0)
    if gaps.sum() == 0:
        raise Refused
    n, k = x.shape
    present = [x[~np.isnan(x[:, i]), i] for i in range(k)]
    centre, scale = np.array([mean_of(one) for one in present]), np.array(
        [sd_of(one) for one in present]
    )
    z = (x - centre) / scale
    patterns = {}
    for row in z:
        patterns.setdefault(tuple(np.isnan(row)), []).append(row)
    patterns = sorted(patterns.items(), key=lambda one: -len(one[1]))
    mean, cov = np.zeros(k), np.diag(np.nanvar(z, axis=0))
    for _ in range(20_000):
        sums, squares = np.zeros(k), np.zeros((k, k))
        for missing, list_of_rows in patterns:
            m = np.array(missing)
            filled = np.array(list_of_rows)
            left = np.zeros((k, k))
            if m.any():
                b = np.linalg.solve(cov[np.ix_(~m, ~m)], cov[np.ix_(~m, m)])
                filled[:, m] = mean[m] + (filled[:, ~m] - mean[~m]) @ b
                left[np.ix_(m, m)] = cov[np.ix_(m, m)] - cov[np.ix_(m, ~m)] @ b
            sums += filled.sum(axis=0)
            squares += filled.T @ filled + len(filled) * left
        new_mean = sums / n
        new_cov = squares / n - np.outer(new_mean, new_mean)
        change = max(np.abs(new_mean - mean).max(), np.abs(new_cov - cov).max())
        mean, cov = new_mean, new_cov
        if change < 1e-15:
            break
    statistic, df = 0.0, -k
    # The covariance of maximum likelihood, as in naniar::mcar_test.
    for missing, list_of_rows in patterns:
        m = ~np.array(missing)
        own = np.array(list_of_rows)[:, m].mean(axis=0) - mean[m]
        statistic += len(list_of_rows) * own @ np.linalg.solve(cov[np.ix_(m, m)], own)
        df += int(m.sum())
    named = [
        (", ".join(name for name, gone in zip(names, missing) if gone) or "none", len(some_rows))
        for missing, some_rows in patterns
    ]
    return {
        **rows,
        "said": [len(patterns)],
        "statistic": {"value": statistic},
        "df": [df],
        "p_value": stats.chi2.sf(statistic, df),
        "tables": {
            "Patterns of missing values": [[label, count, count / n] for label, count in named],
            "Columns": [
                [
                    name,
                    int(gaps[i]),
                    gaps[i] / n,
                    centre[i],
                    centre[i] + mean[i] * scale[i],
                    math.sqrt(cov[i, i]) * scale[i],
                ]
                for i, name in enumerate(names)
            ],
        },
        "picture": {"values": [count for _, count in named[:12]]},
    }
