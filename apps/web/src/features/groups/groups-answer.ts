import { pastedCell, type Aggregation, type Cell } from '@columnist/contract';
import type { GroupPoint, GroupsPicture } from '@columnist/charts';
import {
  decimalsFor,
  decimalsOf,
  formatCount,
  formatFigure,
  formatFixed,
  formatMoment,
  formatShare,
  plural,
} from '../../lib/formats.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';
import {
  nameOf,
  sayFigure,
  withCount,
  type Figure,
  type GroupsQuestion,
} from './groups-question.ts';

/** Of the picture, until all are asked for. */
export const drawnAtOnce = 60;

export const sayKey = (cell: Cell): string => (cell === null ? 'NA' : visibleEnds(String(cell)));

/** How a figure is written, with the same decimals in every group. */
export function writeFigure(found: Aggregation, figure: Figure): (cell: Cell) => string {
  const at = found.columns.findIndex(({ name }) => name === nameOf(figure));
  const values = found.items.flatMap((row) => (typeof row[at] === 'number' ? [row[at]] : []));
  const spread = values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
  const aligned =
    !counted.has(figure.statistic) &&
    figure.statistic !== 'true_share' &&
    spread > 1e-6 &&
    found.columns[at]?.type === 'number';
  const decimals = Math.min(decimalsFor(spread), Math.max(0, ...values.map(decimalsOf)));
  return (cell) =>
    aligned && typeof cell === 'number' ? formatFixed(cell, decimals) : sayValue(cell, figure);
}

const counted: ReadonlySet<string> = new Set(['count', 'n', 'missing', 'distinct', 'true_count']);

function sayValue(cell: Cell, { statistic }: Figure): string {
  if (cell === null) return '–';
  if (typeof cell === 'boolean') return String(cell);
  if (statistic === 'true_share') return formatShare(Number(cell));
  if (counted.has(statistic)) return formatCount(Number(cell));
  return typeof cell === 'number'
    ? formatFigure(cell, 5)
    : /^\d{4}-\d{2}-\d{2}T/.test(cell)
      ? formatMoment(cell)
      : /^-?\d+(\.\d+)?$/.test(cell)
        ? formatFigure(cell)
        : cell;
}

const groupsIn = (found: Aggregation): number =>
  found.columns.filter(({ role }) => role === 'group').length;

/** The first figure of each group, for the picture; those beyond `most` are cut. */
export function pictureOf(
  found: Aggregation,
  first: Figure,
  across: string | null,
  most: number = drawnAtOnce,
): (GroupsPicture & { readonly cut: number }) | null {
  const groups = groupsIn(found);
  const named = (name: string): number => found.columns.findIndex((column) => column.name === name);
  const [low, high] = [named('interval_low'), named('interval_high')];
  const series = across === null ? -1 : named(across);
  const points = found.items.flatMap((row): GroupPoint[] => {
    const value = row[groups];
    if (
      value === null ||
      value === undefined ||
      typeof value === 'boolean' ||
      !Number.isFinite(Number(value))
    )
      return [];
    const keys = row.slice(0, groups).filter((_, i) => i !== series);
    const end = (at: number): number | null =>
      at === -1 || typeof row[at] !== 'number' ? null : row[at];
    const [from, to] = [end(low), end(high)];
    return [
      {
        group: keys.length === 0 ? 'all rows' : keys.map(sayKey).join(' · '),
        series: series === -1 ? null : sayKey(row[series] ?? null),
        value: Number(value),
        low: to === null ? null : from,
        high: from === null ? null : to,
      },
    ];
  });
  return points.length === 0
    ? null
    : {
        points: points.slice(0, most),
        cut: Math.max(0, points.length - most),
        figure: sayFigure(first),
        series: across,
        fromZero:
          counted.has(first.statistic) ||
          first.statistic === 'sum' ||
          first.statistic === 'true_share',
      };
}

/** The largest and the smallest group in one sentence. */
export function findingOf(found: Aggregation, question: GroupsQuestion): string {
  const { by, across, figures } = question;
  const [first] = figures;
  const groups = groupsIn(found);
  if (first === undefined || found.items.length === 0) return 'No group is left.';
  const at = (name: string): number => found.columns.findIndex((column) => column.name === name);
  const size = withCount(question).find(
    ({ statistic }) => statistic === 'n' || statistic === 'count',
  );
  const [count, end] = [size === undefined ? -1 : at(nameOf(size)), at('interval_low')];
  const isMeasured = !counted.has(first.statistic) && first.statistic !== 'sum';
  const valued = found.items.flatMap((row) =>
    typeof row[groups] === 'number'
      ? [{ keys: row.slice(0, groups), value: row[groups], n: row[count] ?? null, end: row[end] }]
      : [],
  );
  const said = sayFigure(first);
  const write = writeFigure(found, first);
  if (by.length === 0 && across === null)
    return first.statistic === 'count'
      ? `${plural(found.n_used, 'row')}.`
      : `${capital(said)}: ${write(found.items[0]?.[groups] ?? null)} over ${plural(found.n_used, 'row')}.`;
  // A missing value is no group, and one row says nothing of a group.
  const ranked = valued.filter(
    (row) =>
      !row.keys.includes(null) &&
      (!isMeasured || (row.n !== 1 && (end === -1 || row.end !== null))),
  );
  const [only] = ranked;
  if (only === undefined)
    return `${plural(found.total, 'group')} of ${plural(found.n_used, 'row')}.`;
  const most = ranked.reduce((a, b) => (b.value > a.value ? b : a));
  const least = ranked.reduce((a, b) => (b.value < a.value ? b : a));
  const name = ({ keys }: typeof only): string => keys.map(sayKey).join(', ');
  const figure = ({ value, n }: typeof only): string =>
    isMeasured && typeof n === 'number' ? `${write(value)}, n = ${formatCount(n)}` : write(value);
  const left = valued.length - ranked.length;
  const others =
    left === 0
      ? ''
      : ` Not ranked: ${plural(left, 'group')} ${isMeasured ? 'of missing values or of a single row' : 'of missing values'}.`;
  if (most.value === least.value)
    return `${capital(said)} is ${write(most.value)} in ${ranked.length === 1 ? name(most) : 'every group'}.${others}`;
  const rows = first.statistic === 'count';
  return rows
    ? `Most rows are ${name(most)} (${write(most.value)}), fewest ${name(least)} (${write(least.value)}).${others}`
    : `${capital(said)} is largest for ${name(most)} (${figure(most)}) and smallest ` +
        `for ${name(least)} (${figure(least)}).${others}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The table for a spreadsheet, with every digit. */
export function tableAsTsv(found: Aggregation, figures: readonly Figure[]): string {
  const shown = groupsIn(found) + figures.length;
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell) => (typeof cell === 'string' ? pastedCell(cell) : String(cell ?? 'NA')))
      .join('\t');
  return `${[found.columns.slice(0, shown).map(({ name }) => name), ...found.items.map((row) => row.slice(0, shown))].map(line).join('\n')}\n`;
}
