import type { DatetimeDescription, TextDescription } from '@columnist/contract';
import type { TopLevelSpec } from 'vega-lite';
import { barsLayer, barsOf, chartPadding } from './bars.ts';
import { colors, type Mode } from '@columnist/design';

/**
 * How many rows have texts of each length, or fall into each span of time, as bars from zero.
 * `width` is in px, without
 * axis labels. Null where the column has no value, or one length or moment alone.
 */
export function countsSpec(
  column: TextDescription | DatetimeDescription,
  mode: Mode,
  width: number,
): TopLevelSpec | null {
  const { histogram, n, name } = column;
  if (histogram === null) return null;
  const overTime = column.type === 'datetime';
  const bars = barsOf(
    overTime
      ? histogram.edges.map((edge) => Date.parse(isoOf(String(edge))))
      : histogram.edges.map(Number),
    histogram.counts,
  );
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined || first.from === last.to) return null;
  const axis = { tickCount: 6 };
  const x = overTime
    ? { type: 'temporal' as const, scale: { type: 'utc' as const, nice: false }, title: null, axis }
    : {
        type: 'quantitative' as const,
        scale: { domain: [first.from, last.to], nice: false, zero: false },
        title: 'characters',
        axis,
      };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description:
      `${overTime ? 'Rows over time' : 'Lengths in characters'} of ${n} values of ${name} ` +
      `in ${bars.length} bars.`,
    width,
    padding: chartPadding,
    height: overTime ? 120 : 96,
    layer: [barsLayer(bars, { color: overTime ? colors[mode].time : colors[mode].text, x, width })],
  };
}

/** Moments without a zone are read as UTC, times of day as those of one day. */
function isoOf(moment: string): string {
  if (/^\d{2}:/.test(moment)) return `1970-01-01T${moment}Z`;
  return moment.length === 10 || moment.endsWith('Z') ? moment : `${moment}Z`;
}
