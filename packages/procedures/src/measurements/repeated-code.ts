import type { Snippet } from '../finding.ts';
import { nearCode, type Near } from '../near-values.ts';
import { numbersCode } from '../read-numbers.ts';
import { pythonLabels, pythonTexts, quoted, rLabels, rTexts } from '../snippets.ts';
import type { Group, RepeatedInput } from './repeated-measurements.ts';

/** The same analysis in R and in Python, with the pairs of measurements. */
export function codeOf(input: RepeatedInput, group: Group | null, near: Near): Snippet {
  const [all, pairs] = [analysisOf(input, group, near), pairsOf(input)];
  return { r: [...all.r, ...pairs.r], python: [...all.python, ...pairs.python] };
}

/** Paired t tests over all rows, p by Holm. */
const pairsOf = ({ columns: names, confidence_level: level }: RepeatedInput): Snippet => ({
  r: [
    '# Pairs of measurements',
    `names <- ${rTexts(names)}`,
    'pairs <- do.call(rbind, combn(ncol(y), 2, simplify = FALSE, FUN = function(at) {',
    '  x <- y[, at[1]] - y[, at[2]]; df <- length(x) - 1; error <- sd(x) / sqrt(length(x))',
    `  half <- qt((1 + ${level}) / 2, df) * error; t <- mean(x) / error`,
    '  data.frame(first = names[at[1]], second = names[at[2]], difference = mean(x),',
    '    low = mean(x) - half, high = mean(x) + half, t, df, p = 2 * pt(-abs(t), df), d = mean(x) / sd(x))',
    '}))',
    'pairs$adjusted_p <- p.adjust(pairs$p, "holm")',
    'print(pairs)',
  ],
  python: [
    '# Pairs of measurements',
    'from itertools import combinations',
    'from statsmodels.stats.multitest import multipletests',
    '',
    `names, pairs = ${pythonTexts(names)}, []`,
    'for i, j in combinations(range(k), 2):',
    '    x, df = y[:, i] - y[:, j], n - 1',
    '    error = x.std(ddof=1) / np.sqrt(n)',
    `    half, t = stats.t.ppf((1 + ${level}) / 2, df) * error, x.mean() / error`,
    '    pairs.append((names[i], names[j], x.mean(), x.mean() - half, x.mean() + half, t, df, 2 * stats.t.sf(abs(t), df), x.mean() / x.std(ddof=1)))',
    'pairs = pd.DataFrame(pairs, columns=["first", "second", "difference", "low", "high", "t", "df", "p", "d"])',
    'pairs["adjusted_p"] = multipletests(pairs["p"], method="holm")[1]',
    'print(pairs.to_string())',
  ],
});

function analysisOf(
  { columns: names, group: by }: RepeatedInput,
  group: Group | null,
  near: Near,
): Snippet {
  const k = names.length;
  if (by === undefined || group === null) {
    const code = numbersCode(names, [], near);
    return {
      r: [
        ...code.r,
        'y <- do.call(cbind, columns)',
        `step <- factor(seq_len(${k}))`,
        'fit <- car::Anova(lm(y ~ 1), idata = data.frame(step), idesign = ~step, type = 3)',
        'found <- summary(fit, multivariate = FALSE)',
        'print(found)',
        k > 2
          ? 'result <- list(p.value = found$pval.adjustments["step", "Pr(>F[GG])"])'
          : 'result <- list(p.value = found$univariate.tests["step", "Pr(>F)"])',
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'y = np.column_stack(columns)',
        'n, k = y.shape',
        'within = n * ((y.mean(0) - y.mean()) ** 2).sum()',
        'e = y - y.mean(1, keepdims=True) - y.mean(0) + y.mean()',
        'f = within / (k - 1) / ((e ** 2).sum() / ((k - 1) * (n - 1)))',
        's = np.cov(y.T)',
        'c = s - s.mean(0) - s.mean(1)[:, None] + s.mean()',
        'epsilon = np.trace(c) ** 2 / ((k - 1) * (c ** 2).sum())',
        'result = stats.f.sf(f, epsilon * (k - 1), epsilon * (k - 1) * (n - 1))',
        'print(f, epsilon, result)',
      ],
    };
  }
  const counted = nearCode(near, {
    r: (of) => `y <- ${of('y')}`,
    python: (of) => `y = ${of('y')}`,
  });
  const [r, python] = [rLabels(by, group.type), pythonLabels(by, group.type)];
  return {
    r: [
      `columns <- lapply(c(${names.map(quoted).join(', ')}), function(name) as.numeric(d[[name]]))`,
      `by <- factor(${r})`,
      'used <- Reduce(`&`, lapply(columns, is.finite)) & !is.na(by)',
      'y <- do.call(cbind, lapply(columns, `[`, used)); by <- droplevels(by[used])',
      ...counted.r,
      'contrasts(by) <- "contr.sum"',
      `step <- factor(seq_len(${k}))`,
      'fit <- car::Anova(lm(y ~ by), idata = data.frame(step), idesign = ~step, type = 3)',
      'found <- summary(fit, multivariate = FALSE)',
      'print(found)',
      k > 2
        ? 'result <- list(p.value = found$pval.adjustments["by:step", "Pr(>F[GG])"])'
        : 'result <- list(p.value = found$univariate.tests["by:step", "Pr(>F)"])',
      'print(result)',
    ],
    python: [
      'from scipy import stats',
      '',
      `columns = [pd.to_numeric(d[name]).astype(float).to_numpy() for name in [${names.map(quoted).join(', ')}]]`,
      `by = np.array(${python}, dtype=object)`,
      'used = np.logical_and.reduce([np.isfinite(one) for one in columns] + [[one is not None for one in by]])',
      'y = np.column_stack([one[used] for one in columns]); by = by[used]',
      ...counted.python,
      'n, k = y.shape',
      'z = y - y.mean(1, keepdims=True)',
      'groups = sorted(set(by)); g = len(groups)',
      'means = np.array([z[by == one].mean(0) for one in groups]); sizes = np.array([(by == ' +
        'one).sum() for one in groups])',
      'e = z - means[[groups.index(one) for one in by]]',
      'between = (sizes[:, None] * (means - (sizes @ means) / n) ** 2).sum()',
      'f = between / ((k - 1) * (g - 1)) / ((e ** 2).sum() / ((k - 1) * (n - g)))',
      's = e.T @ e',
      'epsilon = np.trace(s) ** 2 / ((k - 1) * (s ** 2).sum())',
      'result = stats.f.sf(f, epsilon * (k - 1) * (g - 1), epsilon * (k - 1) * (n - g))',
      'print(f, epsilon, result)',
    ],
  };
}
