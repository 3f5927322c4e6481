import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { shortLabels } from '../labels.ts';
import { plainLabel } from '../plain-names.ts';
import {
  longestLabel,
  schema,
  groupShapes,
  type Drawing,
  type GroupMean,
  type Picture,
} from './picture.ts';

const rainHeight = 66;
/** Colours there are; more groups are known by their labels alone, in one colour. */
const coloursAtMost = 8;

/** Many groups are read from the largest mean to the smallest. */
function byMean(
  groups: Picture<'groups'>['groups'],
  means: readonly GroupMean[],
): Picture<'groups'>['groups'] {
  const of = new Map(means.map(({ name, mean }) => [name, mean]));
  return groups.toSorted((a, b) => (of.get(b.name) ?? -Infinity) - (of.get(a.name) ?? -Infinity));
}

/**
 * A density above, the values as points below, the mean with its interval on the line between: one
 * row a group.
 */
function rainSpec(
  { x_name: name, groups: asked }: Picture<'groups'>,
  mode: Mode,
  width: number,
  means: readonly GroupMean[],
): TopLevelSpec {
  const c = colors[mode];
  const groups = asked.length > coloursAtMost ? byMean(asked, means) : asked;
  const highest = Math.max(0, ...groups.flatMap(({ density }) => density?.y ?? []));
  const base = (i: number): number => groups.length - 1 - i;
  const rain = groups.flatMap(({ name: group, points }, i) =>
    points.map((value, k) => ({ group, value, y: base(i) - 0.12 - 0.3 * ((k * 0.618034) % 1) })),
  );
  const hills = groups.flatMap(({ name: group, density }, i) =>
    (density?.x ?? []).map((value, k) => ({
      group,
      value,
      top: base(i),
      y: base(i) + (0.52 * (density?.y[k] ?? 0)) / highest,
    })),
  );
  const centres = means.flatMap(({ name: group, mean, low, high }) => {
    const i = groups.findIndex((one) => one.name === group);
    return i < 0 ? [] : [{ group, mean, low: low ?? mean, high: high ?? mean, y: base(i) }];
  });
  const names = groups.map(({ name: group }) => group);
  const isMany = names.length > coloursAtMost;
  const color = isMany
    ? { value: c.num }
    : { field: 'group', type: 'nominal' as const, sort: names, legend: null };
  const shape = isMany
    ? { value: 'circle' as const }
    : {
        field: 'group',
        type: 'nominal' as const,
        sort: names,
        legend: null,
        scale: {
          domain: names,
          range: names.map((_, i) => groupShapes[i % groupShapes.length] ?? 'circle'),
        },
      };
  const x = {
    field: 'value',
    type: 'quantitative' as const,
    title: name,
    scale: { zero: false, nice: true },
    axis: { grid: true, tickCount: 6 },
  };
  const y = {
    field: 'y',
    type: 'quantitative' as const,
    title: null,
    scale: { domain: [-0.55, groups.length - 0.4], nice: false, zero: false },
    axis: {
      values: groups.map((_, i) => i),
      labelExpr: `${JSON.stringify(shortLabels(names).toReversed().map(plainLabel))}[datum.value]`,
      ticks: false,
      domain: false,
      grid: false,
      labelFontSize: 12,
      labelColor: c.ink,
      labelLimit: longestLabel,
    },
  };
  return {
    $schema: schema,
    description:
      `${name} in ${groups.length === 1 ? 'one group' : `${groups.length} groups`}: ` +
      `${centres.map(({ group, mean }) => `${group} mean ${Number(mean.toPrecision(4))}`).join(', ')}.`,
    width: Math.max(
      120,
      width - Math.min(longestLabel, 7 * Math.max(...names.map(({ length }) => length))),
    ),
    height: groups.length * rainHeight,
    padding: chartPadding,
    layer: [
      {
        data: { values: hills },
        mark: {
          type: 'area' as const,
          opacity: 1,
          fillOpacity: 0.24,
          line: { strokeWidth: 1.2, opacity: 1 },
        },
        encoding: { x, y, y2: { field: 'top' }, color, detail: { field: 'group' } },
      },
      {
        data: { values: rain },
        mark: { type: 'point' as const, filled: true, size: 11, opacity: 0.6 },
        encoding: { x, y, color, shape },
      },
      {
        data: { values: centres },
        mark: { type: 'rule' as const, strokeWidth: 3, color: c.ink },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y },
      },
      {
        data: { values: centres },
        mark: {
          type: 'point' as const,
          filled: true,
          size: 60,
          opacity: 1,
          stroke: c.paper,
          strokeWidth: 1,
        },
        encoding: {
          x: { ...x, field: 'mean' },
          y,
          color,
          shape,
          tooltip: [
            { field: 'group', type: 'nominal' as const },
            { field: 'mean', type: 'quantitative' as const, format: ',.6~g' },
          ],
        },
      },
    ],
  };
}

export const groups: Drawing<'groups'> = {
  spec: (picture, ...how) => (picture.groups.length === 0 ? null : rainSpec(picture, ...how)),
  height: ({ groups }) => groups.length * rainHeight + 44,
};
