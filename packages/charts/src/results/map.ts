import { charts, colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import {
  type Drawing,
  type Picture,
  schema,
  groupShapes,
  ticksFor,
  widestPlot,
} from './picture.ts';

/** Points by two figures, arrows for what the columns pull at. */
function mapSpec(
  { x_name, y_name, x, y, groups, arrows }: Picture<'map'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const names = [...new Set(groups)].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0, group: groups[i] ?? '' }));
  const axis = { type: 'quantitative' as const, scale: { zero: false, nice: true } };
  const fields = {
    x: { field: 'x', ...axis, title: x_name, axis: { tickCount: ticksFor(width) } },
    y: { field: 'y', ...axis, title: y_name },
  };
  const palette = names.map(
    (_, i) => charts[mode].category[i % charts[mode].category.length] ?? c.num,
  );
  const grouped = names.length > 1;
  const spread = Math.max(1e-300, ...x.map(Math.abs), ...y.map(Math.abs));
  const longest = Math.max(1e-300, ...arrows.map((arrow) => Math.hypot(arrow.x, arrow.y)));
  const scale = x.length === 0 ? 1 : (0.85 * spread) / longest;
  const tips = arrows.map((arrow) => ({
    name: arrow.name,
    x: arrow.x * scale,
    y: arrow.y * scale,
  }));
  const shafts = tips.flatMap((tip, i) => [
    { arrow: i, x: 0, y: 0 },
    { arrow: i, x: tip.x, y: tip.y },
  ]);
  return {
    $schema: schema,
    description: `${y_name} against ${x_name}${arrows.length > 0 ? `, with ${arrows.length} columns as arrows` : ''}.`,
    width: Math.min(width, widestPlot),
    height: 360,
    padding: chartPadding,
    layer: [
      {
        data: { values },
        mark: { type: 'point' as const, filled: true, size: 18, opacity: 0.6 },
        encoding: {
          ...fields,
          color: grouped
            ? {
                field: 'group',
                type: 'nominal' as const,
                sort: names,
                scale: { domain: names, range: palette },
                legend: { orient: 'top' as const, title: null },
              }
            : { value: c.num },
          ...(grouped
            ? {
                shape: {
                  field: 'group',
                  type: 'nominal' as const,
                  sort: names,
                  scale: {
                    domain: names,
                    range: names.map((_, i) => groupShapes[i % groupShapes.length] ?? 'circle'),
                  },
                  legend: { orient: 'top' as const, title: null },
                },
              }
            : {}),
        },
      },
      ...(arrows.length === 0
        ? []
        : [
            {
              data: { values: shafts },
              mark: { type: 'line' as const, color: c.error, strokeWidth: 1.4, opacity: 0.9 },
              encoding: { ...fields, detail: { field: 'arrow' } },
            },
            {
              data: { values: tips },
              mark: {
                type: 'point' as const,
                shape: 'diamond',
                filled: true,
                size: 36,
                opacity: 1,
                color: c.error,
              },
              encoding: fields,
            },
            {
              data: { values: tips },
              mark: { type: 'text' as const, fontSize: 11.5, color: c.ink, dy: -9, limit: 130 },
              encoding: { ...fields, text: { field: 'name', type: 'nominal' as const } },
            },
          ]),
    ],
  };
}

export const map: Drawing<'map'> = {
  spec: mapSpec,
  height: () => 420,
};
