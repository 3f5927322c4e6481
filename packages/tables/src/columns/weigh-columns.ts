import {
  findColumn,
  type BooleanDescription,
  type NumberDescription,
  type TextDescription,
} from '@columnist/contract';
import { placeOf, spanOf, weightedFigures, weightedShares } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DescribeInput } from './inputs.ts';
import type { ReadTable } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';
import { categoriesAtMost } from './meaning-of.ts';
import { readValues, type ColumnValues } from './read-values.ts';
import { requireWeights, weighable, weightsOf } from './weights.ts';
import type { FieldColumn } from '../table/table-column.ts';

/** The weighted figures of a column, of its type; null where it has none. */
export interface Weighted {
  readonly number: NumberDescription['weighted'];
  readonly text: TextDescription['weighted'];
  readonly boolean: BooleanDescription['weighted'];
}
export const notWeighted: Weighted = { number: null, text: null, boolean: null };

const topShown = 10;

/** Weighted figures by the name of the column; none where no weights are asked for. */
export async function weighColumns(
  connection: DuckDBConnection,
  table: ReadTable,
  { columns, view, weights: name }: DescribeInput,
): Promise<Map<string, Weighted>> {
  const found = new Map<string, Weighted>();
  if (name === undefined) return found;
  const reader = await TableReader.open(connection, table.parquet, table.columns, view);
  const by = findColumn(reader.columns, name);
  requireWeights(by);
  const wanted = reader.columns.filter(
    (column) => column.name !== name && (columns === undefined || columns.includes(column.name)),
  );
  const read = wanted.filter(({ type }) => type === 'number' || type === 'boolean');
  const [weights, ...values] = await readValues(reader, [by, ...read]);
  if (weights === undefined) throw new Error('The weights were read.');
  const rowAt = async (place: number) => ((await reader.placesInFile())[place] ?? place) + 1;
  const weightAt = await weightsOf(weights, name, rowAt);
  read.forEach((column, c) => {
    const of = values[c];
    if (of === undefined) return;
    found.set(
      column.name,
      column.type === 'boolean'
        ? { ...notWeighted, boolean: weighTruths(of.values, weightAt) }
        : { ...notWeighted, number: weighNumbers(of, weightAt) },
    );
  });
  for (const column of wanted.filter(({ storage }) => storage === 'VARCHAR'))
    found.set(column.name, {
      ...notWeighted,
      text: await weighTexts(connection, reader, by, column),
    });
  return found;
}

function weighNumbers({ values, scale }: ColumnValues, weights: Float64Array): Weighted['number'] {
  const used = weighable(values, weights);
  if (used === null) return null;
  const { mean, sd, sum_of_weights, effective_n } = weightedFigures(used.values, used.weights);
  return {
    n: used.values.length,
    sum_of_weights,
    mean: placeOf(scale, mean),
    sd: sd === null ? null : spanOf(scale, sd),
    effective_n,
  };
}

/** Shares of values that are known by their place among `labels`, the heaviest first. */
function weighLabels<Label extends string | boolean>(
  places: Float64Array,
  weights: Float64Array,
  labels: readonly Label[],
) {
  const used = weighable(places, weights);
  if (used === null) return null;
  const { groups, sum_of_weights, effective_n } = weightedShares(used.values, used.weights);
  const weighed = groups.flatMap(({ code, ...figures }) => {
    const value = labels[code];
    return value === undefined ? [] : [{ value, ...figures }];
  });
  return {
    n: used.values.length,
    sum_of_weights,
    effective_n,
    top_values: weighed.toSorted((a, b) => b.sum_of_weights - a.sum_of_weights).slice(0, topShown),
  };
}

function weighTruths(values: Float64Array, weights: Float64Array): Weighted['boolean'] {
  const weighed = weighLabels(values, weights, [false, true]);
  return (
    weighed && {
      ...weighed,
      true_share: weighed.top_values.find(({ value }) => value)?.share ?? 0,
    }
  );
}

/**
 * Beside the weights, each value as its place among all in their order; null for texts of too many
 * values.
 */
async function weighTexts(
  connection: DuckDBConnection,
  reader: TableReader,
  by: FieldColumn,
  { field, type }: FieldColumn,
): Promise<Weighted['text']> {
  const atMost = type === 'category' ? '' : ` limit ${categoriesAtMost + 1}`;
  await reader.run(
    `create or replace temp table weighed_labels as select row_number() over (order by k) - 1 as i, k from (select distinct ${field} as k from ${reader.source} where ${field} is not null${atMost})`,
  );
  const labels = (await reader.rows('select k from weighed_labels order by i')).map(([label]) =>
    String(label),
  );
  if (type !== 'category' && labels.length > categoriesAtMost) return null;
  await reader.run(
    `create or replace temp table weighed as select s.${by.field}, l.i::double as i from ${reader.source} s left join weighed_labels l on s.${field} = l.k`,
  );
  const weighed = TableReader.over(connection, 'weighed', [by]);
  const [places = new Float64Array()] = await weighed.doubles(['i']);
  const [weights] = await readValues(weighed, [by]);
  if (weights === undefined) return null;
  return weighLabels(
    places,
    weights.values.map((one) => placeOf(weights.scale, one)),
    labels,
  );
}
