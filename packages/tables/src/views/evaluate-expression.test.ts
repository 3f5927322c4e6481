import {
  checkExpression,
  parseExpression,
  type Cell,
  type Typed,
  type View,
} from '@columnist/contract';
import { ofRuns } from '@columnist/testing';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { columns, csv, number, rows, text, truth, type Row } from './random-expressions.ts';
import { readRows } from '../queries/read-rows.ts';

let test: TestEngine;
let table: TableRef;
let connection: DuckDBConnection;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  ({ table } = await test.admit(csv));
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
});
afterAll(async () => {
  connection.closeSync();
  await test.close();
});

async function derived(expression: string, view: View = {}): Promise<Cell[]> {
  await connection.run('drop table if exists viewed');
  const { items } = await readRows(connection, table, {
    columns: ['result'],
    view: { ...view, derive: [{ name: 'result', expression }] },
    limit: 1000,
    offset: 0,
  });
  return items.map(([value]) => value ?? null);
}

type Value = number | string | boolean | null;

/** The language in plain TypeScript, over all rows at once, independent of any database. */
function evaluate(node: Typed): Value[] {
  if (node.kind === 'literal')
    return rows.map(() =>
      node.type === 'number'
        ? Number(node.value)
        : node.type === 'datetime'
          ? String(node.value).slice(0, 10)
          : node.value,
    );
  if (node.kind === 'column') return rows.map((row) => valueOf(row, node.name));
  const args = node.args.map(evaluate);
  const over = windows[node.name];
  if (over !== undefined)
    return inGroups(node.by.map(evaluate), args[0] ?? [], (values) =>
      over(values, Number(args[1]?.[0] ?? 1)),
    );
  return rows.map((_, i) =>
    meaning(
      node.name,
      args.map((values) => values[i] ?? null),
      node,
    ),
  );
}

const valueOf = (row: Row, name: string): Value =>
  Object.entries(row).find(([key]) => key === name)?.[1] ?? null;
const clean = (value: Value): Value =>
  typeof value === 'number' && Number.isNaN(value) ? null : value;

function inGroups(
  keys: Value[][],
  values: readonly Value[],
  over: (values: readonly Value[]) => Value[],
): Value[] {
  const groups = Map.groupBy(
    rows.map((_, i) => i),
    (i) => JSON.stringify(keys.map((key) => key[i])),
  );
  const result: Value[] = rows.map(() => null);
  for (const members of groups.values()) {
    const out = over(members.map((i) => values[i] ?? null));
    members.forEach((i, place) => {
      result[i] = clean(out[place] ?? null);
    });
  }
  return result;
}

const present = (values: readonly Value[]): number[] =>
  values.filter((value): value is number => typeof value === 'number');
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
/** Of equal values the value itself, which adding them up may miss. */
function meanOf(values: readonly Value[]): number | null {
  const [first = null, ...rest] = present(values);
  return first === null || rest.every((value) => value === first)
    ? first
    : (first + total(rest)) / (rest.length + 1);
}
function sdOf(values: readonly Value[]): number | null {
  const list = present(values);
  const mean = meanOf(list);
  return mean === null || list.length < 2
    ? null
    : Math.sqrt(total(list.map((value) => (value - mean) ** 2)) / (list.length - 1));
}
function medianOf(values: readonly Value[]): number | null {
  const sorted = present(values).toSorted((x, y) => x - y);
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? NaN) + (sorted[Math.ceil(at)] ?? NaN)) / 2;
}
const every =
  (of: (values: readonly Value[]) => Value) =>
  (values: readonly Value[]): Value[] =>
    values.map(() => of(values));
const windows: Record<
  string,
  ((values: readonly Value[], distance: number) => Value[]) | undefined
> = {
  mean: every(meanOf),
  group_mean: every(meanOf),
  median: every(medianOf),
  sd: every(sdOf),
  sum: every((values) => (present(values).length === 0 ? null : total(present(values)))),
  min: every((values) => (present(values).length === 0 ? null : Math.min(...present(values)))),
  max: every((values) => (present(values).length === 0 ? null : Math.max(...present(values)))),
  count: every((values) => values.filter((value) => value !== null).length),
  zscore: (values) =>
    values.map((value) => {
      const [mean, sd] = [meanOf(values), sdOf(values)];
      return typeof value !== 'number' || mean === null || sd === null || sd === 0
        ? null
        : (value - mean) / sd;
    }),
  rank: (values) =>
    values.map((value) =>
      typeof value !== 'number'
        ? null
        : present(values).filter((other) => other < value).length +
          (present(values).filter((other) => other === value).length + 1) / 2,
    ),
  row_number: (values) => values.map((_, i) => i + 1),
  previous: (values, distance) => values.map((_, i) => values[i - distance] ?? null),
  next: (values, distance) => values.map((_, i) => values[i + distance] ?? null),
  last_present: (values) =>
    values.map((_, i) => values.slice(0, i + 1).findLast((value) => value !== null) ?? null),
};

const order = (x: Value, y: Value): number =>
  typeof x === 'string'
    ? Buffer.compare(Buffer.from(x), Buffer.from(String(y)))
    : Number(x) - Number(y);

