import {
  StreamDownload,
  operations,
  sayLabels,
  sayList,
  type ColumnEntry,
  type CountedColumn,
  type InputOf,
} from '@columnist/contract';
import { Readable } from 'node:stream';
import { authorize, type ServiceContext } from '../../context.ts';
import { csvLine } from '../../csv-line.ts';
import { findDataset } from '../records/find-dataset.ts';
import { dictionaryOf } from '../records/current-columns.ts';

const head = [
  'column',
  'label',
  'unit',
  'description',
  'type',
  'missing',
  'distinct',
  'smallest',
  'largest',
  'levels',
  'reference',
  'value labels',
  'remarks',
];

/**
 * The data dictionary as CSV, safe to open in a spreadsheet: a line a column, then what was set for
 * columns that this version lacks. Throws not_found.
 */
export async function downloadDictionary(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['dictionary']>,
): Promise<StreamDownload> {
  const actor = authorize(ctx, operations.datasets.dictionary);
  const { dataset, columns } = await findDataset(ctx.em, actor, input.id);
  const { dictionary } = await dictionaryOf(ctx.em, dataset);
  const names = new Set(columns.map(({ name }) => name));
  const lines = [
    head,
    ...columns.map(lineOf),
    ...Object.entries(dictionary)
      .filter(([name]) => !names.has(name))
      .map(([name, entry]) => lineWithout(name, entry)),
  ];
  return new StreamDownload({
    chunks: Readable.from(lines.map(csvLine), { objectMode: false }),
    filename: `${dataset.name.replace(/\.csv$/i, '')}-dictionary.csv`,
    contentType: 'text/csv; charset=utf-8',
  });
}

const lineOf = (column: CountedColumn): string[] => [
  column.name,
  ...said(column),
  column.type,
  String(column.missing),
  String(column.distinct),
  String(column.low ?? ''),
  String(column.high ?? ''),
  ...valuesOf(column),
  (column.unfit ?? []).join(' '),
];

const lineWithout = (name: string, entry: ColumnEntry): string[] => [
  name,
  ...said(entry),
  entry.type ?? '',
  '',
  '',
  '',
  '',
  ...valuesOf(entry),
  'This version has no such column.',
];

type Said = Pick<
  CountedColumn,
  'label' | 'unit' | 'description' | 'levels' | 'reference' | 'value_labels'
>;

const said = ({ label = '', unit = '', description = '' }: Said): string[] => [
  label,
  unit,
  description,
];

const valuesOf = ({ levels = [], reference = '', value_labels: labels = [] }: Said): string[] => [
  sayList(levels),
  reference,
  sayLabels(labels),
];
