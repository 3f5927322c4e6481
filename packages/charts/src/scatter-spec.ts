import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from './bars.ts';
import { colors, type Mode } from '@columnist/design';

export interface ScatterAxis {
  readonly name: string;
  readonly isTime: boolean;
}

/**
 * Rows as points of two columns, with the line of least squares where both are numbers; null
 * without a point. `width` is in px, without axis labels.
 */
export function scatterSpec(
  points: readonly { readonly x: number | string; readonly y: number | string }[],
  { x, y }: { readonly x: ScatterAxis; readonly y: ScatterAxis },
  mode: Mode,
  width: number,
): TopLevelSpec | null {
  if (points.length === 0) return null;
  const c = colors[mode];
  const axisOf = (field: 'x' | 'y', { name, isTime }: ScatterAxis) => ({
    field,
    title: name,
    ...(isTime
      ? { type: 'temporal' as const }
      : { type: 'quantitative' as const, scale: { zero: false, nice: true } }),
  });
  const encoding = { x: axisOf('x', x), y: axisOf('y', y) };
  const isLinear = !x.isTime && !y.isTime;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: `${y.name} against ${x.name}, ${points.length} rows.`,
    width: Math.min(width, 640),
    height: 320,
    padding: chartPadding,
    data: { values: [...points] },
    layer: [
      {
        mark: { type: 'point' as const, filled: true, opacity: 0.5, size: 18, color: c.num },
        encoding: {
          ...encoding,
          tooltip: [
            { field: 'x', title: x.name, type: encoding.x.type },
            { field: 'y', title: y.name, type: encoding.y.type },
          ],
        },
      },
      ...(isLinear
        ? [
            {
              transform: [{ regression: 'y', on: 'x' }],
              mark: { type: 'line' as const, color: c.ink, strokeWidth: 1.5 },
              encoding,
            },
          ]
        : []),
    ],
  };
}
