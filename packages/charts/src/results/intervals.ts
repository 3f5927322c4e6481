import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { shortAxis } from '../labels.ts';
import { longestLabel, schema, widestPlot, type Drawing, type Picture } from './picture.ts';

const intervalHeight = 34;

const three = (value: number): number => Number(value.toPrecision(3));

/** Each value as a point on the line of its interval; what is expected as a tick. */
function intervalsSpec(
  { x_name: name, items, shares }: Picture<'intervals'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const isOfShares = shares === true;
  const names = items.map((item) => item.name);
  const x = {
    field: 'value',
    type: 'quantitative' as const,
    title: name,
    scale: { zero: false, nice: true },
    axis: { ...(isOfShares ? { format: '~%' } : {}), grid: true, tickCount: 6 },
  };
  const y = {
    field: 'name',
    type: 'nominal' as const,
    sort: names,
    title: null,
    axis: {
      ticks: false,
      domain: false,
      grid: false,
      labelFontSize: 12,
      labelColor: c.ink,
      labelLimit: longestLabel,
      ...shortAxis(names),
    },
  };
  const format = isOfShares ? '.2%' : '.4~g';
  const said = items
    .slice(0, 12)
    .map((item) => `${item.name} ${isOfShares ? `${three(100 * item.value)}%` : three(item.value)}`)
    .join(', ');
  return {
    $schema: schema,
    description: `${name}: ${said}.`,
    width: Math.min(
      widestPlot,
      Math.max(
        120,
        width - Math.min(longestLabel, 7 * Math.max(...names.map(({ length }) => length))),
      ),
    ),
    height: items.length * intervalHeight,
    padding: chartPadding,
    data: { values: items },
    layer: [
      {
        mark: { type: 'rule' as const, strokeWidth: 3, color: c.num, opacity: 0.55 },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y },
      },
      {
        mark: { type: 'point' as const, filled: true, size: 70, opacity: 1, color: c.num },
        encoding: {
          x,
          y,
          tooltip: [
            { field: 'name', type: 'nominal' as const, title: ' ' },
            {
              field: 'value',
              type: 'quantitative' as const,
              title: isOfShares ? 'share' : 'value',
              format,
            },
            { field: 'expected', type: 'quantitative' as const, format },
          ],
        },
      },
      {
        transform: [{ filter: 'isValid(datum.expected)' }],
        mark: { type: 'tick' as const, thickness: 2, size: 18, color: c.error },
        encoding: { x: { ...x, field: 'expected' }, y },
      },
    ],
  };
}

export const intervals: Drawing<'intervals'> = {
  spec: intervalsSpec,
  height: ({ items }) => items.length * intervalHeight + 50,
};
