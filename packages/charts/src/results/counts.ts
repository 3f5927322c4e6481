import { charts, colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { labelsAcross, shortAxis, slantedHeight } from '../labels.ts';
import { longestLabel, schema, widestPlot, type Drawing, type Picture } from './picture.ts';

/** Counts as cells, coloured by how far they are from independence: petrol above, orange below. */
function heatSpec(
  { x_name, y_name, rows, columns, counts, residuals }: Picture<'counts'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const plot = Math.min(width - 60, 110 * columns.length);
  const values = rows.flatMap((row, i) =>
    columns.map((column, j) => ({
      row,
      column,
      n: counts[i]?.[j] ?? 0,
      residual: residuals[i]?.[j] ?? 0,
    })),
  );
  const most = Math.max(4, ...values.map(({ residual }) => Math.abs(residual)));
  const x = {
    field: 'column',
    type: 'nominal' as const,
    sort: columns,
    title: `${x_name} by ${y_name}`,
    axis: {
      orient: 'top' as const,
      ...labelsAcross(columns, plot, 'top'),
      ticks: false,
      domain: false,
      grid: false,
    },
  };
  const y = {
    field: 'row',
    type: 'nominal' as const,
    sort: rows,
    title: null,
    axis: {
      ticks: false,
      domain: false,
      grid: false,
      labelLimit: longestLabel,
      ...shortAxis(rows),
    },
  };
  return {
    $schema: schema,
    description: `Counts of ${x_name} by ${y_name}.`,
    width: plot,
    height: 34 * rows.length,
    padding: chartPadding,
    data: { values },
    layer: [
      {
        mark: { type: 'rect' as const, stroke: c.paper, strokeWidth: 2 },
        encoding: {
          x,
          y,
          color: {
            field: 'residual',
            type: 'quantitative' as const,
            scale: { domain: [-most, 0, most], range: charts[mode].diverging },
            legend: null,
          },
          tooltip: [
            { field: 'row', type: 'nominal' as const, title: x_name },
            { field: 'column', type: 'nominal' as const, title: y_name },
            { field: 'n', type: 'quantitative' as const, title: 'count' },
            {
              field: 'residual',
              type: 'quantitative' as const,
              title: 'standardized residual',
              format: '.2f',
            },
          ],
        },
      },
      {
        mark: { type: 'text' as const, fontSize: 12 },
        encoding: {
          x,
          y,
          text: { field: 'n', type: 'quantitative' as const, format: ',' },
          color: {
            condition: { test: `abs(datum.residual) > ${0.55 * most}`, value: c.paper },
            value: c.ink,
          },
        },
      },
    ],
  };
}

export const counts: Drawing<'counts'> = {
  spec: heatSpec,
  height: ({ rows, columns }) =>
    rows.length * 34 + 60 + slantedHeight(columns, Math.min(widestPlot, 110 * columns.length)),
};
