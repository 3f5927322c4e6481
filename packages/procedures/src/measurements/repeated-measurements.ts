import { sayFormula, type Variable } from '@columnist/contract';
import type { repeatedMeasuresAnova } from '@columnist/contract/methods/measurements/repeated-measures-anova';
import { relative, samplesOf, type Samples, type Scale } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { viewColumns } from '@columnist/tables/views/view-columns';
import { unfit, type ReadRows } from '../finding.ts';
import { readModel } from '../models/read-model.ts';
import type { ModelColumn } from '../models/model-column.ts';
import { fromOnePlace, readNumbers } from '../read-numbers.ts';

export type RepeatedInput = z.output<typeof repeatedMeasuresAnova.options>;
export type Group = Extract<ModelColumn, { kind: 'levels' }>;
type Numbers = Extract<ModelColumn, { kind: 'number' }>;
export interface RepeatedMeasurements extends ReadRows {
  readonly measurements: Samples;
  readonly group: Group | null;
}

/** To a model the first measurement is a value and the others are covariates; here all are values. */
function ofMeasurements(excluded: ReadRows['excluded']): ReadRows['excluded'] {
  const counts = new Map<string, number>();
  for (const { reason, n } of excluded) {
    const own = reason === 'covariate missing' ? 'value missing' : reason;
    counts.set(own, (counts.get(own) ?? 0) + n);
  }
  return [...counts].map(([reason, n]) => ({ reason, n }));
}

/**
 * Measurements of the same rows in one unit, so that their differences are exact where decimals
 * are; less a place that all share, so that a large offset costs no digits.
 */
export async function readRepeated(
  connection: Connection,
  table: TableRef,
  input: RepeatedInput,
): Promise<RepeatedMeasurements> {
  if (input.group === undefined) {
    const read = await readNumbers(connection, table, input.columns, input.view);
    return { ...read, measurements: measurementsOf(read.columns, read.scales), group: null };
  }
  const [first = '', ...others] = input.columns;
  const variable = (column: string, transform: Variable['transform'] = null): Variable => ({
    column,
    transform,
    power: 1,
  });
  const by = variable(
    input.group,
    viewColumns(table.columns, input.view).find(({ name }) => name === input.group)?.type ===
      'number'
      ? 'factor'
      : null,
  );
  const formula = sayFormula({
    response: variable(first),
    intercept: true,
    terms: [...others.map((name) => [variable(name)]), [by]],
  });
  const model = await readModel(connection, table, { formula, view: input.view });
  const found = [...model.columns.values()];
  const columns = found.slice(0, input.columns.length).map((column, i) => {
    if (column.kind !== 'number')
      throw unfit(
        `'${input.columns[i] ?? ''}' holds no numbers.`,
        'columns',
        'Name number columns.',
      );
    return column;
  });
  const group = found.at(-1);
  if (group?.kind !== 'levels' || found.length <= input.columns.length)
    throw unfit(
      `'${input.group}' cannot be both a measurement and a group.`,
      'group',
      'Name another column.',
    );
  const counted = columns.map(inUnits);
  return {
    ...model,
    excluded: ofMeasurements(model.excluded),
    measurements: measurementsOf(
      counted.map(({ values }) => values),
      counted.map(({ scale }) => scale),
    ),
    group,
  };
}

/** Decimals and whole numbers in units of their last digit, from a whole number on. */
function inUnits({ values, rest, unit }: Numbers): {
  readonly values: Float64Array;
  readonly scale: Scale;
} {
  if (unit === null || values.length === 0)
    return relative({ values, scale: { origin: 0, perUnit: 1 } });
  const perUnit = Math.round(1 / unit);
  const origin = Math.floor(values.reduce((low, value) => Math.min(low, value)));
  return {
    values: values.map((value, i) =>
      Math.round((value - origin) * perUnit + (rest?.[i] ?? 0) * perUnit),
    ),
    scale: { origin, perUnit },
  };
}

function measurementsOf(values: readonly Float64Array[], scales: readonly Scale[]): Samples {
  const { columns, scale } = fromOnePlace(values, scales);
  return samplesOf(columns, scale);
}
