import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { shortAxis } from '../labels.ts';
import { longestLabel, schema, widestPlot, type Drawing, type Picture } from './picture.ts';

const intervalHeight = 34;

/** Each value as a point on the line of its interval; what is expected as a tick. */
function intervalsSpec(
  { x_name: name, items }: Picture<'intervals'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const names = items.map((item) => item.name);
  const x = {
    field: 'value',
    type: 'quantitative' as const,
    title: name,
    scale: { zero: false, nice: true },
    axis: { format: '~%', grid: true, tickCount: 6 },
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
  const said = items
    .slice(0, 12)
    .map((item) => `${item.name} ${Number((100 * item.value).toPrecision(3))}%`)
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
            { field: 'value', type: 'quantitative' as const, title: 'share', format: '.2%' },
            { field: 'expected', type: 'quantitative' as const, format: '.2%' },
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
