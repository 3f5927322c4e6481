import {
  groupsHeight,
  groupsSpec,
  resultSpec,
  scatterSpec,
  type GroupPoint,
} from '@columnist/charts';
import type { Cell, SqlResult } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';

type Answer = Pick<SqlResult, 'columns' | 'items'>;
export type ChartKind = 'bars' | 'line' | 'points';

/** What is drawn of an answer; columns by their place, as names may be there twice. */
export interface ChartChoice {
  readonly kind: ChartKind;
  readonly x: number;
  readonly y: number;
  /** Whose values have a colour each. */
  readonly by: number | null;
}

export const chartKinds: readonly { readonly kind: ChartKind; readonly title: string }[] = [
  { kind: 'bars', title: 'Bars' },
  { kind: 'line', title: 'Line' },
  { kind: 'points', title: 'Points' },
];

/** Rows that a chart is made of. */
export const rowsOfChart = 1000;
const barsAtMost = 40;
const coloursAtMost = 8;

const isNumber = ({ type }: Answer['columns'][number]): boolean => type === 'number';
const isTime = ({ type }: Answer['columns'][number]): boolean => type === 'datetime';

/** Columns by their places, which a kind can have on one of its axes. */
export function placesFor(
  { columns }: Pick<Answer, 'columns'>,
  axis: 'x' | 'y' | 'by',
  kind: ChartKind,
): readonly number[] {
  const fits = (column: Answer['columns'][number]): boolean =>
    axis === 'y'
      ? isNumber(column)
      : axis === 'by'
        ? !isNumber(column) && !isTime(column)
        : kind === 'bars' || isNumber(column) || isTime(column);
  return columns.flatMap((column, i) => (fits(column) ? [i] : []));
}

/** Kinds that an answer can be drawn as; none without a number and something to draw it over. */
export const kindsFor = (answer: Answer): readonly ChartKind[] =>
  answer.items.length < 2
    ? []
    : chartKinds
        .map(({ kind }) => kind)
        .filter((kind) =>
          placesFor(answer, 'y', kind).some((y) =>
            placesFor(answer, 'x', kind).some((x) => x !== y),
          ),
        );

/**
 * The chart that the types of the columns suggest: a line over moments, bars over names where each
 * row has its own (of the last number, as what a SELECT computes is written last), else points of
 * the first two numbers. Null where nothing can be drawn.
 */
export function suggestedChart(answer: Answer): ChartChoice | null {
  const { columns, items } = answer;
  const kinds = kindsFor(answer);
  const numbers = placesFor(answer, 'y', 'points');
  const time = columns.findIndex(isTime);
  const names = placesFor(answer, 'by', 'bars');
  const y = numbers.at(-1);
  const [name, second = null] = names;
  if (y === undefined || kinds.length === 0) return null;
  if (time >= 0) {
    const by = coloured(items, names);
    const isOnce = distinct(items, [time]) === items.length;
    return { kind: isOnce ? 'line' : 'points', x: time, y, by: isOnce ? null : by };
  }
  if (name !== undefined && (numbers.length < 2 || distinct(items, names) === items.length))
    return {
      kind: 'bars',
      x: name,
      y,
      by: distinct(items, [name]) === items.length ? null : coloured(items, [second ?? name]),
    };
  const [first, next] = numbers;
  if (first === undefined || next === undefined) return null;
  return { kind: 'points', x: first, y: next, by: coloured(items, names) };
}

/** Another kind of the same answer, with columns that it can have. */
export function chartOf(answer: Answer, before: ChartChoice, kind: ChartKind): ChartChoice {
  const places = placesFor(answer, 'x', kind).filter((place) => place !== before.y);
  const x = places.includes(before.x) ? before.x : (places[0] ?? before.x);
  return { ...before, kind, x, by: kind === 'line' || before.by === x ? null : before.by };
}

const distinct = (items: Answer['items'], places: readonly number[]): number =>
  new Set(items.map((row) => JSON.stringify(places.map((place) => row[place])))).size;

/** The first of these columns whose values the colours suffice for. */
const coloured = (items: Answer['items'], places: readonly number[]): number | null =>
  places.find((place) => distinct(items, [place]) <= coloursAtMost) ?? null;

const written = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? 'missing' : String(cell);

/** How many marks a chart has, and the rows that are left out of it. */
export function drawnOf({ items }: Answer, { kind, x, y }: ChartChoice) {
  const complete = items.filter(
    (row) => typeof row[y] === 'number' && (kind === 'bars' || row[x] !== null),
  );
  return {
    rows: kind === 'bars' ? upToBars(complete, x) : complete,
    missing: items.length - complete.length,
  };
}

/** The rows of the first names, as many as can be read. */
function upToBars(items: Answer['items'], x: number): Answer['items'] {
  const names = new Set([...new Set(items.map((row) => written(row[x])))].slice(0, barsAtMost));
  return items.filter((row) => names.has(written(row[x])));
}

const barsFor = (rows: Answer['items'], { x, y, by }: ChartChoice): GroupPoint[] =>
  rows.map((row) => ({
    group: written(row[x]),
    series: by === null ? null : written(row[by]),
    value: Number(row[y]),
    low: null,
    high: null,
  }));

/** The height that a chart needs, px. */
export function heightOf(answer: Answer, choice: ChartChoice): number {
  if (choice.kind !== 'bars') return 300;
  const points = barsFor(drawnOf(answer, choice).rows, choice);
  return groupsHeight({ points, series: choice.by === null ? null : 'by' });
}

/** Null without a mark. */
export function answerSpec(
  answer: Answer,
  choice: ChartChoice,
  mode: Mode,
  width: number,
): TopLevelSpec | null {
  const { kind, x, y, by } = choice;
  const { rows } = drawnOf(answer, choice);
  const named = (place: number): string => answer.columns[place]?.name ?? '';
  const time = answer.columns[x]?.type === 'datetime';
  if (rows.length === 0) return null;
  if (kind === 'bars') {
    const points = barsFor(rows, choice);
    const series = by === null ? null : named(by);
    // Several rows of one bar would lie on one another: they are points.
    const isOnce = distinct(rows, by === null ? [x] : [x, by]) === rows.length;
    return groupsSpec({ points, figure: named(y), series, fromZero: isOnce }, mode, width);
  }
  const placed = rows.flatMap((row) => {
    const at = row[x];
    return typeof at === 'number' || typeof at === 'string'
      ? [{ x: at, y: Number(row[y]), ...(by === null ? {} : { group: written(row[by]) }) }]
      : [];
  });
  if (kind === 'points')
    return scatterSpec(
      placed,
      {
        x: { name: named(x), isTime: time },
        y: { name: named(y), isTime: false },
        ...(by === null ? {} : { group: named(by) }),
      },
      mode,
      width,
    );
  const inOrder = placed.toSorted((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : 0));
  return resultSpec(
    {
      kind: 'series',
      x_name: named(x),
      y_name: named(y),
      x: inOrder.map((point) => point.x),
      lines: [{ name: named(y), y: inOrder.map((point) => point.y) }],
      band: null,
    },
    [],
    mode,
    width,
  );
}
