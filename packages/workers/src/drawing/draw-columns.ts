import type { Cell, ColumnDescription, View } from '@columnist/contract';
import { countsSpec, groupsSpec, histogramSpec, resultSpec, scatterSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import type { Connection } from '@columnist/tables/database/connection';
import { aggregateGroups } from '@columnist/tables/queries/aggregate-groups';
import { countFrequencies } from '@columnist/tables/queries/count-frequencies';
import { readRows } from '@columnist/tables/queries/read-rows';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { TopLevelSpec } from 'vega-lite';
import { isMeasured } from './rows-with-values.ts';

/** Points drawn, chosen by chance where there are more. */
export const pointsAtMost = 500;
export const groupsAtMost = 30;
const pairsAtMost = 20;

interface Drawing {
  readonly spec: TopLevelSpec | null;
  readonly rowsDrawn: number | null;
}
/** Of what and how it is drawn. */
export interface Asked {
  readonly connection: Connection;
  readonly table: TableRef;
  readonly view: View | undefined;
  readonly mode: Mode;
  readonly width: number;
  /** The label of a column, else its name, with its unit. */
  readonly title: (column: ColumnDescription) => string;
}

const drawn = (spec: TopLevelSpec | null, rowsDrawn: number | null = null): Drawing => ({
  spec,
  rowsDrawn,
});
const said = (value: Cell | undefined): string =>
  value === null || value === undefined ? 'missing' : String(value);

/** What one column has: its bins, or how often each value occurs. */
export async function drawOne(
  { connection, table, view, mode, width, title }: Asked,
  column: ColumnDescription,
): Promise<Drawing> {
  const name = title(column);
  if (column.type === 'number') return drawn(histogramSpec({ ...column, name }, mode, width));
  if (column.type === 'datetime' || column.type === 'text')
    return drawn(countsSpec({ ...column, name }, mode, width));
  const counted = await countFrequencies(connection, table, {
    column: column.name,
    limit: groupsAtMost,
    view,
  });
  const points = counted.items.map(({ value, n }) => ({
    group: said(value),
    series: null,
    value: n,
    low: null,
    high: null,
  }));
  return drawn(
    groupsSpec({ points, figure: `rows by ${name}`, series: null, fromZero: true }, mode, width),
  );
}

/** Numbers and moments lie on an axis; other columns make groups. */
export async function drawTwo(
  asked: Asked,
  x: ColumnDescription,
  y: ColumnDescription,
): Promise<Drawing> {
  if (isMeasured(x) && isMeasured(y)) return drawPoints(asked, x, y);
  if (x.type === 'number' || y.type === 'number')
    return x.type === 'number' ? drawMeans(asked, x, y) : drawMeans(asked, y, x);
  return drawPairs(asked, x, y);
}

async function drawPoints(
  { connection, table, view, mode, width, title }: Asked,
  x: ColumnDescription,
  y: ColumnDescription,
): Promise<Drawing> {
  const sampled: View = {
    ...view,
    drop_missing: [x.name, y.name],
    sample: view?.sample ?? { n: pointsAtMost, seed: 1 },
  };
  const { items } = await readRows(connection, table, {
    columns: [x.name, y.name],
    limit: pointsAtMost,
    offset: 0,
    view: sampled,
  });
  const points = items.flatMap(([a, b]) => (isDrawn(a) && isDrawn(b) ? [{ x: a, y: b }] : []));
  const axis = (column: ColumnDescription) => ({
    name: title(column),
    isTime: column.type === 'datetime',
  });
  return drawn(scatterSpec(points, { x: axis(x), y: axis(y) }, mode, width), points.length);
}

const isDrawn = (cell: unknown): cell is number | string =>
  typeof cell === 'number' || typeof cell === 'string';
const quoted = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\``;

async function drawMeans(
  { connection, table, view, mode, width, title }: Asked,
  value: ColumnDescription,
  by: ColumnDescription,
): Promise<Drawing> {
  const statistics = ['mean', 'mean_ci_low', 'mean_ci_high'] as const;
  const { items } = await aggregateGroups(connection, table, {
    group_by: [by.name],
    aggregates: statistics.map((statistic) => ({
      statistic,
      of: quoted(value.name),
      name: statistic,
    })),
    sort: [{ column: 'mean', direction: 'descending' }],
    limit: groupsAtMost,
    view,
  });
  const points = items.flatMap(([group, mean, low, high]) =>
    mean === null || mean === undefined
      ? []
      : [
          {
            group: said(group),
            series: null,
            value: Number(mean),
            low: low === null ? null : Number(low),
            high: high === null ? null : Number(high),
          },
        ],
  );
  return drawn(
    groupsSpec(
      { points, figure: `mean ${title(value)}`, series: null, fromZero: false },
      mode,
      width,
    ),
  );
}

async function drawPairs(
  { connection, table, view, mode, width, title }: Asked,
  x: ColumnDescription,
  y: ColumnDescription,
): Promise<Drawing> {
  const { pivot } = await aggregateGroups(connection, table, {
    group_by: [x.name, y.name],
    aggregates: [{ statistic: 'count' }],
    across: y.name,
    limit: pairsAtMost,
    view,
  });
  if (pivot === undefined || pivot === null || pivot.rows.length === 0) return drawn(null);
  const counts = pivot.rows.map(({ cells }) =>
    cells.slice(0, pairsAtMost).map((cell) => Number(cell?.[0] ?? 0)),
  );
  // By how far each count is from what independence would make of it (Pearson's residual).
  const total = counts.flat().reduce((sum, n) => sum + n, 0);
  const ofRow = counts.map((row) => row.reduce((sum, n) => sum + n, 0));
  const ofColumn = (counts[0] ?? []).map((_, j) =>
    counts.reduce((sum, row) => sum + (row[j] ?? 0), 0),
  );
  const residuals = counts.map((row, i) =>
    row.map((n, j) => {
      const expected = ((ofRow[i] ?? 0) * (ofColumn[j] ?? 0)) / total;
      return expected > 0 ? (n - expected) / Math.sqrt(expected) : 0;
    }),
  );
  return drawn(
    resultSpec(
      {
        kind: 'counts',
        x_name: title(x),
        y_name: title(y),
        rows: pivot.rows.map(({ keys }) => said(keys[0])),
        columns: pivot.headers.slice(0, pairsAtMost).map(said),
        counts,
        residuals,
      },
      [],
      mode,
      width,
    ),
  );
}
