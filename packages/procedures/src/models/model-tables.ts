import {
  sayVariable,
  type RegressionOptions,
  type ResultTable,
  type TestResult,
} from '@columnist/contract';
import type { Coefficient, Design } from '@columnist/statistics';
import { levelText } from '../words.ts';
import { givenDesign, modelDesign } from './model-design.ts';
import type { ModelRows } from './read-model.ts';
import { responseName } from './model-column.ts';

export interface Prediction {
  readonly value: number;
  /** null where no error of the mean is known. */
  readonly low: number | null;
  readonly high: number | null;
  /** Interval of a single value, where there is one; null where no error of the mean is known. */
  readonly single_low?: number | null;
  readonly single_high?: number | null;
}

/** Estimates with errors and intervals; of generalized models with what they multiply by. */
export function coefficientsTable(
  coefficients: readonly Coefficient[],
  statistic: 't' | 'z',
  further: readonly (number | null)[],
  title = 'standardized',
): ResultTable {
  const level = coefficients.find(({ interval }) => interval !== null)?.interval?.level ?? 0.95;
  const percent = levelText(level);
  return {
    title: 'Coefficients',
    columns: [
      'term',
      'estimate',
      'standard error',
      `${percent} CI low`,
      `${percent} CI high`,
      statistic,
      'p',
      title,
    ],
    rows: coefficients.map(({ name, estimate, error, interval, t, p }, k) => [
      name,
      estimate,
      error,
      interval?.low ?? null,
      interval?.high ?? null,
      t,
      p,
      further[k] ?? null,
    ]),
  };
}

export const rowOf = (design: Design, row: number): number[] =>
  design.columns.map(({ values, rest }) => (values[row] ?? NaN) + (rest?.[row] ?? 0));

/** What was asked to be predicted. */
export function predictionsOf(
  input: RegressionOptions,
  model: ModelRows,
  predict: (row: readonly number[]) => Prediction,
  explained = responseName(model.response),
): ResultTable[] {
  if (input.predict === undefined) return [];
  const design = givenDesign(model, input.predict);
  const named = [...new Set(model.formula.terms.flat().map(({ column }) => column))];
  const found = input.predict.map((_, i) => predict(rowOf(design, i)));
  const single = found.every(({ single_low: low }) => low !== undefined);
  return [
    {
      title: 'Predictions',
      columns: [
        ...named,
        explained,
        'mean low',
        'mean high',
        ...(single ? ['single low', 'single high'] : []),
      ],
      rows: found.map(({ value, low, high, single_low: singleLow, single_high: singleHigh }, i) => [
        ...named.map((name) => cell(input.predict?.[i]?.[name])),
        value,
        low,
        high,
        ...(single ? [singleLow ?? null, singleHigh ?? null] : []),
      ]),
    },
  ];
}

const cell = (value: string | number | boolean | undefined): string | number | null =>
  typeof value === 'boolean' ? String(value) : (value ?? null);

const pointsDrawn = 500;
const lineDrawn = 60;

/**
 * The points and the fitted curve with its band, where one number column explains; null elsewhere.
 */
export function fitPicture(
  model: ModelRows,
  predict: (row: readonly number[]) => Prediction | null,
  explained = responseName(model.response),
): TestResult['picture'] {
  const named = [
    ...new Set(
      model.formula.terms.flat().map((variable) => sayVariable({ ...variable, power: 1 })),
    ),
  ];
  const column = named.length === 1 ? model.columns.get(named[0] ?? '') : undefined;
  if (column?.kind !== 'number' || column.variable.transform !== null) return null;
  const x = column.values;
  const { response, exposure } = model;
  const y =
    response.kind === 'number'
      ? response.values.map((value, i) => value / (exposure?.[i] ?? 1))
      : Float64Array.from(response.codes);
  let [low, high] = [Infinity, -Infinity];
  for (const value of x) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const at = Float64Array.from(
    { length: lineDrawn },
    (_, i) => low + ((high - low) * i) / (lineDrawn - 1),
  );
  const design = modelDesign(
    {
      ...model,
      columns: new Map(
        [...model.columns].map(([key, one]) => [
          key,
          one === column ? { ...column, values: at, rest: null } : one,
        ]),
      ),
      used: lineDrawn,
    },
    'treatment',
  );
  const line = Array.from(at, (_, i) => predict(rowOf(design, i)));
  const step = Math.max(1, Math.ceil(x.length / pointsDrawn));
  const places = Array.from({ length: Math.ceil(x.length / step) }, (_, i) => i * step);
  return {
    kind: 'fit',
    x_name: column.variable.column,
    y_name: explained,
    x: places.map((i) => x[i] ?? NaN),
    y: places.map((i) => y[i] ?? NaN),
    line: {
      x: [...at],
      y: line.map((one) => one?.value ?? 0),
      low: line.map((one) => one?.low ?? one?.value ?? 0),
      high: line.map((one) => one?.high ?? one?.value ?? 0),
    },
  };
}
