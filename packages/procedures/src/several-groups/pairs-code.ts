import type { Snippet } from '../finding.ts';
import { pythonTexts } from '../snippets.ts';

/** Adjustments of p by the names of R’s p.adjust and of statsmodels. */
const adjustments = {
  holm: { r: 'holm', python: 'holm' },
  bonferroni: { r: 'bonferroni', python: 'bonferroni' },
  bh: { r: 'BH', python: 'fdr_bh' },
  none: { r: 'none', python: null },
} as const;

/** Code that follows that of the groups and of the test of all of them. */
export interface PairsCode extends Snippet {
  /** What Python imports for it. */
  readonly imports: readonly string[];
}

interface MeanPairsCode {
  readonly names: readonly string[];
  readonly level: number;
  /** Whether one variance holds for all groups: Tukey, else Games and Howell. */
  readonly equal: boolean;
}

/** Differences of means of all pairs by the studentized range, as the table of an answer has them. */
export const meanPairsCode = ({ names, level, equal }: MeanPairsCode): PairsCode => ({
  r: [
    '# Pairs of groups',
    'samples <- split(value, group); k <- length(samples)',
    ...(equal
      ? [
          'df <- length(value) - k; pooled <- sum(sapply(samples, function(x) sum((x - mean(x))^2))) / df',
        ]
      : []),
    'pairs <- do.call(rbind, combn(k, 2, simplify = FALSE, FUN = function(at) {',
    '  x <- samples[[at[2]]]; y <- samples[[at[1]]]',
    ...(equal
      ? ['  error <- sqrt(pooled / 2 * (1 / length(x) + 1 / length(y)))']
      : [
          '  a <- var(x) / length(x); b <- var(y) / length(y); error <- sqrt((a + b) / 2)',
          '  df <- 1 / ((a / (a + b))^2 / (length(x) - 1) + (b / (a + b))^2 / (length(y) - 1))',
        ]),
    '  difference <- mean(x) - mean(y); q <- abs(difference) / error',
    `  half <- qtukey(${level}, k, df) * error`,
    '  data.frame(pair = paste(levels(group)[rev(at)], collapse = " - "), difference,',
    '    low = difference - half, high = difference + half, q, df,',
    '    adjusted_p = ptukey(q, k, df, lower.tail = FALSE))',
    '}))',
    'print(pairs)',
  ],
  imports: ['from itertools import combinations'],
  python: [
    '# Pairs of groups',
    `names, k, pairs = ${pythonTexts(names)}, len(groups), []`,
    ...(equal
      ? [
          'df = sum(map(len, groups)) - k',
          'pooled = sum(((x - x.mean()) ** 2).sum() for x in groups) / df',
          `critical = stats.studentized_range.ppf(${level}, k, df)`,
        ]
      : []),
    'for second, first in combinations(range(k), 2):',
    '    x, y = groups[first], groups[second]',
    ...(equal
      ? ['    error = np.sqrt(pooled / 2 * (1 / len(x) + 1 / len(y)))']
      : [
          '    a, b = x.var(ddof=1) / len(x), y.var(ddof=1) / len(y)',
          '    error = np.sqrt((a + b) / 2)',
          '    df = 1 / ((a / (a + b)) ** 2 / (len(x) - 1) + (b / (a + b)) ** 2 / (len(y) - 1))',
        ]),
    '    difference = x.mean() - y.mean()',
    '    q = abs(difference) / error',
    `    half = ${equal ? 'critical' : `stats.studentized_range.ppf(${level}, k, df)`} * error`,
    '    p = stats.studentized_range.sf(q, k, df)',
    '    pairs.append((f"{names[first]} - {names[second]}", difference, difference - half, difference + half, q, df, p))',
    'pairs = pd.DataFrame(pairs, columns=["pair", "difference", "low", "high", "q", "df", "adjusted_p"])',
    'print(pairs.to_string())',
  ],
});

/** Dunn’s test of all pairs of mean ranks, with p adjusted. */
export function rankPairsCode(
  names: readonly string[],
  adjust: keyof typeof adjustments,
): PairsCode {
  const by = adjustments[adjust];
  return {
    r: [
      '# Pairs of groups',
      'n <- tabulate(group); r <- as.vector(tapply(rank(value), group, mean)); all <- as.numeric(sum(n))',
      'ties <- as.numeric(tabulate(match(value, unique(value))))',
      'spread <- all * (all + 1) / 12 - sum(ties^3 - ties) / (12 * (all - 1))',
      'pairs <- do.call(rbind, combn(length(n), 2, simplify = FALSE, FUN = function(at) {',
      '  z <- diff(r[at]) / sqrt(spread * sum(1 / n[at]))',
      '  data.frame(pair = paste(levels(group)[rev(at)], collapse = " - "), z, p = 2 * pnorm(-abs(z)))',
      '}))',
      `pairs$adjusted_p <- p.adjust(pairs$p, "${by.r}")`,
      'print(pairs)',
    ],
    imports: [
      'from itertools import combinations',
      ...(by.python === null ? [] : ['from statsmodels.stats.multitest import multipletests']),
    ],
    python: [
      '# Pairs of groups',
      `names, n = ${pythonTexts(names)}, np.array([float(len(x)) for x in groups])`,
      'values, total = np.concatenate(groups), n.sum()',
      'mean_ranks = [x.mean() for x in np.split(stats.rankdata(values), np.cumsum(n).astype(int)[:-1])]',
      'ties = np.unique(values, return_counts=True)[1].astype(float)',
      'spread = total * (total + 1) / 12 - (ties**3 - ties).sum() / (12 * (total - 1))',
      'pairs = []',
      'for second, first in combinations(range(len(groups)), 2):',
      '    z = (mean_ranks[first] - mean_ranks[second]) / np.sqrt(spread * (1 / n[first] + 1 / n[second]))',
      '    pairs.append((f"{names[first]} - {names[second]}", z, 2 * stats.norm.sf(abs(z))))',
      'pairs = pd.DataFrame(pairs, columns=["pair", "z", "p"])',
      `pairs["adjusted_p"] = ${by.python === null ? 'pairs["p"]' : `multipletests(pairs["p"], method="${by.python}")[1]`}`,
      'print(pairs.to_string())',
    ],
  };
}