/** Kleene's logic for and, or, not and between; everything else is missing where an argument is. */
function meaning(name: string, args: readonly Value[], node: Typed): Value {
  const [x = null, y = null, z = null] = args;
  switch (name) {
    case 'and':
      return x === false || y === false ? false : x === null || y === null ? null : true;
    case 'or':
      return x === true || y === true ? true : x === null || y === null ? null : false;
    case 'is missing':
      return x === null;
    case 'is present':
      return x !== null;
    case 'if':
      return x === null ? null : x === true ? y : z;
    case 'coalesce':
      return args.find((value) => value !== null) ?? null;
    case 'case': {
      const at = args.slice(0, -1).findIndex((value, i) => i % 2 === 0 && value === true);
      return (at === -1 ? args.at(-1) : args[at + 1]) ?? null;
    }
    case 'between':
      return meaning(
        'and',
        [
          x === null || y === null ? null : order(x, y) >= 0,
          x === null || z === null ? null : order(x, z) <= 0,
        ],
        node,
      );
    case 'in':
    case 'not in': {
      if (x === null) return null;
      const found = args.slice(1).some((value) => order(x, value) === 0);
      return name === 'in' ? found : !found;
    }
    default:
      return args.includes(null) ? null : clean(plain(name, args, node));
  }
}

function plain(name: string, [x = null, y = null, z = null]: readonly Value[], node: Typed): Value {
  const [a, b] = [Number(x), Number(y)];
  const [s, t] = [String(x), String(y)];
  const characters = Array.from(s);
  switch (name) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : a / b;
    case '%':
      return b === 0
        ? null
        : a % b !== 0 && Math.sign(a % b) !== Math.sign(b)
          ? (a % b) + b
          : a % b;
    case '^':
      return a ** b;
    case 'negative':
      return -a;
    case '=':
      return order(x, y) === 0;
    case '!=':
      return order(x, y) !== 0;
    case '<':
      return order(x, y) < 0;
    case '<=':
      return order(x, y) <= 0;
    case '>':
      return order(x, y) > 0;
    case '>=':
      return order(x, y) >= 0;
    case 'not':
      return x !== true;
    case 'abs':
      return Math.abs(a);
    case 'sign':
      return Math.sign(a);
    case 'sqrt':
      return Math.sqrt(a);
    case 'log':
      return a > 0 ? Math.log(a) : null;
    case 'floor':
      return Math.floor(a);
    case 'ceil':
      return Math.ceil(a);
    case 'least':
      return Math.min(a, b);
    case 'greatest':
      return Math.max(a, b);
    case 'bin': {
      const bounds =
        node.kind === 'call' && node.args[1]?.kind === 'literal'
          ? String(node.args[1].value).split(',').map(Number)
          : [];
      const at = bounds.findIndex(
        (low, i) =>
          a >= low &&
          (a < (bounds[i + 1] ?? NaN) || (i === bounds.length - 2 && a === bounds[i + 1])),
      );
      return at === -1
        ? null
        : `[${bounds[at]},${bounds[at + 1]}${at === bounds.length - 2 ? ']' : ')'}`;
    }
    case 'lower':
      return s.toLowerCase();
    case 'upper':
      return s.toUpperCase();
    case 'trim':
      return s.trim();
    case 'length':
      return characters.length;
    case 'substr':
      return characters.slice(Math.max(0, b - 1), Math.max(0, b - 1 + Number(z))).join('');
    case 'concat':
      return s + t;
    case 'contains':
      return s.toLowerCase().includes(t.toLowerCase());
    case 'to_number':
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(s.trim()) ? Number(s) : null;
    case 'year':
      return Number(s.slice(0, 4));
    case 'month':
      return Number(s.slice(5, 7));
    case 'day':
      return Number(s.slice(8, 10));
    case 'weekday':
      return ((new Date(s).getUTCDay() + 6) % 7) + 1;
    case 'isoyear': {
      // The year of the Thursday of its week.
      const day = new Date(s);
      day.setUTCDate(day.getUTCDate() + 3 - ((day.getUTCDay() + 6) % 7));
      return day.getUTCFullYear();
    }
    case 'days_between':
      return (Date.parse(t) - Date.parse(s)) / 86_400_000;
    case 'seconds_between':
      return (Date.parse(t) - Date.parse(s)) / 1000;
    default:
      throw new Error(`${name} has no meaning here.`);
  }
}

function expectSame(actual: readonly Cell[], wanted: readonly Value[], expression: string): void {
  const wrong = wanted.flatMap((value, i) => {
    const got = actual[i] ?? null;
    const infinite = typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
    const close =
      typeof infinite === 'number' && typeof got === 'number'
        ? Math.abs(got - infinite) <= 1e-9 * Math.max(1, Math.abs(infinite))
        : got === infinite;
    return close ? [] : [{ row: rows[i], got, wanted: value }];
  });
  expect(wrong.slice(0, 3), expression).toEqual([]);
}

describe('a derived column', () => {
  it.each([
    ['number', number],
    ['text', text],
    ['truth', truth],
  ] as const)(
    'of any expression (%s) is what plain TypeScript computes',
    async (_, expressions) => {
      await fc.assert(
        fc.asyncProperty(expressions, async (expression) => {
          expectSame(
            await derived(expression),
            evaluate(checkExpression(parseExpression(expression), columns)),
            expression,
          );
        }),
        ofRuns(60, 250),
      );
    },
    120_000,
  );

  it('filters, and is filtered by, the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(truth, async (expression) => {
        await connection.run('drop table if exists viewed');
        const { row_numbers: kept } = await readRows(connection, table, {
          view: { filter: expression },
          limit: 1000,
          offset: 0,
        });
        expect(kept).toEqual(
          evaluate(checkExpression(parseExpression(expression), columns)).flatMap((value, i) =>
            value === true ? [i + 1] : [],
          ),
        );
      }),
      ofRuns(40, 150),
    );
  }, 120_000);
});
