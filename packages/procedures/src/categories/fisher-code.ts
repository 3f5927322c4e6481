/**
 * The network of Mehta and Patel in NumPy, as packages/statistics counts it: scipy.stats.fisher_exact
 * takes larger tables from 1.15 on only, and by chance. Ways to fill the columns that are all less
 * probable than the observed table, or none of which is, are taken together, so that it ends within
 * seconds for what the answer counts.
 */
export const networkImports = ['from math import prod', 'from scipy.special import gammaln', ''];
export const networkPython = [
  'size = lambda values: gammaln(values + 1).sum(axis=-1)',
  'table = counts if counts.shape[0] <= counts.shape[1] else counts.T',
  'rows, columns = np.sort(table.sum(axis=1)), -np.sort(-table.sum(axis=0))',
  'constant = size(rows) + size(columns) - gammaln(counts.sum() + 1)',
  'observed = 1e-7 - size(counts.ravel())',
  'sizes = [int(row) + 1 for row in rows]',
  'weights = [prod(sizes[:i]) for i in range(len(sizes))]',
  'weights = np.array(weights, dtype=int if prod(sizes) < 2**63 else object)',
  'span = lambda n: np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n)',
  'nodes, edges = [rows[None, :]], []  # what the rows have left after each column, and the ways on',
  'for column in columns[:-1]:',
  '    rest = nodes[-1]',
  '    start, log, left = np.arange(len(rest)), np.zeros(len(rest)), np.full(len(rest), column)',
  '    for i in range(len(rows)):',
  '        low = np.maximum(0, left - rest[:, i + 1:].sum(axis=1))',
  '        n = np.minimum(rest[:, i], left) - low + 1',
  '        at = np.repeat(np.arange(len(rest)), n)',
  '        value = span(n) + low[at]',
  '        start, log, left, rest = start[at], log[at] - gammaln(value + 1), left[at] - value, rest[at]',
  '        rest[:, i] -= value',
  '    rest = np.sort(rest, axis=1)',
  '    _, first, to = np.unique(rest @ weights, return_index=True, return_inverse=True)',
  '    nodes.append(rest[first])',
  '    edges.append((start, to, log))',
  'most = [-size(nodes[-1])]',
  'least = [most[0]]',
  'for start, to, log in edges[::-1]:',
  '    first = np.flatnonzero(np.diff(start, prepend=-1))',
  '    most.insert(0, np.maximum.reduceat(log + most[0][to], first))',
  '    least.insert(0, np.minimum.reduceat(log + least[0][to], first))',
  'result, at, sums, ways = 0.0, np.zeros(1, int), np.zeros(1), np.ones(1)',
  'for i, (start, to, log) in enumerate(edges):',
  '    total = gammaln(nodes[i + 1].sum(axis=1) + 1) - size(nodes[i + 1]) - size(columns[i + 1:])',
  '    on = []',
  '    for node in np.unique(at):',
  '        own = slice(*np.searchsorted(at, [node, node + 1]))',
  '        out = slice(*np.searchsorted(start, [node, node + 1]))',
  '        before, many, further, target = sums[own], ways[own], log[out], to[out]',
  '        below = np.append(0, np.cumsum(many * np.exp(before - before[-1])))',
  '        counted = np.searchsorted(before, observed - further - most[i + 1][target], "right")',
  '        open_ = np.searchsorted(before, observed - further - least[i + 1][target], "right")',
  '        result += (below[counted] * np.exp(before[-1] + further + total[target] + constant)).sum()',
  '        n = open_ - counted',
  '        edge = np.repeat(np.arange(len(n)), n)',
  '        place = span(n) + counted[edge]',
  '        on.append((target[edge], before[place] + further[edge], many[place]))',
  '    at, sums, ways = map(np.concatenate, zip(*on)) if on else (at[:0], sums[:0], ways[:0])',
  '    order = np.lexsort((sums, at))',
  '    at, sums, ways = at[order], sums[order], ways[order]',
  '    first = np.flatnonzero((np.diff(at, prepend=-1) != 0) | (np.diff(sums, prepend=np.inf) > 1e-9))',
  '    at, sums, ways = at[first], sums[first], np.add.reduceat(ways, first) if len(first) else ways',
  'log = sums + most[-1][at]',
  'result += (ways * np.exp(log + constant))[log <= observed].sum()',
];

export const drawnImports = [
  'from scipy.special import gammaln',
  'from scipy.stats import random_table',
  '',
];
export const drawnPython = (draws: number, seed: number): string[] => [
  'size = lambda tables: gammaln(tables + 1).sum(axis=(-1, -2))',
  `drawn = random_table(counts.sum(axis=1), counts.sum(axis=0)).rvs(${draws}, random_state=${seed})`,
  `result = (1 + (size(drawn) >= size(counts) - 1e-7).sum()) / ${draws + 1}  # drawn: the same within the error of drawing`,
];

/** The conditional odds ratio; that of scipy.stats.fisher_exact is the one of the sample. */
export const twoByTwoPython = (alternative: string): string[] => [
  'print(stats.contingency.odds_ratio(counts, kind="conditional").statistic)',
  `result = stats.fisher_exact(counts, alternative="${alternative}")[1]`,
];
