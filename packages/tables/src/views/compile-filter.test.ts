import { AppError, type Condition, type Filter, type View } from '@columnist/contract';
import { ofRuns } from '@columnist/testing';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readRows } from '../queries/read-rows.ts';

interface Row {
  readonly whole: number | null;
  readonly price: number | null;
  readonly note: string | null;
  readonly done: boolean | null;
  readonly day: string | null;
  readonly moment: string | null;
}

const words = [
  '',
  'a',
  'A',
  'ab',
  '%',
  '_',
  'a%b',
  "it's",
  'Ärger',
  'ärger',
  '中',
  '\\',
  'x" or 1=1 --',
  '🙂',
];
const days = ['2024-02-28', '2024-02-29', '1969-12-31', '2026-11-20'];
const moments = ['2024-02-29T00:00:00Z', '2024-02-29T12:30:00.5Z', '1999-12-31T23:59:59Z'];
const maybe = <Value>(values: readonly Value[], i: number, gap: number): Value | null =>
  i % gap === 0 ? null : (values[(i * 7) % values.length] ?? null);
const rows: Row[] = Array.from({ length: 97 }, (_, i) => ({
  whole: maybe([-3, -1, 0, 1, 2, 9_007_199_254_740_991], i, 5),
  price: maybe([-0.5, 0, 0.1, 0.3, 12.34], i, 6),
  note: maybe(words.slice(1), i, 7),
  done: maybe([true, false], i + (i % 3), 4),
  day: maybe(days, i, 9),
  moment: maybe(moments, i, 8),
}));

let test: TestEngine;
let table: TableRef;
let connection: DuckDBConnection;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  const names: (keyof Row)[] = ['whole', 'price', 'note', 'done', 'day', 'moment'];
  const cell = (value: Row[keyof Row]): string =>
    value === null
      ? ''
      : typeof value === 'string'
        ? `"${value.replaceAll('"', '""')}"`
        : String(value);
  ({ table } = await test.admit(
    `${names.join(',')}\n${rows.map((row) => names.map((name) => cell(row[name])).join(',')).join('\n')}\n`,
  ));
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
});
afterAll(async () => {
  connection.closeSync();
  await test.close();
});

const rowsOf = async (view: View): Promise<number[]> =>
  (await readRows(connection, table, { view, limit: 1000, offset: 0 })).row_numbers;
const kept = (filter: Filter): Promise<number[]> => rowsOf({ filter });

/** Three-valued logic in plain TypeScript: null is unknown. */
function holds(filter: Filter, row: Row): boolean | null {
  if ('and' in filter)
    return filter.and
      .map((part) => holds(part, row))
      .reduce(
        (a, b) => (a === false || b === false ? false : a === null || b === null ? null : true),
        true,
      );
  if ('or' in filter)
    return filter.or
      .map((part) => holds(part, row))
      .reduce(
        (a, b) => (a === true || b === true ? true : a === null || b === null ? null : false),
        false,
      );
  if ('not' in filter) {
    const inner = holds(filter.not, row);
    return inner === null ? null : !inner;
  }
  return meets(filter, valueOf(row, filter.column));
}

const valueOf = (row: Row, name: string): Row[keyof Row] =>
  Object.entries(row).find(([key]) => key === name)?.[1] ?? null;

function meets(condition: Condition, value: Row[keyof Row]): boolean | null {
  const present = (test: (value: string | number | boolean) => boolean): boolean | null =>
    value === null ? null : test(value);
  const lower = (text: unknown): string => String(text).toLowerCase();
  switch (condition.op) {
    case 'is_missing':
      return value === null;
    case 'is_present':
      return value !== null;
    case 'contains':
      return present((text) => lower(text).includes(lower(condition.value)));
    case 'starts_with':
      return present((text) => lower(text).startsWith(lower(condition.value)));
    case 'ends_with':
      return present((text) => lower(text).endsWith(lower(condition.value)));
    case 'in':
      return present((known) => condition.values.some((other) => order(known, other) === 0));
    case 'not_in':
      return present((known) => condition.values.every((other) => order(known, other) !== 0));
    case 'between':
      return present(
        (known) => order(known, condition.low) >= 0 && order(known, condition.high) <= 0,
      );
    default:
      return present((known) => signs[condition.op](order(known, condition.value)));
  }
}

