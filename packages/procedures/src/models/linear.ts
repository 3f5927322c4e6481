import { sayFormula } from '@columnist/contract';
import { linear as definition } from '@columnist/contract/methods/models/linear';
import {
  breuschPagan,
  cooksDistances,
  decisiveRows,
  exactRows,
  explainedOf,
  fitsExactly,
  linearModel,
  varianceInflation,
} from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, withinOne } from '../finding.ts';
import { quantilesOf } from '../pictures.ts';
import { verdict } from '../verdict.ts';
import { alphaOf, doubtBelow, ofUnit, percent, short } from '../words.ts';
import { withoutAliased } from './aliased-terms.ts';
import { exactFit } from './exact-fit.ts';
import { crossValidate, type Refit } from './cross-validate.ts';
import {
  assumptionsOf,
  checksOf,
  overlap,
  requireFiniteErrors,
  requireErrors,
  undefinedTests,
} from './linear-assumptions.ts';
import {
  inflation,
  influential,
  predict,
  residualsPicture,
  standardized,
} from './linear-tables.ts';
import { termsOf } from './linear-terms.ts';
import { groupsIn, marginalMeansOf, marginalPicture, marginalTables } from './marginal-means.ts';
import { goneReferences } from './gone-references.ts';
import { leftOutOf } from './left-out.ts';
import { coefficientsPicture } from './linear-effects.ts';
import { linearCode } from './linear-code.ts';
import { modelDesign } from './model-design.ts';
import { coefficientsTable, fitPicture, predictionsOf } from './model-tables.ts';
import { readModel, requireVaried } from './read-model.ts';
import { baseOf, responseName } from './model-column.ts';

const title = 'Linear regression';

