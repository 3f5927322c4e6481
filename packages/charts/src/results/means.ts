import { charts, colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { labelsAcross, slantedHeight } from '../labels.ts';
import { type Drawing, type Picture, schema, groupShapes, widestPlot } from './picture.ts';

/** Means with their intervals; lines that are not parallel are an interaction. */
function meansSpec(
  { x_name, y_name, x, lines }: Picture<'means'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const names = lines.map(({ name }) => name);
  const several = lines.length > 1;
  const values = lines.flatMap(({ name, y, low, high }) =>
    x.flatMap((label, i) =>
      y[i] === null || y[i] === undefined
        ? []
        : [{ name, x: label, y: y[i] ?? 0, low: low[i] ?? y[i] ?? 0, high: high[i] ?? y[i] ?? 0 }],
    ),
  );
  const across = {
    field: 'x',
    type: 'nominal' as const,
    sort: [...x],
    title: x_name,
    axis: { ...labelsAcross(x, Math.min(width, widestPlot)), ticks: false, grid: false },
  };
  const up = { type: 'quantitative' as const, title: y_name, scale: { zero: false, nice: true } };
  const palette = names.map(
    (_, i) => charts[mode].category[i % charts[mode].category.length] ?? c.num,
  );
  const color = several
    ? {
        field: 'name',
        type: 'nominal' as const,
        sort: names,
        scale: { domain: names, range: palette },
        legend: { orient: 'top' as const, title: null },
      }
    : { value: c.num };
  const shape = several
    ? {
        field: 'name',
        type: 'nominal' as const,
        sort: names,
        scale: {
          domain: names,
          range: names.map((_, i) => groupShapes[i % groupShapes.length] ?? 'circle'),
        },
        legend: null,
      }
    : { value: 'circle' };
  const shift = several
    ? { xOffset: { field: 'name', type: 'nominal' as const, sort: names } }
    : {};
  return {
    $schema: schema,
    description: `${y_name} by ${x_name}: ${values
      .slice(0, 12)
      .map(
        ({ name, x: label, y }) =>
          `${name === '' ? '' : `${name}, `}${label} ${Number(y.toPrecision(4))}`,
      )
      .join('; ')}.`,
    width: Math.min(width, widestPlot),
    height: 240,
    padding: chartPadding,
    data: { values },
    encoding: { x: across, ...shift },
    layer: [
      {
        mark: { type: 'line' as const, strokeWidth: 1.6, opacity: 0.8 },
        encoding: { y: { ...up, field: 'y' }, color },
      },
      {
        mark: { type: 'rule' as const, strokeWidth: 2.4, opacity: 0.7 },
        encoding: { y: { ...up, field: 'low' }, y2: { field: 'high' }, color },
      },
      {
        mark: { type: 'point' as const, filled: true, size: 80, opacity: 1 },
        encoding: {
          y: { ...up, field: 'y' },
          color,
          shape,
          tooltip: [
            { field: 'name', type: 'nominal' as const, title: ' ' },
            { field: 'x', type: 'nominal' as const, title: x_name },
            { field: 'y', type: 'quantitative' as const, title: 'mean', format: '.5~g' },
          ],
        },
      },
    ],
  };
}

export const means: Drawing<'means'> = {
  spec: meansSpec,
  height: ({ x }) => 300 + slantedHeight(x, widestPlot),
};
