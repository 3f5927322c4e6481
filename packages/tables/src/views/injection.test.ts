import { AppError } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

/** Text that means something to a database and must mean nothing here. */
const attacks = [
  "read_csv('/etc/passwd')",
  "read_text('/etc/passwd') = 'x'",
  "getenv('HOME') = 'x'",
  'pg_sleep(10)',
  'pg_read_file(x)',
  "attach('x')",
  "query('select 1')",
  'x > 1; drop table t',
  'x > 1 -- and more',
  'x > 1 /* more */',
  'x > 1) union select (1',
  '(select 1)',
  'exists (select 1)',
  'x in (select 1)',
  'x::varchar',
  "cast(x as varchar) = '1'",
  "x between 1 and 2 or 'a' like '%'",
  '$1 = 1',
  '? = 1',
  '@x = 1',
  'x = $$text$$',
  "copy x to '/tmp/out'",
  'pragma version',
  'install httpfs',
  'current_setting(x)',
  'x collate nocase = 1',
  'x is distinct from 1',
  'main.t.x > 1',
  "x[1] = 'a'",
  '{x: 1}',
  'lambda y: y',
  String.fromCharCode(0),
  "'",
  '"',
  '`',
  '\\',
];
const names = [
  'x',
  'c1',
  'x"; drop table t; --',
  "it's",
  '?',
  '$1',
  'select',
  'a--b',
  '"',
  'file_row_number',
  '\\',
];

let test: TestEngine;
let table: TableRef;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1, timeoutSeconds: 20 });
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = attacks
    .filter((text) => !text.includes('\0'))
    .map((text, i) => [String(i), ...names.slice(1).map(() => quoted(text))].join(','));
  table = (await test.admit(`${names.map(quoted).join(',')}\n${rows.join('\n')}\n`)).table;
});
afterAll(() => test.close());

const rowsOf = (view: object) => test.engine.rows(table, { view, limit: 100, offset: 0 });

describe('text from outside never reaches the database as language', () => {
  it.each(attacks)('%j is no filter and no column', async (attack) => {
    for (const view of [{ filter: attack }, { derive: [{ name: 'made', expression: attack }] }]) {
      const reason: unknown = await rowsOf(view).catch((error: unknown) => error);
      expect(reason).toBeInstanceOf(AppError);
      expect(reason).toMatchObject({
        code: expect.stringMatching(
          /^(?:invalid_expression|unknown_column|wrong_column_type|invalid_input)$/,
        ),
      });
    }
    if (names.includes(attack)) return;
    const asked = { group_by: ['x'], aggregates: [{ statistic: 'count' as const }], limit: 10 };
    for (const input of [
      { group_by: [attack] },
      { aggregates: [{ statistic: 'n' as const, of: attack }] },
      { having: attack },
      { sort: [{ column: attack, direction: 'ascending' as const }] },
      { across: attack },
    ]) {
      await expect(test.engine.aggregate(table, { ...asked, ...input })).rejects.toMatchObject({
        code: expect.stringMatching(
          /^(?:invalid_expression|unknown_column|wrong_column_type|invalid_input)$/,
        ),
      });
    }
  });

  it.each(attacks.filter((text) => !text.includes('\0')))(
    '%j as a value is that text',
    async (attack) => {
      const wanted = attacks.filter((text) => text === attack).length;
      const literal = JSON.stringify(attack);
      expect((await rowsOf({ filter: { column: 'c1', op: 'eq', value: attack } })).total).toBe(
        wanted,
      );
      expect(
        (await rowsOf({ filter: { column: 'c1', op: 'contains', value: attack } })).total,
      ).toBeGreaterThanOrEqual(wanted);
      if (!attack.includes('\\'))
        expect((await rowsOf({ filter: `c1 = ${literal}` })).total).toBe(wanted);
    },
  );

  it.each(names)('a column called %j is read, filtered, sorted and described', async (name) => {
    const rows = await rowsOf({
      filter: { not: { column: name, op: 'is_missing' } },
      sort: [{ column: name, direction: 'descending' }],
    });
    expect(rows.total).toBe(table.rowCount);
    const described = await test.engine.describe(table, {
      columns: [name],
      quantiles: [0.5],
      confidence_level: 0.95,
      correlations: false,
      plot: false,
    });
    expect(described.columns.map((column) => column.name)).toEqual([name]);
    const { items, columns } = await test.engine.aggregate(table, {
      group_by: [name],
      aggregates: [{ statistic: 'count' }, { statistic: 'max', of: name, name: 'a\'b"c' }],
      limit: 100,
    });
    expect([
      columns.map((column) => column.name),
      items.every(([key, , most]) => key === most),
    ]).toEqual([[name, 'count', 'a\'b"c'], true]);
  });
});
