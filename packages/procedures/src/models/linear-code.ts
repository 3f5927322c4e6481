import type { RegressionOptions } from '@columnist/contract';
import type { Snippet } from '../finding.ts';
import { modelCode, type ShortNames, type Written } from './model-code.ts';
import type { ModelRows } from './read-model.ts';

/** What the code of least squares depends on. */
interface LinearCode extends Pick<
  Extract<RegressionOptions, { method: 'linear' }>,
  'weights' | 'errors'
> {
  /** Keys of the groups whose means are estimated. */
  readonly means?: readonly (readonly string[])[];
}

/** Least squares in R and in Python, with the test of the whole model. */
export const linearCode = (model: ModelRows, input: LinearCode): Snippet =>
  modelCode(model, {
    weights: input.weights,
    fit: (written, short) => ({
      r: [...fitR(written, input), ...meansR(input, short), ...resultR(input)],
      python: [
        `fit = smf.${input.weights === undefined ? `ols("${written.python}", m)` : `wls("${written.python}", m, weights=m["w"])`}.fit(${input.errors === 'classical' ? '' : `cov_type="${input.errors.toUpperCase()}", use_t=True`})`,
        'result = float(fit.f_pvalue)',
      ],
    }),
  });

/** Marginal means, with the errors of the model. */
function meansR({ means = [], errors }: LinearCode, short: ShortNames): string[] {
  const covariance = errors !== 'classical' ? ', vcov. = v' : '';
  return means.map((keys) => {
    const named = keys.map((key) => short.get(key) ?? key).join(' * ');
    return `print(emmeans::emmeans(fit, ~ ${named}${covariance}))`;
  });
}

function fitR({ r }: Written, { weights, errors }: LinearCode): string[] {
  const fit = `fit <- lm(${r}, data = m${weights === undefined ? '' : ', weights = w'})`;
  return errors === 'classical'
    ? [fit]
    : [fit, `v <- sandwich::vcovHC(fit, type = "${errors.toUpperCase()}")`];
}

/** The summary, and the test of the whole model. */
function resultR({ errors }: LinearCode): string[] {
  if (errors === 'classical')
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
