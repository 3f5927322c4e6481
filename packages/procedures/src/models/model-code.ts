import type { Formula, Variable } from '@columnist/contract';
import type { Snippet } from '../finding.ts';
import { pythonLabels, pythonTexts, quoted, rLabels, rTexts } from '../snippets.ts';
import { alphaOf, usualLevel } from '../words.ts';
import type { ModelRows } from './read-model.ts';
import { baseOf, type ModelColumn } from './model-column.ts';
import { isAlone, shiftsOf } from './shifted-columns.ts';

/** The formula in both languages. */
export interface Written {
  readonly r: string;
  readonly python: string;
}
/** Short names by those of the model's columns. */
export type ShortNames = ReadonlyMap<string, string>;

/** What follows the reading of the columns `m`, the column of weights `w` and of exposure `t`. */
interface Fitting {
  /** Of the intervals of the coefficients. */
  readonly level: number;
  readonly weights?: string | undefined;
  readonly exposure?: string | undefined;
  /** What is taken from the response. */
  readonly shift?: number;
  /** The covariances of the coefficients, in R. */
  readonly covariances?: string;
  readonly fit: (written: Written, short: ShortNames) => Snippet;
}

/** The same model in R and in Python, over short names that both languages take. */
export function modelCode(
  model: ModelRows,
  { weights, exposure, level, shift: ofResponse = 0, covariances = 'vcov(fit)', fit }: Fitting,
): Snippet {
  const short = new Map([...model.columns.keys()].map((key, i) => [key, i === 0 ? 'y' : `x${i}`]));
  const written = formulaIn(model.formula, short);
  const shifts = shiftsOf(model);
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
    const shift = column === model.response ? ofResponse : (shifts.get(key) ?? 0);
    const unit = shift === 0 && transform === null ? unitOf(column) : 1;
    const scaled = unit === 1 ? '' : ` / ${unit}`;
    const shifted = shift === 0 ? '' : ` ${shift < 0 ? '+' : '-'} ${Math.abs(shift)}`;
    return {
      r: `m$${name} <- ${transform === null ? r : `${transform}(${r})`}${shifted}  # ${quoted(key)}`,
      python: `m["${name}"] = ${transform === null ? python : `np.${transform}(${python})`}${shifted}${scaled}  # ${quoted(key)}${unit === 1 ? '' : `, in units of ${unit}, as statsmodels loses columns much smaller than others`}`,
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
  const exposed =
    exposure === undefined
      ? { r: [], python: [] }
      : {
          r: [`m$t <- as.numeric(d[[${quoted(exposure)}]])`],
          python: [`m["t"] = pd.to_numeric(d[${quoted(exposure)}]).astype(float)`],
        };
  const event =
    model.response.kind === 'levels'
      ? { r: ['m$y <- as.numeric(m$y) - 1'], python: ['m["y"] = m["y"].cat.codes'] }
      : { r: [], python: [] };
  const fitting = fit(written, short);
  const far = shiftLines(model, shifts, short, covariances);
  const saidOfResponse =
    ofResponse === 0
      ? []
      : [
          '# Far from 0, y would leave few digits for its differences: less a number, which changes',
          `# the intercept, means and predictions alone. Add ${ofResponse} to these.`,
        ];
  return {
    r: [
      'm <- data.frame(row.names = seq_len(nrow(d)))',
      ...lines.map(({ r }) => r),
      ...weight.r,
      ...exposed.r,
      'm <- m[Reduce(`&`, lapply(m, function(one) if (is.factor(one)) !is.na(one) else ' +
        'is.finite(one))), , drop = FALSE]',
      ...event.r,
      ...far.said,
      ...saidOfResponse,
      ...fitting.r,
      ...far.r,
      'print(result)',
    ],
    python: [
      'import statsmodels.api as sm',
      'import statsmodels.formula.api as smf',
      '',
      'm = pd.DataFrame(index=d.index)',
      ...lines.map(({ python }) => python),
      ...weight.python,
      ...exposed.python,
      'm = m.replace([np.inf, -np.inf], np.nan).dropna()',
      ...event.python,
      ...far.said,
      ...saidOfResponse,
      ...fitting.python,
      ...far.python,
      `print(fit.summary(${level === usualLevel ? '' : `alpha=${alphaOf(level)}`}))`,
      'print(result)',
    ],
  };
}

/** What is said of columns far from 0, and the intercept where it can be had in one line. */
function shiftLines(
  { formula }: ModelRows,
  shifts: ReadonlyMap<string, number>,
  short: ShortNames,
  covariances: string,
): Snippet & { readonly said: string[] } {
  const far = [...shifts].map(([key, shift]) => ({ key, shift, name: short.get(key) ?? '' }));
  if (far.length === 0) return { said: [], r: [], python: [] };
  const names = far.map(({ name }) => name).join(', ');
  const alone = far.every(({ key }) => isAlone(formula, key));
  const said = [
    `# Far from 0, ${names} would be taken for the intercept over again: less a number each, which`,
    `# changes ${alone ? 'the intercept alone; that at 0 is printed apart.' : 'nothing but the intercept and terms below the highest.'}`,
  ];
  if (!alone) return { said, r: [], python: [] };
  return {
    said,
    r: [
      `at <- c("(Intercept)" = 1, ${far.map(({ name, shift }) => `${name} = ${-shift}`).join(', ')})`,
      `print(c(intercept = sum(at * coef(fit)[names(at)]), error = sqrt(drop(at %*% ${covariances}[names(at), names(at)] %*% at))))`,
    ],
    python: [
      `print(fit.t_test("Intercept ${far.map(({ name, shift }) => `${shift < 0 ? '+' : '-'} ${Math.abs(shift)} * ${name}`).join(' ')}"))`,
    ],
  };
}

/** Of a column whose numbers are far larger or smaller than 1, a power of ten; 1 of others. */
function unitOf(column: ModelColumn): number {
  if (column.kind !== 'number') return 1;
  const size = Math.abs(column.centre) + column.range / 2;
  return size > largest || (size > 0 && size < 1 / largest)
    ? 10 ** Math.round(Math.log10(size))
    : 1;
}
const largest = 1e8;

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