const signs = {
  eq: (sign: number) => sign === 0,
  ne: (sign: number) => sign !== 0,
  lt: (sign: number) => sign < 0,
  le: (sign: number) => sign <= 0,
  gt: (sign: number) => sign > 0,
  ge: (sign: number) => sign >= 0,
};

/** Texts by code points, which is the order of their UTF-8 bytes; ISO moments order as texts do. */
function order(a: string | number | boolean, b: string | number | boolean): number {
  return typeof a === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
    : Number(a) - Number(b);
}

const literals = {
  whole: fc.constantFrom(-3, -1, 0, 0.5, 1, 2, 1e-7, 9_007_199_254_740_991, 1e30, -1e300),
  price: fc.constantFrom(-0.5, 0, 0.1, 0.25, 0.3, 12.34, 1e10, 123_456_789.123_456_78),
  note: fc.constantFrom(...words),
  done: fc.boolean(),
  day: fc.constantFrom(...days, '0001-01-01', '9999-12-31'),
  moment: fc.constantFrom(...moments),
};
const condition: fc.Arbitrary<Filter> = fc
  .constantFrom(...(['whole', 'price', 'note', 'done', 'day', 'moment'] as const))
  .chain((column): fc.Arbitrary<Filter> => {
    const literal = literals[column];
    const shared: fc.Arbitrary<Filter>[] = [
      fc.record({
        column: fc.constant(column),
        op: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge'),
        value: literal,
      }),
      fc.record({
        column: fc.constant(column),
        op: fc.constantFrom('in', 'not_in'),
        values: fc.array<string | number | boolean>(literal, { minLength: 1, maxLength: 4 }),
      }),
      fc.record({
        column: fc.constant(column),
        op: fc.constant('between'),
        low: literal,
        high: literal,
      }),
      fc.record({ column: fc.constant(column), op: fc.constantFrom('is_missing', 'is_present') }),
    ];
    const matches: fc.Arbitrary<Filter> = fc.record({
      column: fc.constant(column),
      op: fc.constantFrom('contains', 'starts_with', 'ends_with'),
      value: literals.note,
    });
    return fc.oneof(...shared, ...(column === 'note' ? [matches] : []));
  });
const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.record({ and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
})).filter;

