import { AppError, nearestNames, pText, sayFormula, sayVariable } from '@columnist/contract';
import { logistic as definition } from '@columnist/contract/methods/models/logistic';
import { hosmerLemeshow, rocOf } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { eventAmong } from '../event-among.ts';
import { unfit, withinOne } from '../finding.ts';
import { truthOf } from '../read-counts.ts';
import { areaIntervalNote, unlessPoint } from '../without-interval.ts';
import { doubtBelow, percent, twoPlaces } from '../words.ts';
import { crossValidate, type Classes } from './cross-validate.ts';
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
import { readModel, requireVaried, type ModelRows } from './read-model.ts';
import { eventOf, responseName, type ModelColumn } from './model-column.ts';

const groupsOfFit = 10;

const family: Family = {
  name: 'binomial',
  python: 'Binomial',
  mean: (eta) => 1 / (1 + Math.exp(-eta)),
  chooses: true,
};

/** One of two values, by the logarithm of its odds. */
export const logistic = defineProcedure(definition, {
  read: async (connection, table, input) =>
    withEvent(await readModel(connection, table, input), input.event),
  find: (input, model) => {
    requireVaried(model);
    const { values, event } = events(model.response);
    const found = fitted(family, model, values, input.confidence_level);
    const { fit } = found;
    const roc = rocOf(values, fit.fitted, input.confidence_level);
    const name = `${responseName(model.response)} = ${event}`;
    const confusion = (real: number, predicted: number): number =>
      values.reduce(
        (n, value, i) =>
          n + (value === real && ((fit.fitted[i] ?? 0) >= 0.5 ? 1 : 0) === predicted ? 1 : 0),
        0,
      );
    const [tp, fn, fp, tn] = [confusion(1, 1), confusion(1, 0), confusion(0, 1), confusion(0, 0)];
    const test = hosmerLemeshow(values, fit.fitted, groupsOfFit);
    const predict = predictor(found, input.confidence_level, family);
    const at = { x: fp / (fp + tn), y: tp / (tp + fn) };
    const curve = {
      kind: 'curve' as const,
      x_name: 'false positive rate',
      y_name: 'sensitivity',
      x: roc.points.map(({ specificity }) => 1 - specificity),
      y: roc.points.map(({ sensitivity }) => sensitivity),
      at,
    };
    const line = fitPicture(model, predict);
    const classes = input.stratify === true ? classesOf(model.response, values) : undefined;
    const validated = crossValidate(input, model, values, refitBy(family), classes);
    const area = withinOne('area under the ROC curve', roc.auc, unlessPoint(roc.interval));
    return {
      name: 'Logistic regression',
      variant: `event: ${name}; maximum likelihood, Wald intervals`,
      ...common(fit, {
        formula: sayFormula(model.formula),
        explained: name,
        level: input.confidence_level,
        ratio: 'odds ratio',
        without: model.formula.intercept ? null : 'a probability of one half in every row',
        mean: `${name} in ${percent(values.reduce((sum, value) => sum + value, 0) / values.length)} of the rows.`,
      }),
      estimate: area,
      effects: fitFigures(fit),
      tables: [
        coefficientsTable(
          fit.coefficients,
          'z',
          fit.coefficients.map(({ estimate }) => ratioOf(estimate)),
          'odds ratio',
        ),
        ratios(fit, 'Odds ratio'),
        {
          title: 'Predicted right at a probability of one half',
          columns: ['', 'predicted yes', 'predicted no', 'predicted right'],
          rows: [
            [name, tp, fn, tp / (tp + fn)],
            ['others', fp, tn, tn / (fp + tn)],
          ],
        },
        {
          title: 'Observed and expected by fitted probability',
          columns: ['up to', 'rows', 'observed', 'expected'],
          rows: test.rows.map(({ upper, n, observed, expected }) => [upper, n, observed, expected]),
        },
        ...predictionsOf(input, model, predict),
        ...validated.tables,
      ],
      picture: line ?? curve,
      pictures:
        line === null ? [] : [{ title: 'Receiver operating characteristic', picture: curve }],
      assumptions: [
        ...areaIntervalNote(area),
        ...leftOutOf(fit.coefficients).notes,
        ...goneReferences(model),
        ...(Number.isFinite(test.p)
          ? [
              {
                name: 'probabilities that fit',
                verdict: test.p < doubtBelow ? ('doubtful' as const) : ('nothing_against' as const),
                said: `${test.p < doubtBelow ? 'Probabilities do not fit' : 'No lack of fit was found'}: Hosmer–Lemeshow, ${test.rows.length} groups, χ²(${test.df}, N = ${values.length}) = ${twoPlaces(test.statistic)}, p ${pText(test.p)}.`,
              },
            ]
          : []),
        ...validated.notes,
      ],
      code: generalizedCode(model, found, family, { level: input.confidence_level }),
    };
  },
  samples: {
    usual: { formula: 'h ~ y + z' },
    'groups, no intercept': { formula: 'h ~ g + z - 1' },
    'other event': { formula: 'h ~ y + z', event: 'false' },
  },
});

/**
 * The model with this value of the response, or the usual event, as its last level. Throws
 * invalid_input with the nearest values where there is none.
 */
function withEvent(model: ModelRows, asked: string | undefined): ModelRows {
  const { response } = model;
  const wanted =
    asked ??
    (response.kind === 'levels' && response.levels.length === 2
      ? eventAmong(response.levels, response.reference).event
      : undefined);
  if (wanted === undefined) return model;
  const { values } = events(response);
  const { variable, type } = response;
  const levels = response.kind === 'levels' ? response.levels : ['0', '1'];
  const place = levels.indexOf(type === 'boolean' ? truthOf(wanted) : wanted);
  if (place < 0)
    throw new AppError(
      'invalid_input',
      `'${variable.column}' has no value '${wanted.slice(0, 100)}'.`,
      {
        errors: [{ field: 'event', message: 'Name a value of the column, spelled exactly.' }],
        suggestions: nearestNames(wanted, levels),
      },
    );
  if (place === 1) return model;
  const turned: ModelColumn = {
    variable,
    type,
    kind: 'levels',
    codes: Uint32Array.from(values, (value) => 1 - value),
    levels: levels.toReversed(),
    reference: undefined,
  };
  const columns = new Map([...model.columns, [sayVariable(variable), turned]]);
  return { ...model, response: turned, columns };
}

/** The two values as classes, in the order of their names, as scikit-learn sorts them. */
function classesOf(response: ModelColumn, values: Float64Array): Classes {
  const [other, event] = response.kind === 'levels' ? response.levels : ['0', '1'];
  const names = [other ?? '', event ?? ''];
  const isTurned = (names[0] ?? '') > (names[1] ?? '');
  return {
    names: isTurned ? names.toReversed() : names,
    codes: Uint32Array.from(values, (value) => (isTurned ? 1 - value : value)),
  };
}

/** The response of a logistic model: its last level, or 1, is the event. */
function events(response: ModelColumn): { values: Float64Array; event: string } {
  const column = response.variable.column;
  if (response.kind === 'levels') {
    if (response.levels.length !== 2)
      throw unfit(
        `'${column}' has ${response.levels.length} values; a logistic model explains one of two.`,
        'formula',
        'Narrow the column to two values with a view.',
      );
    return { values: Float64Array.from(response.codes), event: eventOf(response) };
  }
  if (response.values.some((value) => value !== 0 && value !== 1))
    throw unfit(
      `'${column}' holds numbers other than 0 and 1.`,
      'formula',
      'Derive a yes or no from it with a view, such as x > 10.',
    );
  return { values: response.values, event: eventOf(response) };
}
