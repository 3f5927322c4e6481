import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from './bars.ts';
import { shortAxis } from './labels.ts';
import { charts, colors, type Mode } from '@columnist/design';
import { shapes } from './shapes.ts';

/** A figure of one group; `series` tells the values of a second group apart. */
export interface GroupPoint {
  readonly group: string;
  readonly series: string | null;
  readonly value: number;
  /** Ends of its interval, where it has one. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface GroupsPicture {
  readonly points: readonly GroupPoint[];
  /** What the figure is, e.g. 'mean body_mass_g'. */
  readonly figure: string;
  readonly series: string | null;
  /** Sums and counts are bars from zero; other figures are points where they lie. */
  readonly fromZero: boolean;
}

const rowHeight = 24;
const seriesHeight = 12;
/** Of the axis below the rows, its title, and the legend. */
const aroundRows = { plain: 44, several: 84 };
const longestLabel = 180;

const groupsOf = (points: readonly GroupPoint[]): string[] => [
  ...new Set(points.map(({ group }) => group)),
];
const seriesOf = (points: readonly GroupPoint[]): string[] => [
  ...new Set(points.map(({ series }) => series ?? '')),
];

function rowsHeight({ points, series }: Pick<GroupsPicture, 'points' | 'series'>): number {
  const needed = series === null ? 0 : seriesHeight * seriesOf(points).length + 8;
  return groupsOf(points).length * Math.max(rowHeight, needed);
}

/** The height that the drawing needs, px, for the place that is kept free for it. */
export const groupsHeight = (picture: Pick<GroupsPicture, 'points' | 'series'>): number =>
  rowsHeight(picture) + (picture.series === null ? aroundRows.plain : aroundRows.several);

/** Shapes that are filled, so that small ones are seen. */
const filledShapes = [...shapes, 'triangle-left', 'triangle-right'];

/**
 * Colours and shapes of series: after the eighth a colour comes again with another shape, so that no
 * two look alike.
 */
function looksOf(names: readonly string[], mode: Mode) {
  const palette = charts[mode].category;
  const at = <Item>(list: readonly Item[], i: number): Item[] =>
    list.slice(i % list.length, (i % list.length) + 1);
  return {
    colours: names.flatMap((_, i) => at(palette, i)),
    shapes: names.flatMap((_, i) => at(filledShapes, i + Math.floor(i / palette.length))),
  };
}

/**
 * Groups as rows in the order given: bars, or points with their intervals. `width` is in px,
 * without axis labels. Null without a value.
 */
export function groupsSpec(
  { points, figure, series, fromZero }: GroupsPicture,
  mode: Mode,
  width: number,
): TopLevelSpec | null {
  if (points.length === 0) return null;
  const c = colors[mode];
  const groups = groupsOf(points);
  const plot = Math.max(
    120,
    width - Math.min(longestLabel, 7 * Math.max(...groups.map(({ length }) => length))),
  );
  const several = series !== null;
  const names = seriesOf(points);
  const looks = looksOf(names, mode);
  const y = {
    field: 'group',
    type: 'nominal' as const,
    sort: groups,
    title: null,
    axis: {
      labelLimit: longestLabel,
      ...shortAxis(groups),
      ticks: false,
      domain: false,
      grid: false,
      labelFontSize: 12,
      labelColor: c.ink,
    },
  };
  const colour = several
    ? {
        color: {
          field: 'series',
          type: 'nominal' as const,
          sort: names,
          title: series,
          scale: { domain: names, range: looks.colours },
        },
      }
    : {};
  const offset = several ? { yOffset: { field: 'series', sort: names } } : {};
  const x = {
    field: 'value',
    type: 'quantitative' as const,
    title: figure,
    scale: { zero: fromZero, nice: true },
    axis: { grid: true, tickCount: 6, titleLimit: plot },
  };
  const tooltip = [
    { field: 'group', type: 'nominal' as const, title: 'group' },
    ...(several ? [{ field: 'series', type: 'nominal' as const, title: series }] : []),
    { field: 'value', type: 'quantitative' as const, title: figure, format: ',.6~g' },
  ];
  const intervals = points.some(({ low }) => low !== null);
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description:
      `${figure} of ${groups.length} ` +
      `groups${several ? ` by ${series}` : ''}${intervals ? ', with 95% intervals' : ''}.`,
    width: plot,
    height: rowsHeight({ points, series }),
    padding: chartPadding,
    data: { values: points.map((point) => ({ ...point, series: point.series ?? '' })) },
    layer: fromZero
      ? [
          {
            mark: { type: 'bar' as const, opacity: 0.82, ...(several ? {} : { color: c.num }) },
            encoding: { y, x, ...offset, ...colour, tooltip },
          },
        ]
      : [
          ...(intervals
            ? [
                {
                  mark: {
                    type: 'rule' as const,
                    strokeWidth: 2,
                    opacity: 0.7,
                    ...(several ? {} : { color: c.num }),
                  },
                  encoding: {
                    y,
                    x: { ...x, field: 'low' },
                    x2: { field: 'high' },
                    ...offset,
                    ...colour,
                  },
                },
              ]
            : []),
          {
            mark: {
              type: 'point' as const,
              filled: true,
              size: 70,
              opacity: 1,
              ...(several ? {} : { color: c.num }),
            },
            encoding: {
              y,
              x,
              ...offset,
              ...colour,
              ...(several
                ? {
                    shape: {
                      field: 'series',
                      type: 'nominal' as const,
                      sort: names,
                      title: series,
                      scale: { domain: names, range: looks.shapes },
                    },
                  }
                : {}),
              tooltip,
            },
          },
        ],
  };
}
