import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { type Drawing, type Picture, schema, ticksFor, widestPlot } from './picture.ts';

function pointsSpec(
  { x_name, y_name, x, y, marked }: Picture<'points'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const isMarked = new Set(marked);
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0, far: isMarked.has(i) }));
  return {
    $schema: schema,
    description: `${y_name} against ${x_name}${marked.length > 0 ? `, ${marked.length} outliers marked` : ''}.`,
    width: Math.min(width, widestPlot),
    height: 240,
    padding: chartPadding,
    data: { values },
    mark: { type: 'point' as const, filled: true, opacity: 0.7 },
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative' as const,
        title: x_name,
        scale: { zero: false, nice: true },
        axis: { tickCount: ticksFor(width) },
      },
      y: {
        field: 'y',
        type: 'quantitative' as const,
        title: y_name,
        scale: { zero: false, nice: true },
      },
      color: { condition: { test: 'datum.far', value: c.error }, value: c.num },
      shape: { condition: { test: 'datum.far', value: 'diamond' }, value: 'circle' },
      size: { condition: { test: 'datum.far', value: 60 }, value: 16 },
    },
  };
}

export const points: Drawing<'points'> = {
  spec: pointsSpec,
  height: () => 300,
};
