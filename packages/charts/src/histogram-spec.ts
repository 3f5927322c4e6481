import type { NumberDescription } from '@columnist/contract';
import type { TopLevelSpec } from 'vega-lite';
import { barsLayer, barsOf, chartPadding } from './bars.ts';
import { colors, type Mode } from '@columnist/design';

/**
 * Whether the density is drawn. A smooth line would show rows where there can be none where each bar
 * holds one place of a grid, such as one whole number: these bars reach half a step to both sides of
 * their value, wider ones begin as far before the smallest.
 */
export function hasDensityLine({ density, histogram, min }: NumberDescription): boolean {
  if (density === null || histogram === null) return false;
  const [from, to] = histogram.edges.map(Number);
  const ofOnePlace =
    Math.abs(2 * Number(min) - ((from ?? 0) + (to ?? 0))) <
    1e-9 * Math.abs((to ?? 0) - (from ?? 0));
  return !(histogram.rule.endsWith('whole steps') && ofOnePlace);
}

/**
 * A number column as bars of rows, the density (scaled to rows a bar) as a line, and below on the
 * same axis the box:
 * quartiles, whiskers to the last values within 1.5 IQR, the outliers sent along, and the mean as a
 * diamond.
 * `width` is in px, without axis labels. Null where the column has no value.
 */
export function histogramSpec(
  column: NumberDescription,
  mode: Mode,
  width: number,
): TopLevelSpec | null {
  const { histogram, density, outliers, mean, median, q1, q3 } = column;
  if (histogram === null || outliers === null || mean === null) return null;
  const c = colors[mode];
  const bars = barsOf(histogram.edges.map(Number), histogram.counts);
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const barWidth = first.to - first.from;
  const curve = hasDensityLine(column)
    ? (density?.x ?? []).map((x, i) => ({ x, rows: (density?.y[i] ?? 0) * column.n * barWidth }))
    : [];
  const scale = { domain: [first.from, last.to], nice: false, zero: false };
  const on = (field: string) => ({ field, type: 'quantitative', scale, title: null }) as const;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description:
      `Distribution of ${column.n} values of ${column.name} in ${bars.length} bars, with ` +
      'quartiles, whiskers and outliers below.',
    spacing: 4,
    padding: chartPadding,
    vconcat: [
      {
        width,
        height: 168,
        layer: [
          barsLayer(bars, { color: c.num, x: { ...on('from'), axis: null }, width }),
          {
            data: { values: curve },
            mark: { type: 'line', color: c.ink, strokeWidth: 1.5, clip: true },
            encoding: { x: { ...on('x'), axis: null }, y: { field: 'rows', type: 'quantitative' } },
          },
        ],
      },
      {
        width,
        height: 26,
        layer: [
          {
            data: { values: [{ low: outliers.lower_whisker, high: outliers.upper_whisker }] },
            mark: { type: 'rule', color: c.ink },
            encoding: {
              x: { ...on('low'), axis: { orient: 'bottom', tickCount: 6 } },
              x2: { field: 'high' },
            },
          },
          {
            data: { values: [{ q1, q3 }] },
            mark: { type: 'bar', height: 14, color: c.numWeak, stroke: c.ink, strokeWidth: 1 },
            encoding: { x: on('q1'), x2: { field: 'q3' } },
          },
          {
            data: { values: [{ median }] },
            mark: { type: 'tick', color: c.ink, thickness: 2, size: 14 },
            encoding: { x: on('median') },
          },
          {
            data: { values: [{ mean }] },
            mark: {
              type: 'point',
              shape: 'diamond',
              filled: true,
              color: c.ink,
              size: 40,
              opacity: 1,
            },
            encoding: { x: on('mean') },
          },
          {
            data: { values: outliers.examples.map((value) => ({ value })) },
            mark: {
              type: 'point',
              filled: false,
              stroke: c.ink3,
              strokeWidth: 1,
              size: 16,
              clip: true,
            },
            encoding: { x: on('value') },
          },
        ],
      },
    ],
  };
}
