import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { schema, type Drawing, type Picture } from './picture.ts';

/** A moment without a zone is taken for UTC, as everywhere. */
const moment = (value: string | number): string | number =>
  typeof value === 'string' && value.includes('T') && !value.endsWith('Z') ? `${value}Z` : value;

/**
 * What was observed thin and pale, what was made of it strong; the band of a forecast behind both.
 */
function seriesSpec(
  { x_name, y_name, x, lines, band }: Picture<'series'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const several = lines.length > 1;
  const strong = [c.num, c.error, c.time];
  const times = x.map(moment);
  const temporal = typeof x[0] === 'string';
  const along = temporal
    ? {
        field: 'x',
        type: 'temporal' as const,
        title: x_name,
        scale: { type: 'utc' as const },
        axis: { grid: false, tickCount: 7, labelOverlap: true },
      }
    : {
        field: 'x',
        type: 'quantitative' as const,
        title: x_name,
        scale: { zero: false, nice: false },
        axis: { grid: false, tickCount: 7, format: 'd' },
      };
  const up = { type: 'quantitative' as const, title: y_name, scale: { zero: false, nice: true } };
  const of = (y: readonly (number | null)[]) =>
    y.flatMap((value, i) => (value === null ? [] : [{ x: times[i] ?? 0, y: value }]));
  const reach =
    band === null
      ? []
      : times.flatMap((time, i) => {
          const [low, high] = [band.low[i], band.high[i]];
          return low === null || low === undefined || high === null || high === undefined
            ? []
            : [{ x: time, low, high }];
        });
  return {
    $schema: schema,
    description: `${lines.map(({ name }) => name).join(', ')} over ${x_name}.`,
    width,
    height: 230,
    padding: chartPadding,
    layer: [
      ...(reach.length === 0
        ? []
        : [
            {
              data: { values: reach },
              mark: {
                type: 'area' as const,
                color: c.error,
                opacity: 1,
                fillOpacity: 0.16,
                line: false,
              },
              encoding: { x: along, y: { ...up, field: 'low' }, y2: { field: 'high' } },
            },
          ]),
      ...lines.map(({ y }, i) => ({
        data: { values: of(y) },
        mark:
          several && i === 0
            ? { type: 'line' as const, color: c.line, strokeWidth: 1.2, opacity: 1 }
            : {
                type: 'line' as const,
                color: strong[several ? (i - 1) % strong.length : 0] ?? c.num,
                strokeWidth: several ? 2 : 1.4,
                opacity: 1,
              },
        encoding: { x: along, y: { ...up, field: 'y' } },
      })),
      ...(several ? [legendOf(lines, times, strong, c.line, along, up)] : []),
    ],
  };
}

type Along = { readonly field: string; readonly type: 'temporal' | 'quantitative' };

/** The name of each line at its last value. */
function legendOf(
  lines: Picture<'series'>['lines'],
  times: readonly (string | number)[],
  strong: readonly string[],
  pale: string,
  x: Along & object,
  up: { readonly type: 'quantitative'; readonly title: string },
) {
  const values = lines.flatMap(({ name, y }, i) => {
    const last = y.findLastIndex((value) => value !== null);
    return last < 0
      ? []
      : [
          {
            name,
            x: times[last] ?? 0,
            y: y[last] ?? 0,
            color: i === 0 ? pale : (strong[(i - 1) % strong.length] ?? pale),
          },
        ];
  });
  return {
    data: { values },
    mark: { type: 'point' as const, filled: true, size: 46, opacity: 1 },
    encoding: {
      x,
      y: { ...up, field: 'y' },
      color: {
        field: 'name',
        type: 'nominal' as const,
        sort: values.map(({ name }) => name),
        scale: { domain: values.map(({ name }) => name), range: values.map(({ color }) => color) },
        legend: { orient: 'top' as const, title: null },
      },
    },
  };
}

export const series: Drawing<'series'> = {
  spec: seriesSpec,
  height: () => 300,
};