describe('a filter', () => {
  it('keeps the rows that plain three-valued logic keeps', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        expect(await kept(filter)).toEqual(
          rows.flatMap((row, i) => (holds(filter, row) === true ? [i + 1] : [])),
        );
      }),
      ofRuns(80, 300),
    );
  }, 60_000);

  it('compares numbers exactly, sent as number or as text', async () => {
    const { table: wide } = await test.admit(
      'big,cost\n9007199254740992,0.1\n9007199254740993,12345678901234.56\n9007199254740994,0.30\n',
    );
    const of = async (filter: Filter) =>
      (await readRows(connection, wide, { view: { filter }, limit: 10, offset: 0 })).row_numbers;
    expect(await of({ column: 'big', op: 'eq', value: '9007199254740993' })).toEqual([2]);
    expect(await of({ column: 'big', op: 'gt', value: 9_007_199_254_740_992 })).toEqual([2, 3]);
    expect(
      await of({ column: 'cost', op: 'in', values: [0.1, '12345678901234.560', '3e-1'] }),
    ).toEqual([1, 2, 3]);
    expect(await of({ column: 'cost', op: 'eq', value: '12345678901234.561' })).toEqual([]);
    expect(await of({ column: 'cost', op: 'lt', value: '1e300' })).toEqual([1, 2, 3]);
  });

  it('takes moments with a zone, dates and times of day', async () => {
    expect(await kept({ column: 'moment', op: 'eq', value: '2024-02-29T01:00:00+01:00' })).toEqual(
      await kept({ column: 'moment', op: 'eq', value: '2024-02-29' }),
    );
    expect(
      await kept({ column: 'moment', op: 'eq', value: '2024-02-29T14:30:00.500000+02:00' }),
    ).toEqual(await kept({ column: 'moment', op: 'eq', value: '2024-02-29 12:30:00.5' }));
    const { table: clock } = await test.admit('at,x\n08:30,1\n17:45,2\n,3\n');
    const { row_numbers } = await readRows(connection, clock, {
      view: { filter: { column: 'at', op: 'gt', value: '09:00' } },
      limit: 10,
      offset: 0,
    });
    expect(row_numbers).toEqual([2]);
  });

  it.each<[string, Filter, string, RegExp]>([
    [
      'an unknown column',
      { column: 'prize', op: 'eq', value: 1 },
      'unknown_column',
      /There is no column 'prize'\. Did you mean 'price'\?/,
    ],
    [
      'text for a number',
      { column: 'whole', op: 'eq', value: 'many' },
      'wrong_column_type',
      /'whole' is a number column and cannot be compared with "many"/,
    ],
    [
      'an endless number',
      { column: 'whole', op: 'eq', value: '1e999' },
      'wrong_column_type',
      /cannot be compared with "1e999"/,
    ],
    [
      'a number for text',
      { column: 'note', op: 'eq', value: 5 },
      'wrong_column_type',
      /'note' is a category column and cannot be compared with 5/,
    ],
    [
      'text for a boolean',
      { column: 'done', op: 'eq', value: 'yes' },
      'wrong_column_type',
      /'done' is a boolean column/,
    ],
    [
      'a day that does not exist',
      { column: 'day', op: 'eq', value: '2023-02-29' },
      'wrong_column_type',
      /cannot be compared with "2023-02-29"/,
    ],
    [
      'an hour that does not exist',
      { column: 'moment', op: 'eq', value: '2023-02-28T24:00:00' },
      'wrong_column_type',
      /24:00:00/,
    ],
    [
      'a day in another form',
      { column: 'day', op: 'eq', value: '28.02.2024' },
      'wrong_column_type',
      /28\.02\.2024/,
    ],
    [
      'a match on numbers',
      { column: 'price', op: 'contains', value: '1' },
      'wrong_column_type',
      /'contains' needs a text column/,
    ],
    [
      '201 conditions',
      {
        or: Array.from({ length: 5 }, () => ({
          and: Array.from({ length: 41 }, (): Filter => ({ column: 'whole', op: 'is_present' })),
        })),
      },
      'too_complex',
      /200 conditions/,
    ],
    [
      '17 levels',
      Array.from({ length: 16 }).reduce<Filter>((inner) => ({ not: inner }), {
        column: 'whole',
        op: 'is_present',
      }),
      'too_complex',
      /16 deep/,
    ],
  ])('refuses %s and says what to do', async (_, filter, code, message) => {
    const error: unknown = await kept(filter).catch((reason: unknown) => reason);
    if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.details.fix ?? error.details.suggestions?.join()).toMatch(/\w/);
  });

  it('sorts with missing values last in both directions and ties in the order of the file', async () => {
    const numbered = rows.map((row, i) => ({ ...row, number: i + 1 }));
    for (const direction of ['ascending', 'descending'] as const) {
      const sign = direction === 'ascending' ? 1 : -1;
      const expected = numbered.toSorted((a, b) => {
        if (a.whole === null || b.whole === null)
          return Number(a.whole === null) - Number(b.whole === null);
        return sign * (a.whole - b.whole);
      });
      expect(await rowsOf({ sort: [{ column: 'whole', direction }] })).toEqual(
        expected.map(({ number }) => number),
      );
    }
    await expect(
      rowsOf({ sort: [{ column: 'wole', direction: 'ascending' }] }),
    ).rejects.toMatchObject({
      code: 'unknown_column',
      details: { suggestions: ['whole', 'note', 'done'] },
    });
  });

  it('gives pages of a view that join to the whole', async () => {
    const view: View = {
      filter: { column: 'price', op: 'is_present' },
      sort: [{ column: 'note', direction: 'descending' }],
    };
    const whole = await readRows(connection, table, { view, limit: 1000, offset: 0 });
    const pages = await Promise.all(
      [0, 30, 60, 90].map((offset) =>
        readRows(connection, table, { view, columns: ['note', 'whole'], limit: 30, offset }),
      ),
    );
    expect(pages.flatMap((page) => page.row_numbers)).toEqual(whole.row_numbers);
    expect(pages.flatMap((page) => page.items)).toEqual(
      whole.items.map((item) => [item[2], item[0]]),
    );
    expect(pages.map(({ total, offset }) => [total, offset])).toEqual(
      [0, 30, 60, 90].map((offset) => [whole.total, offset]),
    );
    expect(pages[0]?.columns).toEqual([
      { name: 'note', type: 'category' },
      { name: 'whole', type: 'number' },
    ]);
  });
});
