import type { Formula, Variable } from '@columnist/contract';
import type { Snippet } from '../finding.ts';
import { pythonLabels, pythonTexts, quoted, rLabels, rTexts } from '../snippets.ts';
import type { ModelRows } from './read-model.ts';
import { baseOf } from './model-column.ts';

/** The formula in both languages. */
export interface Written {
  readonly r: string;
  readonly python: string;
}
/** Short names by those of the model's columns. */
export type ShortNames = ReadonlyMap<string, string>;

/** What follows the reading of the columns `m`, and the column of weights `w`. */
interface Fitting {
  readonly weights?: string | undefined;
  readonly fit: (written: Written, short: ShortNames) => Snippet;
}

/** The same model in R and in Python, over short names that both languages take. */
export function modelCode(model: ModelRows, { weights, fit }: Fitting): Snippet {
  const short = new Map([...model.columns.keys()].map((key, i) => [key, i === 0 ? 'y' : `x${i}`]));
  const written = formulaIn(model.formula, short);
  const lines = [...model.columns].map(([key, column]) => {
    const name = short.get(key) ?? '';
    const { column: source, transform, power } = column.variable;
    if (column.kind === 'levels') {
      return {
        r: `m$${name} <- factor(${rLabels(source, column.type)}, levels = ${rTexts(column.levels)})  # ${quoted(key)}`,
        python: `m["${name}"] = pd.Categorical(${pythonLabels(source, column.type)}, categories=${pythonTexts(column.levels)})  # ${quoted(key)}`,
      };
    }
    const [r, python] = [
      `as.numeric(d[[${quoted(source)}]])${power === 1 ? '' : `^${power}`}`,
      `pd.to_numeric(d[${quoted(source)}]).astype(float)${power === 1 ? '' : `**${power}`}`,
    ];
    return {
      r: `m$${name} <- ${transform === null ? r : `${transform}(${r})`}  # ${quoted(key)}`,
      python: `m["${name}"] = ${transform === null ? python : `np.${transform}(${python})`}  # ${quoted(key)}`,
    };
  });
  const weight =
    weights === undefined
      ? { r: [], python: [] }
      : {
          r: [`m$w <- as.numeric(d[[${quoted(weights)}]]); m$w[m$w <= 0] <- NA`],
          python: [
            `m["w"] = pd.to_numeric(d[${quoted(weights)}]).astype(float).where(lambda w: w > 0)`,
          ],
        };
  const event =
    model.response.kind === 'levels'
      ? { r: ['m$y <- as.numeric(m$y) - 1'], python: ['m["y"] = m["y"].cat.codes'] }
      : { r: [], python: [] };
  const fitting = fit(written, short);
  return {
    r: [
      'm <- data.frame(row.names = seq_len(nrow(d)))',
      ...lines.map(({ r }) => r),
      ...weight.r,
      'm <- m[Reduce(`&`, lapply(m, function(one) if (is.factor(one)) !is.na(one) else ' +
        'is.finite(one))), , drop = FALSE]',
      ...event.r,
      ...fitting.r,
      'print(result)',
    ],
    python: [
      'import statsmodels.api as sm',
      'import statsmodels.formula.api as smf',
      '',
      'm = pd.DataFrame(index=d.index)',
      ...lines.map(({ python }) => python),
      ...weight.python,
      'm = m.replace([np.inf, -np.inf], np.nan).dropna()',
      ...event.python,
      ...fitting.python,
      'print(fit.summary())',
      'print(result)',
    ],
  };
}

const term = (variable: Variable, short: ShortNames, python: boolean): string => {
  const name = short.get(baseOf(variable)) ?? '';
  return variable.power === 1
    ? name
    : python
      ? `I(${name}**${variable.power})`
      : `I(${name}^${variable.power})`;
};

function formulaIn({ intercept, terms }: Formula, short: ShortNames): Written {
  const side = (python: boolean): string =>
    [
      intercept ? '1' : '0',
      ...terms.map((one) => one.map((variable) => term(variable, short, python)).join(':')),
    ].join(' + ');
  return { r: `y ~ ${side(false)}`, python: `y ~ ${side(true)}` };
}
