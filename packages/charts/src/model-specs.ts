import type { ResultPicture } from '@columnist/contract';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from './bars.ts';
import { charts, colors, type Mode } from '@columnist/design';

type Picture<Kind extends ResultPicture['kind']> = Extract<ResultPicture, { kind: Kind }>;

const schema = 'https://vega.github.io/schema/vega-lite/v6.json' as const;
const shapes = [
  'circle',
  'triangle-up',
  'square',
  'diamond',
  'cross',
  'triangle-down',
  'stroke',
  'wedge',
];

/** Pictures of what models found: over time, bars, means of groups, a map of points. */
export function modelSpec(
  picture: Picture<'series' | 'bars' | 'means' | 'map'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  switch (picture.kind) {
    case 'series':
      return seriesSpec(picture, mode, width);
    case 'bars':
      return barsSpec(picture, mode, width);
    case 'means':
      return meansSpec(picture, mode, width);
    case 'map':
      return mapSpec(picture, mode, width);
  }
}

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

function barsSpec(
  { x_name, y_name, x, values: heights, limit }: Picture<'bars'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = heights.map((y, i) => ({ x: x[i] ?? i, y }));
  const across = {
    field: 'x',
    type: 'ordinal' as const,
    sort: null,
    title: x_name,
    axis: { labelAngle: 0, labelOverlap: true, ticks: false, grid: false },
  };
  const up = {
    field: 'y',
    type: 'quantitative' as const,
    title: y_name,
    scale: { zero: true, nice: true },
  };
  const outside = {
    condition: { test: limit === null ? 'true' : `abs(datum.y) > ${limit}`, value: c.num },
    value: c.numWeak,
  };
  return {
    $schema: schema,
    description: `${y_name} by ${x_name}.`,
    width: Math.min(width, 620),
    height: 190,
    padding: chartPadding,
    layer: [
      {
        data: { values },
        mark: { type: 'bar' as const, width: { band: 0.6 } },
        encoding: {
          x: across,
          y: up,
          color: outside,
          tooltip: [
            { field: 'x', type: 'nominal' as const, title: x_name },
            { field: 'y', type: 'quantitative' as const, title: y_name, format: '.4~g' },
          ],
        },
      },
      ...(limit === null
        ? []
        : (heights.some((height) => height < 0) ? [-limit, limit] : [limit]).map((y) => ({
            data: { values: [{ y }] },
            mark: { type: 'rule' as const, color: c.error, strokeDash: [4, 3] },
            encoding: { y: up },
          }))),
    ],
  };
}

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
    axis: { labelAngle: 0, labelLimit: 110, ticks: false, grid: false },
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
        scale: { domain: names, range: names.map((_, i) => shapes[i % shapes.length] ?? 'circle') },
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
    width: Math.min(width, 560),
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
    x: { field: 'x', ...axis, title: x_name },
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
    width: Math.min(width, 620),
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
                    range: names.map((_, i) => shapes[i % shapes.length] ?? 'circle'),
                  },
                  legend: null,
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
