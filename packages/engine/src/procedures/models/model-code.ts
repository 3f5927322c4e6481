import type { Formula, RegressionOptions, Variable } from '@columnist/contract';
import type { Snippet } from '../finding.ts';
import { pythonLabels, pythonTexts, quoted, rLabels, rTexts } from '../snippets.ts';
import { baseOf, type ModelRows } from './read-model.ts';

/** The same model in R and in Python, over short names that both languages take. */
export function modelCode(model: ModelRows, input: RegressionOptions): Snippet {
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
  const weights = input.method === 'linear' ? input.weights : undefined;
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
  return {
    r: [
      'm <- data.frame(row.names = seq_len(nrow(d)))',
      ...lines.map(({ r }) => r),
      ...weight.r,
      'm <- m[Reduce(`&`, lapply(m, function(one) if (is.factor(one)) !is.na(one) else is.finite(one))), , drop = FALSE]',
      ...event.r,
      ...fitR(written, input),
      ...meansR(input, short),
      ...resultR(input),
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
      ...fitPython(written, input),
      'print(fit.summary())',
      'print(result)',
    ],
  };
}

/** Marginal means, with the errors of the model. */
function meansR(input: RegressionOptions, short: ReadonlyMap<string, string>): string[] {
  const means = input.method === 'linear' ? (input.means ?? []) : [];
  const covariance = isRobust(input) ? ', vcov. = v' : '';
  const named = (term: string): string =>
    (short.has(term) ? [term] : term.split(':').map((part) => part.trim()))
      .map((part) => short.get(part) ?? part)
      .join(' * ');
  return means.map((term) => `print(emmeans::emmeans(fit, ~ ${named(term)}${covariance}))`);
}

const term = (variable: Variable, short: ReadonlyMap<string, string>, python: boolean): string => {
  const name = short.get(baseOf(variable)) ?? '';
  return variable.power === 1
    ? name
    : python
      ? `I(${name}**${variable.power})`
      : `I(${name}^${variable.power})`;
};

function formulaIn(
  { intercept, terms }: Formula,
  short: ReadonlyMap<string, string>,
): { r: string; python: string } {
  const side = (python: boolean): string =>
    [
      intercept ? '1' : '0',
      ...terms.map((one) => one.map((variable) => term(variable, short, python)).join(':')),
    ].join(' + ');
  return { r: `y ~ ${side(false)}`, python: `y ~ ${side(true)}` };
}

const isRobust = (input: RegressionOptions): boolean =>
  input.method === 'linear' && input.errors !== 'classical';

function fitR(written: { readonly r: string }, input: RegressionOptions): string[] {
  if (input.method !== 'linear')
    return [
      `fit <- glm(${written.r}, data = m, family = ${input.method === 'logistic' ? 'binomial' : 'poisson'}, epsilon = 1e-12)`,
    ];
  const fit = `fit <- lm(${written.r}, data = m${input.weights === undefined ? '' : ', weights = w'})`;
  return isRobust(input)
    ? [fit, `v <- sandwich::vcovHC(fit, type = "${input.errors.toUpperCase()}")`]
    : [fit];
}

/** The summary, and the test of the whole model. */
function resultR(input: RegressionOptions): string[] {
  if (input.method !== 'linear')
    return [
      'print(summary(fit))',
      'result <- list(p.value = pchisq(fit$null.deviance - fit$deviance, fit$df.null - fit$df.residual, lower.tail = FALSE))',
    ];
  if (!isRobust(input))
    return [
      'print(summary(fit))',
      'f <- summary(fit)$fstatistic',
      'result <- list(p.value = if (is.null(f)) NA else pf(f[[1]], f[[2]], f[[3]], lower.tail = FALSE))',
    ];
  return [
    'b <- coef(fit)[!is.na(coef(fit))]; s <- sqrt(diag(v)); k <- names(b) != "(Intercept)"',
    'print(cbind(estimate = b, error = s, t = b / s, p = 2 * pt(-abs(b / s), df.residual(fit))))',
    'f <- drop(t(b[k]) %*% solve(v[k, k]) %*% b[k]) / sum(k)',
    'result <- list(p.value = pf(f, sum(k), df.residual(fit), lower.tail = FALSE))',
  ];
}

function fitPython(written: { readonly python: string }, input: RegressionOptions): string[] {
  if (input.method !== 'linear')
    return [
      'from scipy import stats',
      '',
      `fit = smf.glm("${written.python}", m, family=sm.families.${input.method === 'logistic' ? 'Binomial' : 'Poisson'}()).fit(tol=1e-12)`,
      'result = stats.chi2.sf(fit.null_deviance - fit.deviance, fit.df_model)',
    ];
  return [
    `fit = smf.${input.weights === undefined ? `ols("${written.python}", m)` : `wls("${written.python}", m, weights=m["w"])`}.fit(${input.errors === 'classical' ? '' : `cov_type="${input.errors.toUpperCase()}", use_t=True`})`,
    'result = float(fit.f_pvalue)',
  ];
}
