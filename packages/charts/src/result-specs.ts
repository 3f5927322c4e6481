import type { ResultPicture } from '@columnist/contract';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from './bars.ts';
import { modelSpec } from './model-specs.ts';
import { plainLabel } from './plain-names.ts';
import { charts, colors, type Mode } from '@columnist/design';

type Picture<Kind extends ResultPicture['kind']> = Extract<ResultPicture, { kind: Kind }>;

/** Means of the groups with their intervals, beside how their values lie. */
export interface GroupMean {
  readonly name: string;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

const schema = 'https://vega.github.io/schema/vega-lite/v6.json' as const;
const rainHeight = 66;
const intervalHeight = 34;
const longestLabel = 150;

/**
 * The picture of a result; null where nothing is to be drawn. `width` is in px, without axis
 * labels.
 */
export function resultSpec(
  picture: ResultPicture,
  means: readonly GroupMean[],
  mode: Mode,
  width: number,
): TopLevelSpec | null {
  switch (picture.kind) {
    case 'groups':
      return picture.groups.length === 0 ? null : rainSpec(picture, means, mode, width);
    case 'quantiles':
      return quantilesSpec(picture, mode, width);
    case 'points':
      return pointsSpec(picture, mode, width);
    case 'counts':
      return heatSpec(picture, mode, width);
    case 'intervals':
      return intervalsSpec(picture, mode, width);
    case 'fit':
      return fitSpec(picture, mode, width);
    case 'curve':
      return curveSpec(picture, mode, width);
    case 'series':
    case 'bars':
    case 'means':
    case 'map':
      return modelSpec(picture, mode, width);
  }
}

/** Height of the picture, px. */
export const resultHeight = (picture: ResultPicture): number =>
  picture.kind === 'groups'
    ? picture.groups.length * rainHeight + 44
    : picture.kind === 'intervals'
      ? picture.items.length * intervalHeight + 50
      : picture.kind === 'counts'
        ? picture.rows.length * 34 + 60
        : picture.kind === 'map'
          ? 420
          : picture.kind === 'bars'
            ? 250
            : 300;

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

/**
 * A density above, the values as points below, the mean with its interval on the line between: one
 * row a group.
 */
function rainSpec(
  { x_name: name, groups }: Picture<'groups'>,
  means: readonly GroupMean[],
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
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
  const color = { field: 'group', type: 'nominal' as const, sort: names, legend: null };
  const shape = {
    field: 'group',
    type: 'nominal' as const,
    sort: names,
    legend: null,
    scale: { domain: names, range: names.map((_, i) => shapes[i % shapes.length] ?? 'circle') },
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
      labelExpr: `${JSON.stringify(names.toReversed().map(plainLabel))}[datum.value]`,
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
    description: `${name} in ${groups.length === 1 ? 'one group' : `${groups.length} groups`}: ${centres.map(({ group, mean }) => `${group} mean ${Number(mean.toPrecision(4))}`).join(', ')}.`,
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

/** Observed against normal quantiles: on the line where the values are normal. */
function quantilesSpec(
  { column, theoretical, observed, line }: Picture<'quantiles'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = observed.map((y, i) => ({ x: theoretical[i] ?? 0, y }));
  const [from, to] = [Math.min(...theoretical), Math.max(...theoretical)];
  const ends = [from, to].map((x) => ({ x, y: line.intercept + line.slope * x }));
  const x = {
    field: 'x',
    type: 'quantitative' as const,
    title: 'normal quantile',
    scale: { zero: false, nice: true },
  };
  const y = {
    field: 'y',
    type: 'quantitative' as const,
    title: column,
    scale: { zero: false, nice: true },
  };
  return {
    $schema: schema,
    description: `Quantiles of ${column} against those of a normal distribution.`,
    width: Math.min(width, 460),
    height: 240,
    padding: chartPadding,
    layer: [
      {
        data: { values: ends },
        mark: { type: 'line' as const, color: c.ink3, strokeWidth: 1.2 },
        encoding: { x, y },
      },
      {
        data: { values },
        mark: { type: 'point' as const, filled: true, size: 16, opacity: 0.75, color: c.num },
        encoding: { x, y },
      },
    ],
  };
}

function pointsSpec(
  { x_name, y_name, x, y, marked }: Picture<'points'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const isMarked = new Set(marked);
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0, far: isMarked.has(i) }));
  return {
    $schema: schema,
    description: `${y_name} against ${x_name}${marked.length > 0 ? `, ${marked.length} outliers marked` : ''}.`,
    width: Math.min(width, 560),
    height: 240,
    padding: chartPadding,
    data: { values },
    mark: { type: 'point' as const, filled: true, opacity: 0.7 },
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative' as const,
        title: x_name,
        scale: { zero: false, nice: true },
      },
      y: {
        field: 'y',
        type: 'quantitative' as const,
        title: y_name,
        scale: { zero: false, nice: true },
      },
      color: { condition: { test: 'datum.far', value: c.error }, value: c.num },
      shape: { condition: { test: 'datum.far', value: 'diamond' }, value: 'circle' },
      size: { condition: { test: 'datum.far', value: 60 }, value: 16 },
    },
  };
}

