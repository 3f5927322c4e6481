import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from './bars.ts';
import { ticksFor, widestPlot } from './results/picture.ts';
import { colors, type Mode } from '@columnist/design';

export interface ScatterAxis {
  readonly name: string;
  readonly isTime: boolean;
}

interface ScatterPoint {
  readonly x: number | string;
  readonly y: number | string;
  /** By which it is coloured, where the points are. */
  readonly group?: string;
}

/** Colours and shapes there are; the groups after them share one of each. */
const coloursAtMost = 8;

/**
 * Rows as points of two columns, coloured by groups where `group` names their column, with the line of least squares where both are numbers; null
 * without a point. `width` is in px, without axis labels.
 */
export function scatterSpec(
  points: readonly ScatterPoint[],
  { x, y, group }: { readonly x: ScatterAxis; readonly y: ScatterAxis; readonly group?: string },
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
  const encoding = {
    x: { ...axisOf('x', x), axis: { tickCount: ticksFor(width) } },
    y: axisOf('y', y),
  };
  const isLinear = !x.isTime && !y.isTime;
  const named = group === undefined ? points : withFewGroups(points);
  const names = [...new Set(named.map((point) => point.group ?? ''))];
  const colour =
    group === undefined
      ? {}
      : { color: { field: 'group', type: 'nominal' as const, sort: names, title: group } };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: `${y.name} against ${x.name}, ${points.length} rows${group === undefined ? '' : `, coloured by ${group}`}.`,
    width: Math.min(width, widestPlot),
    height: 320,
    padding: chartPadding,
    data: { values: [...named] },
    layer: [
      {
        mark: {
          type: 'point' as const,
          filled: true,
          opacity: 0.6,
          size: 22,
          ...(group === undefined ? { color: c.num } : {}),
        },
        encoding: {
          ...encoding,
          ...colour,
          ...(group === undefined
            ? {}
            : { shape: { field: 'group', type: 'nominal' as const, sort: names, title: group } }),
          tooltip: [
            ...(group === undefined
              ? []
              : [{ field: 'group', type: 'nominal' as const, title: group }]),
            { field: 'x', title: x.name, type: encoding.x.type },
            { field: 'y', title: y.name, type: encoding.y.type },
          ],
        },
      },
      ...(isLinear
        ? [
            {
              transform: [
                group === undefined
                  ? { regression: 'y', on: 'x' }
                  : { regression: 'y', on: 'x', groupby: ['group'] },
              ],
              mark: {
                type: 'line' as const,
                strokeWidth: 1.5,
                ...(group === undefined ? { color: c.ink } : {}),
              },
              encoding: { ...encoding, ...colour },
            },
          ]
        : []),
    ],
  };
}

/** The most frequent groups keep their names; beyond the colours there are, the rest is one group. */
function withFewGroups(points: readonly ScatterPoint[]): ScatterPoint[] {
  const counts = new Map<string, number>();
  for (const { group = '' } of points) counts.set(group, (counts.get(group) ?? 0) + 1);
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const kept = new Set(
    frequent.length <= coloursAtMost ? frequent : frequent.slice(0, coloursAtMost - 1),
  );
  return points
    .map((point) => ({
      ...point,
      group: kept.has(point.group ?? '') ? (point.group ?? '') : 'others',
    }))
    .toSorted((a, b) => frequent.indexOf(a.group) - frequent.indexOf(b.group));
}
