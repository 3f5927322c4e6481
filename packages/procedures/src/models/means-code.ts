import type { Snippet } from '../finding.ts';
import type { ModelColumn } from './model-column.ts';
import type { ShortNames } from './model-code.ts';
import type { ModelRows } from './read-model.ts';
import { pairsAtMost, type MarginalMeans } from './marginal-means.ts';
import { shiftsOf } from './shifted-columns.ts';

interface MeansCode {
  readonly means: readonly MarginalMeans[];
  readonly level: number;
  /** Of the coefficients, where they are not those of the fit, in R. */
  readonly covariance?: string | undefined;
}

/** How a number is before its transformation, in both languages. */
const inverse = {
  log: { r: 'exp(@)', python: 'np.exp(@)' },
  log2: { r: '2^(@)', python: '2 ** (@)' },
  log10: { r: '10^(@)', python: '10 ** (@)' },
  exp: { r: 'log(@)', python: 'np.log(@)' },
  sqrt: { r: '(@)^2', python: '(@) ** 2' },
} as const;

/**
 * Estimated marginal means and the differences of their pairs by Tukey. Numbers are at their mean:
 * of themselves, not of what they are transformed into, and also where they have two values, which
 * emmeans would take for groups.
 */
export function meansCode(
  model: ModelRows,
  short: ShortNames,
  { means, level, covariance }: MeansCode,
): Snippet {
  if (means.length === 0) return { r: [], python: [] };
  const shifts = shiftsOf(model);
  const explaining = [...model.columns].filter(([, column]) => column !== model.response);
  const nameOf = (key: string): string => short.get(key) ?? key;
  const numbers = explaining.flatMap(([key, column]) =>
    column.kind === 'number'
      ? [{ name: nameOf(key), ...meanOf(nameOf(key), column, shifts.get(key) ?? 0) }]
      : [],
  );
  const groups = explaining.flatMap(([key, { kind }]) => (kind === 'levels' ? [nameOf(key)] : []));
  const asked = means.map(({ factors, cells }) => ({
    names: factors.map(({ name }) => nameOf(name)),
    hasPairs: cells.length <= pairsAtMost,
    isKnown: cells.every(({ mean }) => mean?.interval != null),
  }));
  const at =
    numbers.length === 0
      ? ''
      : `, at = list(${numbers.map((one) => `${one.name} = ${one.r}`).join(', ')})`;
  const vcov = covariance === undefined ? '' : `, vcov. = ${covariance}`;
  const known = asked.filter(({ isKnown }) => isKnown);
  return {
    r: asked.flatMap(({ names, hasPairs }) => [
      `means <- emmeans::emmeans(fit, ~ ${names.join(' * ')}${at}${vcov}, level = ${level})`,
      'print(means)',
      ...(hasPairs
        ? [`print(summary(pairs(means, reverse = TRUE), infer = TRUE, level = ${level}))`]
        : []),
    ]),
    python:
      known.length === 0
        ? []
        : [
            '# Estimated marginal means, and differences of their pairs by Tukey',
            'from itertools import combinations, product',
            'from patsy import build_design_matrices',
            'from scipy import stats',
            '',
            `groups = [${groups.map((name) => `"${name}"`).join(', ')}]`,
            'grid = pd.DataFrame(list(product(*(m[one].cat.categories for one in groups))), columns=groups)',
            ...numbers.map(({ name, python }) => `grid["${name}"] = ${python}`),
            'design = np.asarray(build_design_matrices([fit.model.data.design_info], grid)[0])',
            `for names, has_pairs in [${known.map(({ names, hasPairs }) => `([${names.map((name) => `"${name}"`).join(', ')}], ${hasPairs ? 'True' : 'False'})`).join(', ')}]:`,
            '    cells = list(grid[names].drop_duplicates().itertuples(index=False, name=None))',
            '    rows = np.array([design[(grid[names] == cell).all(axis=1)].mean(axis=0) for cell in cells])',
            `    means = fit.t_test(rows).summary_frame(alpha=1 - ${level}).set_axis([", ".join(cell) for cell in cells])`,
            '    print(means.to_string())',
            '    pairs, k, df = [], len(cells), fit.df_resid',
            `    critical = stats.studentized_range.ppf(${level}, k, df) if has_pairs else None`,
            '    for second, first in combinations(range(len(cells)), 2) if has_pairs else []:',
            '        one = fit.t_test(rows[first] - rows[second])',
            '        difference, error = one.effect.item(), one.sd.item() / np.sqrt(2)',
            '        half = critical * error',
            '        p = stats.studentized_range.sf(abs(difference) / error, k, df)',
            '        pairs.append((means.index[first], means.index[second], difference, difference - half, difference + half, p))',
            '    pairs = pd.DataFrame(pairs, columns=["first", "second", "difference", "low", "high", "adjusted_p"])',
            '    print(pairs.to_string())',
          ],
  };
}

/** The mean of a number in the rows of the model, transformed as the number is. */
function meanOf(
  name: string,
  { variable: { transform } }: ModelColumn,
  shift: number,
): { readonly r: string; readonly python: string } {
  const [r, python] = [`m$${name}`, `m["${name}"]`];
  if (transform === null || transform === 'factor')
    return { r: `mean(${r})`, python: `${python}.mean()` };
  const back = inverse[transform];
  const add = shift === 0 ? '' : ` + ${shift}`;
  const less = shift === 0 ? '' : ` - ${shift}`;
  return {
    r: `${transform}(mean(${back.r.replace('@', `${r}${add}`)}))${less}`,
    python: `np.${transform}(np.mean(${back.python.replace('@', `${python}${add}`)}))${less}`,
  };
}
