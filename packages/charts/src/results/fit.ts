import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { type Drawing, type Picture, schema, ticksFor, widestPlot } from './picture.ts';

/** The rows as points, the fitted curve of a model with the band of its mean. */
function fitSpec(
  { x_name, y_name, x, y, line }: Picture<'fit'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0 }));
  const curve = line.x.map((value, i) => ({
    x: value,
    y: line.y[i] ?? 0,
    low: line.low[i] ?? 0,
    high: line.high[i] ?? 0,
  }));
  const axis = { type: 'quantitative' as const, scale: { zero: false, nice: true } };
  const fields = {
    x: { field: 'x', ...axis, title: x_name, axis: { tickCount: ticksFor(width) } },
    y: { field: 'y', ...axis, title: y_name },
  };
  return {
    $schema: schema,
    description: `${y_name} against ${x_name} with the fitted curve and the interval of its mean.`,
    width: Math.min(width, widestPlot),
    height: 240,
    padding: chartPadding,
    layer: [
      {
        data: { values: curve },
        mark: { type: 'area' as const, color: c.num, opacity: 1, fillOpacity: 0.2, line: false },
        encoding: { x: fields.x, y: { ...fields.y, field: 'low' }, y2: { field: 'high' } },
      },
      {
        data: { values },
        mark: { type: 'point' as const, filled: true, size: 16, opacity: 0.55, color: c.num },
        encoding: fields,
      },
      {
        data: { values: curve },
        mark: { type: 'line' as const, color: c.ink, strokeWidth: 2 },
        encoding: fields,
      },
    ],
  };
}

export const fit: Drawing<'fit'> = {
  spec: fitSpec,
  height: () => 300,
};
