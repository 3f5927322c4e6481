import type { RegressionOptions } from '@columnist/contract';
import type { Snippet } from '../finding.ts';
import { modelCode, type Written } from './model-code.ts';
import type { MarginalMeans } from './marginal-means.ts';
import { meansCode } from './means-code.ts';
import type { ModelRows } from './read-model.ts';
import { shiftOfResponse } from './shifted-columns.ts';

/** What the code of least squares depends on. */
interface LinearCode extends Pick<
  Extract<RegressionOptions, { method: 'linear' }>,
  'weights' | 'errors'
> {
  readonly means?: readonly MarginalMeans[];
  readonly level: number;
  /** Whether rows have a leverage of 1, so that nothing is known of the error of some estimates. */
  readonly isBlind: boolean;
  /** Whether there is a test of the whole model. */
  readonly isTested: boolean;
}

/** Least squares in R and in Python, with the test of the whole model. */
export const linearCode = (model: ModelRows, input: LinearCode): Snippet =>
  modelCode(model, {
    weights: input.weights,
    level: input.level,
    shift: shiftOfResponse(model),
    ...(input.errors === 'classical' ? {} : { covariances: 'v' }),
    fit: (written, short) => {
      const means = meansCode(model, short, {
        means: input.means ?? [],
        level: input.level,
        covariance: input.errors === 'classical' ? undefined : 'v',
      });
      return {
        r: [...fitR(written, input), ...means.r, ...resultR(input)],
        python: [
          `fit = smf.${input.weights === undefined ? `ols("${written.python}", m)` : `wls("${written.python}", m, weights=m["w"])`}.fit(${input.errors === 'classical' ? '' : `cov_type="${input.errors.toUpperCase()}", use_t=True`})`,
          ...(input.errors !== 'classical' && input.isBlind
            ? [
                '# Errors of what rests on a row of leverage 1 are not known: those printed leave it out.',
              ]
            : []),
          ...means.python,
          input.isTested
            ? model.formula.intercept
              ? 'result = float(fit.f_pvalue)'
              : 'result = float(fit.f_test(np.diag(1 / fit.bse)).pvalue)  # all coefficients, against 0'
            : 'result = float("nan")  # no test of the whole model is defined',
        ],
      };
    },
  });

/** With the tolerance of R a column far from zero is dropped as a copy of the intercept. */
function fitR({ r }: Written, { weights, errors }: LinearCode): string[] {
  const fit = `fit <- lm(${r}, data = m${weights === undefined ? '' : ', weights = w'}, tol = 1e-13)`;
  return errors === 'classical'
    ? [fit]
    : [fit, `v <- sandwich::vcovHC(fit, type = "${errors.toUpperCase()}")`];
}

/** The summary, and the test of the whole model. */
function resultR({ errors, isBlind, isTested, level }: LinearCode): string[] {
  if (errors === 'classical')
    return [
      'print(summary(fit))',
      `print(confint(fit, level = ${level}))`,
      ...(isTested
        ? [
            'f <- summary(fit)$fstatistic',
            'result <- list(p.value = pf(f[[1]], f[[2]], f[[3]], lower.tail = FALSE))',
          ]
        : ['result <- list(p.value = NA)  # no test of the whole model is defined']),
    ];
  return [
    'b <- coef(fit)[!is.na(coef(fit))]; s <- sqrt(diag(v)); k <- names(b) != "(Intercept)"',
    ...(isBlind
      ? [
          '# Nothing is known of the error of what rests on a row of leverage 1.',
          'u <- summary(fit)$cov.unscaled; alone <- hatvalues(fit) > 1 - sqrt(.Machine$double.eps)',
          'a <- abs(u %*% t(model.matrix(fit)[alone, names(b), drop = FALSE])) > 1e-7 * sqrt(diag(u))',
          's[rowSums(a) > 0] <- NA',
        ]
      : []),
    `half <- qt((1 + ${level}) / 2, df.residual(fit)) * s`,
    'print(cbind(estimate = b, error = s, low = b - half, high = b + half, t = b / s, p = 2 * pt(-abs(b / s), df.residual(fit))))',
    ...(isTested
      ? [
          'z <- b[k] / sqrt(diag(v)[k])',
          'f <- drop(t(z) %*% solve(cov2cor(v[k, k, drop = FALSE])) %*% z) / sum(k)',
          'result <- list(p.value = pf(f, sum(k), df.residual(fit), lower.tail = FALSE))',
        ]
      : ['result <- list(p.value = NA)  # no test of the whole model is defined']),
  ];
}
