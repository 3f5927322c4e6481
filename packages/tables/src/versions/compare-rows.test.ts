import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => tests.close());

async function compare(before: string, after: string, more: object = {}) {
  const [{ table: then }, { table: now }] = [await tests.admit(before), await tests.admit(after)];
  return tests.engine.rowChanges(now, then, { limit: 50, offset: 0, ...more });
}

const before =
  'id,name,price,day\n7,Lamp,39.5,2026-01-01\n8,Desk,249,2026-01-02\n9,Chair,119,2026-01-03\n10,Shelf,,2026-01-04\n';
const after =
  'id,price,name,day,stock\n10,89,Shelf,2026-01-04,1\n7,39.50,Lamp,2026-01-01,2\n9,119,Armchair,2026-01-05,3\n11,12,Hook,2026-01-06,4\n';

describe('what changed row by row', () => {
  it('by a key that is suggested: changed cells, rows that came and went', async () => {
    expect(await compare(before, after)).toEqual({
      key: ['id'],
      suggested: [
        { key: ['id'], matched: 0.75 },
        { key: ['name'], matched: 0.5 },
        { key: ['day'], matched: 0.5 },
      ],
      columns: ['id', 'name', 'price', 'day'],
      repeated: 0,
      counts: { added: 1, removed: 1, changed: 2, unchanged: 1, cells: 3 },
      cells_by_column: [
        { column: 'name', cells: 1 },
        { column: 'price', cells: 1 },
        { column: 'day', cells: 1 },
      ],
      total: 4,
      items: [
        {
          kind: 'changed',
          row_from: 4,
          row_to: 1,
          key: [10],
          cells: [{ column: 'price', from: null, to: 89 }],
        },
        {
          kind: 'changed',
          row_from: 3,
          row_to: 3,
          key: [9],
          cells: [
            { column: 'name', from: 'Chair', to: 'Armchair' },
            { column: 'day', from: '2026-01-03', to: '2026-01-05' },
          ],
        },
        {
          kind: 'added',
          row_from: null,
          row_to: 4,
          key: [11],
          cells: [
            { column: 'id', from: null, to: 11 },
            { column: 'name', from: null, to: 'Hook' },
            { column: 'price', from: null, to: 12 },
            { column: 'day', from: null, to: '2026-01-06' },
          ],
        },
        {
          kind: 'removed',
          row_from: 2,
          row_to: null,
          key: [8],
          cells: [
            { column: 'id', from: 8, to: null },
            { column: 'name', from: 'Desk', to: null },
            { column: 'price', from: 249, to: null },
            { column: 'day', from: '2026-01-02', to: null },
          ],
        },
      ],
      next_offset: null,
    });
  });

  it('by a chosen key, of one kind, page by page', async () => {
    const first = await compare(before, after, { key: ['name'], kind: 'added', limit: 1 });
    expect([first.key, first.counts, first.total, first.next_offset]).toEqual([
      ['name'],
      { added: 2, removed: 2, changed: 1, unchanged: 1, cells: 1 },
      2,
      1,
    ]);
    const second = await compare(before, after, {
      key: ['name'],
      kind: 'added',
      limit: 1,
      offset: 1,
    });
    expect([first, second].map(({ items }) => items.map(({ key }) => key))).toEqual([
      [['Armchair']],
      [['Hook']],
    ]);
    expect(second.next_offset).toBeNull();
  });

  it('by place without a key, and rows of one key in their order', async () => {
    const [a, b] = ['k,v\nx,1\nx,2\ny,3\n', 'k,v\nx,1\nx,5\nx,6\n'];
    const placed = await compare(a, b, { key: [] });
    expect([placed.counts, placed.repeated]).toEqual([
      { added: 0, removed: 0, changed: 2, unchanged: 1, cells: 3 },
      0,
    ]);
    const repeated = await compare(a, b, { key: ['k'] });
    expect([repeated.counts, repeated.repeated]).toEqual([
      { added: 1, removed: 1, changed: 1, unchanged: 1, cells: 1 },
      5,
    ]);
    await expect(compare(a, b, { key: ['w'] })).rejects.toMatchObject({ code: 'unknown_column' });
  });

  it.each([
    ['1112', '113333'],
    ['55', '66'],
    ['123', '112'],
    ['123', '321'],
  ])('counts all rows whose key another row of their version has: %s, %s', async (a, b) => {
    const of = (keys: string): string => `k,v\n${[...keys].map((k, i) => `${k},${i}\n`).join('')}`;
    const counted = [a, b].map((keys) => {
      const all = [...keys];
      return all.filter((k) => all.indexOf(k) !== all.lastIndexOf(k)).length;
    });
    const { repeated } = await compare(of(a), of(b), { key: ['k'] });
    expect(repeated).toBe(counted.reduce((sum, n) => sum + n, 0));
  });

  it('counts as a program does that looks at each row, with columns that hold something else', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({
      id: i,
      a: (i * 37) % 11,
      b: i % 7 === 0 ? '' : `t${(i * 13) % 5}`,
    }));
    const later = rows
      .filter(({ id }) => id % 50 !== 3)
      .map((row) => ({
        ...row,
        a: row.id % 9 === 0 ? 99 : row.a,
        b: row.id % 4 === 0 ? 'new' : row.b,
      }))
      .concat(Array.from({ length: 40 }, (_, i) => ({ id: 5000 + i, a: 1, b: 'x' })));
    const csv = (some: typeof rows, mark: string) =>
      `id,a,b\n${some.map(({ id, a, b }) => `${id},${a}${id === 1 ? mark : ''},${b}`).join('\n')}\n`;
    const found = await compare(csv(rows, ''), csv(later.toReversed(), ' kg'));
    const then = new Map(rows.map((row) => [row.id, row]));
    const pairs = later.flatMap((now) => {
      const was = then.get(now.id);
      return was === undefined
        ? []
        : [Number(was.a !== now.a || now.id === 1) + Number(was.b !== now.b)];
    });
    expect(found.counts).toEqual({
      added: later.filter(({ id }) => !then.has(id)).length,
      removed: rows.length - pairs.length,
      changed: pairs.filter((n) => n > 0).length,
      unchanged: pairs.filter((n) => n === 0).length,
      cells: pairs.reduce((sum, n) => sum + n, 0),
    });
  });
});
