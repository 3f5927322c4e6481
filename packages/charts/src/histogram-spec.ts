import type { NumberDescription } from '@columnist/contract';
import type { TopLevelSpec } from 'vega-lite';
import { colors, type Mode } from './tokens.ts';

/** Histogram with density line, and below it the box with whiskers, outliers and the mean, on one axis. */
export function histogramSpec(column: NumberDescription, mode: Mode, width: number): TopLevelSpec | null {
  const { histogram, density, outliers, mean, median, q1, q3 } = column;
  if (histogram === null || outliers === null || mean === null) return null;
  const c = colors[mode];
  const edges = histogram.edges.map(Number);
  const bars = histogram.counts.map((count, i) => ({ from: edges[i] ?? 0, to: edges[i + 1] ?? 0, count }));
  const binWidth = (edges[1] ?? 0) - (edges[0] ?? 0);
  const curve = (density?.x ?? []).map((x, i) => ({ x, rows: (density?.y[i] ?? 0) * column.n * binWidth }));
  const domain = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const scale = { domain, nice: false, zero: false };
  const noAxis = { title: null, axis: null };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: `Distribution of ${column.n} values in ${bars.length} bars, with quartiles, whiskers and outliers below.`,
    width,
    vconcat: [
      {
        width,
        height: 168,
        layer: [
          {
            data: { values: bars },
            mark: { type: 'bar', color: c.num, opacity: 0.82, binSpacing: 1 },
            encoding: {
              x: { field: 'from', type: 'quantitative', scale, ...noAxis, bin: { binned: true } },
              x2: { field: 'to' },
              y: { field: 'count', type: 'quantitative', title: 'rows', axis: { tickCount: 4, format: ',d' } },
              tooltip: [{ field: 'from', type: 'quantitative', title: 'from' }, { field: 'to', type: 'quantitative', title: 'to' }, { field: 'count', type: 'quantitative', title: 'rows', format: ',d' }],
            },
          },
          { data: { values: curve }, mark: { type: 'line', color: c.ink, strokeWidth: 1.5, clip: true }, encoding: { x: { field: 'x', type: 'quantitative', scale, ...noAxis }, y: { field: 'rows', type: 'quantitative' } } },
        ],
      },
      {
        width,
        height: 26,
        layer: [
          { data: { values: [{ low: outliers.lower_whisker, high: outliers.upper_whisker }] }, mark: { type: 'rule', color: c.ink }, encoding: { x: { field: 'low', type: 'quantitative', scale, title: null, axis: { orient: 'bottom', tickCount: 6 } }, x2: { field: 'high' } } },
          { data: { values: [{ q1, q3 }] }, mark: { type: 'bar', height: 14, color: c.numWeak, stroke: c.ink, strokeWidth: 1 }, encoding: { x: { field: 'q1', type: 'quantitative', scale }, x2: { field: 'q3' } } },
          { data: { values: [{ median }] }, mark: { type: 'tick', color: c.ink, thickness: 2, size: 14 }, encoding: { x: { field: 'median', type: 'quantitative', scale } } },
          { data: { values: [{ mean }] }, mark: { type: 'point', shape: 'diamond', filled: true, color: c.ink, size: 40, opacity: 1 }, encoding: { x: { field: 'mean', type: 'quantitative', scale } } },
          { data: { values: outliers.examples.map((value) => ({ value })) }, mark: { type: 'point', filled: false, color: c.ink3, strokeWidth: 1, size: 16, clip: true }, encoding: { x: { field: 'value', type: 'quantitative', scale } } },
        ],
      },
    ],
    spacing: 4,
  };
}