/** Least squares: coefficients, tests of terms, how well it fits, what it rests on. */
export const linear = defineProcedure(definition, {
  read: readModel,
  find: (input, model) => {
    const { response, weights, used, formula } = model;
    if (response.kind !== 'number')
      throw unfit(
        `'${response.variable.column}' holds groups; a linear model explains numbers.`,
        'formula',
        "Use method 'logistic' for two groups.",
      );
    requireVaried(model);
    const design = modelDesign(model, 'treatment');
    if (design.columns.length === 0)
      throw unfit(
        'The formula has neither an intercept nor a term.',
        'formula',
        'Name a column that explains.',
      );
    if (used <= design.columns.length)
      throw unfit(
        `${used} rows have every value; ${design.columns.length} coefficients need more.`,
        'formula',
        'Leave terms out, or choose another view.',
      );
    const explained = explainedOf(response.values, response.rest, design);
    const fit = linearModel(design, explained, {
      weights,
      level: input.confidence_level,
      covariance: input.errors,
    });
    const name = responseName(response);
    const leftOut = leftOutOf(fit.coefficients);
    const said = sayFormula(formula);
    // Without an intercept the model is compared with 0, not with the mean.
    const [among, total, squared] = formula.intercept
      ? [' beside the intercept', `the variance of ${name}`, 'R²']
      : ['', `the sum of squares of ${name} about 0`, 'R² about 0'];
    const least = `${weights === null ? 'ordinary' : 'weighted'} least squares`;
    const without =
      leftOut.names.length === 0
        ? ''
        : `; left out as combinations of others: ${leftOut.names.join(', ')}`;
    if (fitsExactly(fit, explained, weights, response.unit))
      return exactFit(input, model, fit, {
        name: title,
        variant: `${least}${without}`,
        code: linearCode(model, {
          ...input,
          level: input.confidence_level,
          means: [],
          isBlind: false,
          isTested: false,
        }),
        standardized: standardized(design, fit, explained.values, weights),
        leftOut: { ...leftOut, notes: [...leftOut.notes, ...goneReferences(model)] },
        said,
        total,
        squared,
      });
    requireFiniteErrors(fit);
    const decisive = decisiveRows(fit).map((i) => (model.rows[i] ?? 0) + 1);
    requireErrors(input, decisive);
    const tested = withoutAliased({ model, design, fit }, explained, {
      level: input.confidence_level,
      covariance: input.errors,
    });
    const terms = termsOf(input, tested.model, tested.design, explained, tested.fit);
    const residual = weights === null ? 'residual' : 'weighted residual';
    const distances = cooksDistances(fit, weights);
    const overlaps = varianceInflation(design, fit, weights);
    const hypotheses = {
      null: `The coefficients of ${said}${among} are all 0.`,
      alternative: `The formula ${said} explains some of ${total}.`,
    };
    const claim = `The formula ${said} explains ${percent(fit.r_squared)} of ${total}`;
    const groups = (input.means ?? []).map((term) => groupsIn(model, term));
    const isKept = (key: string): boolean =>
      tested.model.formula.terms.flat().some((variable) => baseOf(variable) === key);
    const means = groups.map((keys) => marginalMeansOf(model, fit, keys, input.confidence_level));
    // Means of groups that are left out are asked of the whole model.
    const code = linearCode(groups.flat().every(isKept) ? tested.model : model, {
      ...input,
      level: input.confidence_level,
      means,
      isBlind: decisive.length > 0,
      isTested: fit.p !== null,
    });
    const drawn =
      fitPicture(model, (row) => predict(fit, row, input.confidence_level)) ??
      coefficientsPicture(fit.coefficients, name);
    const validated = crossValidate(input, model, explained.values, refit);
    return {
      name: title,
      variant: `${least}${input.errors === 'classical' ? '' : `; ${input.errors.toUpperCase()} standard errors`}; ${terms.variant}${without}`,
      statistic: fit.f === null ? null : { name: 'F', value: fit.f },
      df: fit.f === null ? [] : [...fit.f_df],
      effects: [
        withinOne(squared, fit.r_squared),
        withinOne(`adjusted ${squared}`, fit.adjusted_r_squared),
        measured('residual standard deviation', fit.sigma),
        measured('AIC', fit.aic),
        measured('BIC', fit.bic),
      ],
      tables: [
        coefficientsTable(
          fit.coefficients,
          't',
          standardized(design, fit, explained.values, weights),
        ),
        ...terms.tables,
        ...means.flatMap((one) => marginalTables(one, fit, input.confidence_level, response)),
        ...inflation(overlaps),
        ...predictionsOf(input, model, (row) => predict(fit, row, input.confidence_level)),
        ...validated.tables,
        checksOf(design, fit),
        influential(model, name, fit, distances),
      ],
      picture: drawn ?? residualsPicture(fit, distances, residual),
      pictures: [
        ...means.map((one, i) => ({
          title: `Estimated marginal means of ${(input.means ?? [])[i] ?? ''}`,
          picture: marginalPicture(one, name),
        })),
        ...(drawn === null
          ? []
          : [
              {
                title: 'Residuals against fitted values',
                picture: residualsPicture(fit, distances, residual),
                checks: 'equal variances of the residuals',
              },
            ]),
        {
          title: 'Normal Q–Q of the residuals',
          picture: quantilesOf(residual, fit.pearson),
          checks: 'normal residuals',
        },
      ],
      assumptions: [
        ...leftOut.notes,
        ...goneReferences(model),
        ...assumptionsOf(design, fit, distances, decisive),
        ...validated.notes,
        ...overlap(design, fit, overlaps),
        ...undefinedTests(
          input,
          fit,
          terms,
          exactRows(fit).map((i) => (model.rows[i] ?? 0) + 1),
          decisive,
        ),
      ],
      recommendation:
        input.errors === 'classical' &&
        decisive.length === 0 &&
        breuschPagan(design, fit.pearson).p < doubtBelow
          ? {
              method: 'linear',
              said: "Standard errors 'hc3' do without equal variances.",
            }
          : null,
      ...(fit.p === null || fit.f_df[0] === 0
        ? {
            p: fit.p,
            hypotheses: fit.f_df[0] === 0 ? null : hypotheses,
            sentence:
              fit.f_df[0] === 0
                ? `${name} has a mean of ${short(fit.coefficients[0]?.estimate ?? NaN)}.${leftOut.said}`
                : `${claim} in these rows; a Wald test of the whole model with ${input.errors.toUpperCase()} errors is not defined.${leftOut.said}`,
          }
        : verdict({
            p: fit.p,
            level: input.confidence_level,
            hypotheses,
            claim,
            seen: [
              ...(fit.p < alphaOf(input.confidence_level)
                ? []
                : [`${squared} = ${ofUnit(fit.r_squared)}`]),
              ...(terms.test === '' ? [] : [terms.test]),
            ].join(', '),
            after: (found) => (found ? terms.lead : '') + leftOut.said,
          })),
      code,
    };
  },
  samples: {
    usual: { formula: 'y ~ z * g + I(i1^2)' },
    'marginal means': { formula: 'y ~ z + g * h', means: ['g', 'g:h'] },
    HC3: { formula: "log(y) ~ z + `it's`", errors: 'hc3' },
    'weights, no intercept': { formula: 'y ~ z + i1 - 1', weights: 'i2' },
    'groups, no intercept': { formula: 'y ~ g + z - 1' },
    'groups, no intercept, HC1': { formula: 'y ~ g + z - 1', errors: 'hc1' },
    'of a view': {
      formula: 'y ~ w + factor(i1)',
      view: { derive: [{ name: 'w', expression: 'z * 2 + i2' }], filter: 'z > 1' },
    },
  },
});

/** Least squares of some rows. */
const refit: Refit = {
  fit: (design, values, { weights }) =>
    linearModel(
      design,
      { origin: 0, values, rest: null },
      { weights, level: 0.95, covariance: 'classical' },
    ).meanAt,
  mean: (eta) => eta,
  chooses: false,
};
