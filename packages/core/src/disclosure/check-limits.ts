import {
  AppError,
  fewestRows,
  readMoment,
  readTime,
  truthOf,
  type Condition,
  type CountedColumn,
} from '@columnist/contract';
import type { ColumnCells } from '@columnist/workers';
import { tooFew } from './refusals.ts';
import { limitOf, unitsOf } from './read-limit.ts';

type Scalar = string | number | boolean;
type Limits = NonNullable<ColumnCells['limits']>;

/**
 * Whether a condition is known to hold for every row, by what the whole column alone says. Throws
 * too_few_rows unless it puts together cells of the column: values that 5 rows have, and what lies
 * between two of its cuts. So a refusal tells nothing that the cells do not, and cells are found by
 * no search. What does not fit the type of the column is left to its reader to refuse.
 */
export function checkCondition(
  condition: Condition,
  column: CountedColumn,
  cells: ColumnCells,
): boolean {
  const { limits } = cells;
  switch (condition.op) {
    case 'is_missing':
      return false;
    case 'is_present':
      return column.missing === 0;
    case 'eq':
    case 'ne':
      requireCommon([condition.value], column, cells);
      return false;
    case 'in':
    case 'not_in':
      requireCommon(condition.values, column, cells);
      return false;
    case 'between': {
      if (limits === null) return requireNoRare(column, cells);
      const low = requireCut({ value: condition.low, isAfter: false }, column, limits);
      const high = requireCut({ value: condition.high, isAfter: true }, column, limits);
      return low === 'below' && high === 'above' && column.missing === 0;
    }
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return requireNoRare(column, cells);
    default: {
      if (limits === null) return requireNoRare(column, cells);
      const { op, value } = condition;
      const place = requireCut({ value, isAfter: op === 'le' || op === 'gt' }, column, limits);
      const all = op === 'lt' || op === 'le' ? 'above' : 'below';
      if (place !== 'between' && place !== null && place !== all) throw tooFew();
      return place === all && column.missing === 0;
    }
  }
}

/** Throws too_few_rows unless all bounds of a bin() are cuts of its column, or beyond its values. */
export function checkBounds(
  bounds: readonly string[],
  column: CountedColumn,
  { limits }: ColumnCells,
): void {
  if (limits === null) return;
  for (const [i, value] of bounds.entries())
    requireCut({ value, isAfter: i === bounds.length - 1 }, column, limits);
}

/** Throws too_few_rows where a value is not one that 5 rows have. */
function requireCommon(
  values: readonly Scalar[],
  column: CountedColumn,
  { values: common, hasRare }: ColumnCells,
): void {
  const known = new Set(common);
  for (const value of values) {
    const read = valueOf(value, column);
    if (read === null || known.has(read)) continue;
    throw new AppError(
      'too_few_rows',
      `Values of '${column.name}' are compared one by one where at least ${fewestRows} rows of the dataset have them, and this credential may not read rows.`,
      {
        limit: fewestRows,
        column: column.name,
        fix:
          common.length === 0
            ? `No value of '${column.name}' is in ${fewestRows} rows: choose rows by another column.`
            : `Ask for the frequencies of '${column.name}'${hasRare ? '' : ', which has no others'}, and compare it with values that these name.`,
      },
    );
  }
}

/** Throws too_few_rows where a text of few rows might decide: it could be searched for. */
function requireNoRare(column: CountedColumn, { hasRare }: ColumnCells): false {
  if (!hasRare) return false;
  throw new AppError(
    'too_few_rows',
    `'${column.name}' has texts of fewer than ${fewestRows} rows: it is compared with whole texts alone by a credential that may not read rows.`,
    {
      limit: fewestRows,
      column: column.name,
      fix: `Compare it by =, <>, in or not in with values that at least ${fewestRows} rows have; its frequencies name them.`,
    },
  );
}

/** A value as cells name it, NaN where none can; null where it does not fit the column. */
function valueOf(value: Scalar, column: CountedColumn): string | number | null {
  if (column.type === 'number') {
    if (typeof value === 'boolean' || Number.isNaN(Number(value))) return null;
    return unitsOf(String(value), 0) === null ? NaN : Number(value);
  }
  if (column.type === 'datetime') return typeof value === 'string' ? placeOf(value, column) : null;
  if (column.type !== 'boolean') return typeof value === 'string' ? value : null;
  // Words for yes and no are read as expressions read them.
  const truth = typeof value === 'string' ? truthOf(value) : value;
  return typeof truth === 'boolean' ? String(truth) : null;
}

/** Milliseconds of UTC, or since midnight, with what a clock has beyond them. */
function placeOf(text: string, { storage }: CountedColumn): number | null {
  const read = storage === 'TIME' ? readTime(text) : readMoment(text);
  if (read === null) return null;
  const [whole = '', fraction = ''] = read.split('.');
  const moment = Date.parse(
    storage === 'TIME' ? `1970-01-01T${whole}Z` : `${whole.replace(' ', 'T')}Z`,
  );
  return moment + 1000 * Number(`0.${fraction}`);
}

/**
 * Where rows are cut by a limit, after those that are equal to it or before: null where it does not
 * fit the column.
 */
function requireCut(
  { value, isAfter }: { readonly value: Scalar; readonly isAfter: boolean },
  column: CountedColumn,
  { low, high, cuts }: Limits,
): 'below' | 'between' | 'above' | null {
  const place =
    column.type === 'number'
      ? typeof value === 'boolean'
        ? null
        : String(value)
      : typeof value === 'string'
        ? placeOf(value, column)
        : null;
  if (place === null || Number.isNaN(Number(place))) return null;
  const limit = limitOf(String(place), isAfter, column.storage) ?? {
    at: Number(place),
    isAfter: true,
  };
  if (low !== null && (limit.at < low || (limit.at === low && !limit.isAfter))) return 'below';
  if (high !== null && limit.at >= high) return 'above';
  if (!limit.isAfter && cuts.includes(limit.at)) return 'between';
  const wording = column.type === 'datetime' ? shown(column) : String;
  const [below, above] = [
    cuts.findLast((cut) => cut < limit.at),
    cuts.find((cut) => cut > limit.at),
  ];
  const near = [below ?? low, above ?? high].flatMap((cut) => (cut === null ? [] : wording(cut)));
  const ends = [low, ...cuts, high].flatMap((cut) => (cut === null ? [] : wording(cut)));
  throw new AppError(
    'too_few_rows',
    `'${column.name}' is cut at round limits with at least ${fewestRows} rows between them, by a credential that may not read rows; the nearest are ${near.join(' and ')}.`,
    {
      limit: fewestRows,
      column: column.name,
      fix: `Write < or >= with one of its limits, which bin() takes too: ${ends.join(', ')}.`,
    },
  );
}

/** Dates as they are written in filters. */
const shown =
  ({ storage }: CountedColumn) =>
  (place: number): string => {
    const text = new Date(place).toISOString();
    if (storage === 'TIME') return text.slice(11, 19);
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
  };
