import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { type Drawing, type Picture, schema, widestPlot } from './picture.ts';

function curveSpec(
  { x_name, y_name, x, y, at }: Picture<'curve'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0 }));
  const fields = {
    x: { field: 'x', type: 'quantitative' as const, title: x_name, scale: { zero: false } },
    y: {
      field: 'y',
      type: 'quantitative' as const,
      title: y_name,
      scale: { domain: [0, 1] },
      axis: { format: '%', tickCount: 5 },
    },
  };
  return {
    $schema: schema,
    description: `${y_name} rises with ${x_name}; at ${Number(at.x.toPrecision(4))} it is ${Math.round(100 * at.y)}%.`,
    width: Math.min(width, widestPlot),
    height: 220,
    padding: chartPadding,
    layer: [
      {
        data: { values },
        mark: { type: 'line' as const, color: c.num, strokeWidth: 2 },
        encoding: fields,
      },
      {
        data: { values: [at] },
        mark: { type: 'rule' as const, color: c.ink3, strokeDash: [3, 3] },
        encoding: { x: fields.x },
      },
      {
        data: { values: [at] },
        mark: { type: 'point' as const, filled: true, size: 80, opacity: 1, color: c.ink },
        encoding: fields,
      },
    ],
  };
}

export const curve: Drawing<'curve'> = {
  spec: curveSpec,
  height: () => 300,
};