/** Counts as cells, coloured by how far they are from independence: petrol above, orange below. */
function heatSpec(
  { x_name, y_name, rows, columns, counts, residuals }: Picture<'counts'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = rows.flatMap((row, i) =>
    columns.map((column, j) => ({
      row,
      column,
      n: counts[i]?.[j] ?? 0,
      residual: residuals[i]?.[j] ?? 0,
    })),
  );
  const most = Math.max(4, ...values.map(({ residual }) => Math.abs(residual)));
  const x = {
    field: 'column',
    type: 'nominal' as const,
    sort: columns,
    title: `${x_name} by ${y_name}`,
    axis: {
      orient: 'top' as const,
      labelAngle: 0,
      ticks: false,
      domain: false,
      grid: false,
      labelLimit: 90,
    },
  };
  const y = {
    field: 'row',
    type: 'nominal' as const,
    sort: rows,
    title: null,
    axis: { ticks: false, domain: false, grid: false, labelLimit: longestLabel },
  };
  return {
    $schema: schema,
    description: `Counts of ${x_name} by ${y_name}.`,
    width: Math.min(width - 60, 110 * columns.length),
    height: 34 * rows.length,
    padding: chartPadding,
    data: { values },
    layer: [
      {
        mark: { type: 'rect' as const, stroke: c.paper, strokeWidth: 2 },
        encoding: {
          x,
          y,
          color: {
            field: 'residual',
            type: 'quantitative' as const,
            scale: { domain: [-most, 0, most], range: charts[mode].diverging },
            legend: null,
          },
          tooltip: [
            { field: 'row', type: 'nominal' as const, title: x_name },
            { field: 'column', type: 'nominal' as const, title: y_name },
            { field: 'n', type: 'quantitative' as const, title: 'count' },
            {
              field: 'residual',
              type: 'quantitative' as const,
              title: 'standardized residual',
              format: '.2f',
            },
          ],
        },
      },
      {
        mark: { type: 'text' as const, fontSize: 12 },
        encoding: {
          x,
          y,
          text: { field: 'n', type: 'quantitative' as const, format: ',' },
          color: {
            condition: { test: `abs(datum.residual) > ${0.55 * most}`, value: c.paper },
            value: c.ink,
          },
        },
      },
    ],
  };
}

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
      560,
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

/** The rows as points, the fitted curve of a model with the band of its mean. */
function fitSpec(
  { x_name, y_name, x, y, line }: Picture<'fit'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0 }));
  const curve = line.x.map((value, i) => ({
    x: value,
    y: line.y[i] ?? 0,
    low: line.low[i] ?? 0,
    high: line.high[i] ?? 0,
  }));
  const axis = { type: 'quantitative' as const, scale: { zero: false, nice: true } };
  const fields = {
    x: { field: 'x', ...axis, title: x_name },
    y: { field: 'y', ...axis, title: y_name },
  };
  return {
    $schema: schema,
    description: `${y_name} against ${x_name} with the fitted curve and the interval of its mean.`,
    width: Math.min(width, 560),
    height: 240,
    padding: chartPadding,
    layer: [
      {
        data: { values: curve },
        mark: { type: 'area' as const, color: c.num, opacity: 1, fillOpacity: 0.2, line: false },
        encoding: { x: fields.x, y: { ...fields.y, field: 'low' }, y2: { field: 'high' } },
      },
      {
        data: { values },
        mark: { type: 'point' as const, filled: true, size: 16, opacity: 0.55, color: c.num },
        encoding: fields,
      },
      {
        data: { values: curve },
        mark: { type: 'line' as const, color: c.ink, strokeWidth: 2 },
        encoding: fields,
      },
    ],
  };
}

function curveSpec(
  { x_name, y_name, x, y, at }: Picture<'curve'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = x.map((value, i) => ({ x: value, y: y[i] ?? 0 }));
  const fields = {
    x: { field: 'x', type: 'quantitative' as const, title: x_name, scale: { zero: false } },
    y: {
      field: 'y',
      type: 'quantitative' as const,
      title: y_name,
      scale: { domain: [0, 1] },
      axis: { format: '%', tickCount: 5 },
    },
  };
  return {
    $schema: schema,
    description: `${y_name} rises with ${x_name}; at ${Number(at.x.toPrecision(4))} it is ${Math.round(100 * at.y)}%.`,
    width: Math.min(width, 560),
    height: 220,
    padding: chartPadding,
    layer: [
      {
        data: { values },
        mark: { type: 'line' as const, color: c.num, strokeWidth: 2 },
        encoding: fields,
      },
      {
        data: { values: [at] },
        mark: { type: 'rule' as const, color: c.ink3, strokeDash: [3, 3] },
        encoding: { x: fields.x },
      },
      {
        data: { values: [at] },
        mark: { type: 'point' as const, filled: true, size: 80, opacity: 1, color: c.ink },
        encoding: fields,
      },
    ],
  };
}
