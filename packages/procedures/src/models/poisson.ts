import { sayFormula } from '@columnist/contract';
import { poisson as definition } from '@columnist/contract/methods/models/poisson';
import { chiSquareSurvival } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit } from '../finding.ts';
import { pointsOf } from '../pictures.ts';
import { doubtBelow, short, twoPlaces } from '../words.ts';
import { crossValidate } from './cross-validate.ts';
import {
  common,
  fitFigures,
  fitted,
  generalizedCode,
  refitBy,
  predictor,
  ratioOf,
  ratios,
  type Family,
} from './generalized.ts';
import { goneReferences } from './gone-references.ts';
import { leftOutOf } from './left-out.ts';
import { coefficientsTable, fitPicture, predictionsOf } from './model-tables.ts';
import { readModel, requireVaried } from './read-model.ts';
import { responseName } from './model-column.ts';

const family: Family = { name: 'poisson', python: 'Poisson', mean: Math.exp, chooses: false };

/** Counts, by the logarithm of their mean. */
export const poisson = defineProcedure(definition, {
  read: readModel,
  find: (input, model) => {
    const { response } = model;
    if (
      response.kind !== 'number' ||
      response.values.some((value) => value < 0 || !Number.isInteger(value))
    )
      throw unfit(
        `'${response.variable.column}' holds other things than counts: whole numbers from 0.`,
        'formula',
        "Choose a column of counts, or method 'linear'.",
      );
    if (response.values.every((value) => value === 0))
      throw unfit(
        `All counts of '${response.variable.column}' are 0.`,
        'formula',
        'Choose another column or another view.',
      );
    requireVaried(model);
    const found = fitted(family, model, response.values, input.confidence_level);
    const { fit } = found;
    const pearson = response.values.reduce(
      (sum, y, i) => sum + (y - (fit.fitted[i] ?? NaN)) ** 2 / (fit.fitted[i] ?? NaN),
      0,
    );
    const spread = pearson / fit.df;
    const predict = predictor(found, input.confidence_level, family);
    const counted = responseName(response);
    const name = input.exposure === undefined ? counted : `${counted} per ${input.exposure}`;
    const over = chiSquareSurvival(pearson, fit.df) < doubtBelow && spread > 1.2;
    const residuals = pointsOf(
      ['fitted', 'deviance residual'],
      [fit.fitted, fit.deviance_residuals],
      [],
    );
    const curve = fitPicture(model, predict, name);
    const validated = crossValidate(input, model, response.values, refitBy(family));
    return {
      name: 'Poisson regression',
      variant: `${input.exposure === undefined ? '' : `offset: log(${input.exposure}); `}maximum likelihood, Wald intervals`,
      ...common(fit, {
        formula: sayFormula(model.formula),
        explained: name,
        level: input.confidence_level,
        ratio: 'rate ratio',
        without: model.formula.intercept ? null : 'a rate of 1 in every row',
        mean: `${name} has a mean of ${short((fit.fitted[0] ?? NaN) / (model.exposure?.[0] ?? 1))}.`,
      }),
      effects: [...fitFigures(fit), measured('dispersion', spread)],
      tables: [
        coefficientsTable(
          fit.coefficients,
          'z',
          fit.coefficients.map(({ estimate }) => ratioOf(estimate)),
          'rate ratio',
        ),
        ratios(fit, 'Rate ratio'),
        ...predictionsOf(input, model, predict, name),
        ...validated.tables,
      ],
      picture: curve ?? residuals,
      pictures:
        curve === null ? [] : [{ title: 'Residuals against fitted values', picture: residuals }],
      assumptions: [
        ...leftOutOf(fit.coefficients).notes,
        ...goneReferences(model),
        {
          name: 'variance equal to the mean',
          verdict: over ? 'doubtful' : 'nothing_against',
          said: `Dispersion by Pearson’s χ²: ${twoPlaces(spread)}, 1 for Poisson counts.${over ? ' Standard errors are too small.' : ''}`,
        },
        ...validated.notes,
      ],
      code: generalizedCode(model, found, family, {
        level: input.confidence_level,
        exposure: input.exposure,
      }),
    };
  },
  samples: {
    usual: { formula: 'i1 ~ z + h' },
    'groups, no intercept': { formula: 'i1 ~ h - 1' },
    exposure: { formula: 'i1 ~ z + h', exposure: 'i2' },
    'exposure, no intercept': { formula: 'i1 ~ h - 1', exposure: 'i2' },
  },
});
