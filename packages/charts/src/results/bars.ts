import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { type Drawing, type Picture, schema, widestPlot } from './picture.ts';

function barsSpec(
  { x_name, y_name, x, values: heights, limit }: Picture<'bars'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = heights.map((y, i) => ({ x: x[i] ?? i, y }));
  const across = {
    field: 'x',
    type: 'ordinal' as const,
    sort: null,
    title: x_name,
    axis: { labelAngle: 0, labelOverlap: true, ticks: false, grid: false },
  };
  const up = {
    field: 'y',
    type: 'quantitative' as const,
    title: y_name,
    scale: { zero: true, nice: true },
  };
  const outside = {
    condition: { test: limit === null ? 'true' : `abs(datum.y) > ${limit}`, value: c.num },
    value: c.numWeak,
  };
  return {
    $schema: schema,
    description: `${y_name} by ${x_name}.`,
    width: Math.min(width, widestPlot),
    height: 190,
    padding: chartPadding,
    layer: [
      {
        data: { values },
        mark: { type: 'bar' as const, width: { band: 0.6 } },
        encoding: {
          x: across,
          y: up,
          color: outside,
          tooltip: [
            { field: 'x', type: 'nominal' as const, title: x_name },
            { field: 'y', type: 'quantitative' as const, title: y_name, format: '.4~g' },
          ],
        },
      },
      ...(limit === null
        ? []
        : (heights.some((height) => height < 0) ? [-limit, limit] : [limit]).map((y) => ({
            data: { values: [{ y }] },
            mark: { type: 'rule' as const, color: c.error, strokeDash: [4, 3] },
            encoding: { y: up },
          }))),
    ],
  };
}

export const bars: Drawing<'bars'> = {
  spec: barsSpec,
  height: () => 250,
};
