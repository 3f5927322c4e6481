import {
  AppError,
  titleOf,
  type Chart,
  type ColumnDescription,
  type Description,
} from '@columnist/contract';
import { withPlainNames } from '@columnist/charts';
import type { Connection } from '@columnist/tables/database/connection';
import { z } from 'zod';
import { describeTable } from '@columnist/tables/columns/describe-table';
import type { ChartInput } from './chart-input.ts';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { viewColumns } from '@columnist/tables/views/view-columns';
import { drawOne, drawTwo, groupsAtMost, pointsAtMost, type Asked } from './draw-columns.ts';
import { renderPng } from './render-png.ts';
import { isMeasured, rowsWithValues, undrawn } from './rows-with-values.ts';

/**
 * The usual picture of one column or two, as their types want it. Throws unknown_column,
 * invalid_input where there is nothing to draw.
 */
export async function drawChart(
  connection: Connection,
  table: TableRef,
  { x, y, view, theme, width }: ChartInput,
): Promise<Chart> {
  const { columns, ...described } = await describeTable(connection, table, {
    columns: y === undefined || y === x ? [x] : [x, y],
    ...undrawn,
    view,
    plot: true,
  });
  const [first, second] = columns;
  if (first === undefined) throw new Error('A description has the columns it was asked for.');
  const titles = new Map(
    viewColumns(table.columns, view).map((column) => [column.name, titleOf(column)]),
  );
  const title = ({ name }: ColumnDescription): string => titles.get(name) ?? name;
  const asked = { connection, table, view, mode: theme, width, title };
  const used = await rowsWithValues(connection, table, view, columns, described.n_used);
  const { spec: drawing, rowsDrawn } = await (second === undefined
    ? drawOne(asked, first)
    : drawTwo(asked, first, second));
  if (drawing === null)
    throw new AppError('invalid_input', 'There is nothing to draw: no row has a value.', {
      errors: [{ field: 'x', message: 'Choose columns with values, or widen the filter.' }],
    });
  const spec = withPlainNames({
    ...drawing,
    title: headingOf(first, second, title, { ...described, n_used: used }),
    padding,
  });
  const {
    dataset_id,
    dataset_version,
    engine_version,
    n_excluded,
    view_in_words: words,
    view_effects: effects,
  } = described;
  return {
    dataset_id,
    dataset_version,
    engine_version,
    view: described.view,
    n_used: used,
    n_excluded: [
      ...n_excluded,
      ...(used < described.n_used ? [{ reason: 'value missing', n: described.n_used - used }] : []),
    ],
    ...(words === undefined ? {} : { view_in_words: words }),
    ...(effects === undefined ? {} : { view_effects: effects }),
    method:
      rowsDrawn === null
        ? { groups: `the ${groupsAtMost} largest means, or most frequent values` }
        : { points: `at most ${pointsAtMost} rows, drawn by chance with seed 1` },
    caption: spec.description ?? '',
    rows_drawn: rowsDrawn,
    spec: z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(spec))),
    png: (await renderPng(spec, theme)).toString('base64'),
  };
}

const padding = { left: 16, right: 20, top: 14, bottom: 14 };
const longestTitle = 90;
const shortened = (text: string): string =>
  text.length > longestTitle ? `${text.slice(0, longestTitle - 1).toWellFormed()}…` : text;

/** What is drawn of which rows: the picture is looked at without its page. */
function headingOf(
  x: ColumnDescription,
  y: ColumnDescription | undefined,
  title: Asked['title'],
  { n_used: n, view_in_words: words = [] }: Pick<Description, 'n_used' | 'view_in_words'>,
) {
  const value = x.type === 'number' ? x : y;
  const by = value === x ? y : x;
  const text =
    y === undefined
      ? title(x)
      : isMeasured(x) && isMeasured(y)
        ? `${title(y)} against ${title(x)}`
        : value?.type === 'number' && by !== undefined
          ? `Mean ${title(value)} by ${title(by)}`
          : `${title(x)} by ${title(y)}`;
  const rows = `${n.toLocaleString('en-US')} ${n === 1 ? 'row' : 'rows'}`;
  return {
    text: shortened(text),
    subtitle: shortened(words.length === 0 ? rows : `${rows}: ${words.join('; ')}`),
    offset: 12,
  };
}
