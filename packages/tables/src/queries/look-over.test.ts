import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depth } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

describe('the overview', () => {
  it('counts missing cells by column, place and pattern, complete rows and duplicates', async () => {
    const { table } = await test.admit('a,b,c\n1,x,\n1,x,\n2,,3\n,,4\n1,x,\n2,y,5\n');
    expect(await test.engine.overview(table, {})).toEqual({
      dataset_id: table.datasetId,
      dataset_version: 1,
      engine_version: '2',
      view: null,
      n_used: 6,
      n_excluded: [],
      method: { duplicate_rows: 'rows equal to an earlier row in every column' },
      cells: 18,
      missing_cells: 6,
      complete_rows: 1,
      duplicate_rows: 2,
      missing: [
        { column: 'c', n: 3, by_position: [1, 1, 0, 0, 1, 0] },
        { column: 'b', n: 2, by_position: [0, 0, 1, 1, 0, 0] },
        { column: 'a', n: 1, by_position: [0, 0, 0, 1, 0, 0] },
      ],
      patterns: [
        { columns: ['c'], n: 3 },
        { columns: [], n: 1 },
        { columns: ['b'], n: 1 },
        { columns: ['a', 'b'], n: 1 },
      ],
    });
    const kept = await test.engine.overview(table, {
      view: { filter: { column: 'b', op: 'is_present' } },
    });
    expect(kept).toMatchObject({
      n_used: 4,
      n_excluded: [{ reason: 'filtered out by the view', n: 2 }],
      cells: 12,
      missing_cells: 3,
      complete_rows: 1,
      duplicate_rows: 2,
      missing: [{ column: 'c', n: 3, by_position: [1, 1, 1, 0] }],
      patterns: [
        { columns: ['c'], n: 3 },
        { columns: [], n: 1 },
      ],
    });
    expect(
      await test.engine.overview(table, { view: { filter: { column: 'a', op: 'gt', value: 9 } } }),
    ).toMatchObject({
      n_used: 0,
      cells: 0,
      missing_cells: 0,
      complete_rows: 0,
      duplicate_rows: 0,
      missing: [],
      patterns: [],
    });
  });

  it('divides long files into a hundred equal runs', async () => {
    const { table } = await test.admit(
      `i,x\n${Array.from({ length: 1000 }, (_, i) => `${i},${i < 250 || i % 10 === 0 ? '' : i}`).join('\n')}\n`,
    );
    const { missing, duplicate_rows } = await test.engine.overview(table, {});
    expect(duplicate_rows).toBe(0);
    expect(missing).toEqual([
      {
        column: 'x',
        n: 325,
        by_position: [
          ...Array.from({ length: 25 }, () => 1),
          ...Array.from({ length: 75 }, () => 0.1),
        ],
      },
    ]);
  });

  // As many as a table may have; fewer in the gate, where they took a minute.
  const most = depth === 'all' ? 2000 : 400;
  it('reads a wide table with gaps in each column, as does every other question', async () => {
    const names = Array.from({ length: most }, (_, i) => `c${i}`);
    const { table, admitted } = await test.admit(
      `${names.join(',')}\n${Array.from({ length: 4 }, (_, row) => names.map((_, i) => (i % 4 === row ? '' : i % 3 === 0 ? `t${i}` : `${i}.5`)).join(',')).join('\n')}\n`,
    );
    expect(admitted.profile.columns.map(({ n, missing }) => [n, missing])).toEqual(
      names.map(() => [3, 1]),
    );
    expect(await test.engine.overview(table, {})).toMatchObject({
      cells: 4 * most,
      missing_cells: most,
      complete_rows: 0,
      duplicate_rows: 0,
    });
    expect(
      (await test.engine.pictures(table, { view: { filter: { column: 'c0', op: 'is_present' } } }))
        .columns,
    ).toHaveLength(most);
    expect((await test.engine.rows(table, { limit: 1, offset: 3 })).items[0]).toHaveLength(most);
  }, 120_000);
});

describe('frequencies', () => {
  it('count values with shares, most frequent first or by value, ties in the order of the values', async () => {
    const { table } = await test.admit(
      'x,big\n3,9007199254740993\n1,9007199254740993\n,1\n3,\n2,2\n10,\n1,\n',
    );
    const byCount = await test.engine.frequencies(table, { column: 'x', order: 'count', limit: 3 });
    expect(byCount).toMatchObject({
      column: 'x',
      n: 6,
      missing: 1,
      distinct: 4,
      others: { values: 1, n: 1 },
      n_used: 7,
      items: [
        { value: 1, n: 2, share: 2 / 6, cumulative_share: 2 / 6 },
        { value: 3, n: 2, share: 2 / 6, cumulative_share: 4 / 6 },
        { value: 2, n: 1, share: 1 / 6, cumulative_share: 5 / 6 },
      ],
    });
    const byValue = await test.engine.frequencies(table, {
      column: 'big',
      order: 'value',
      limit: 10,
      view: { filter: { column: 'x', op: 'ge', value: 1 } },
    });
    expect(byValue).toMatchObject({ n: 3, missing: 3, n_used: 6, others: { values: 0, n: 0 } });
    expect(byValue.items.map(({ value, n }) => [value, n])).toEqual([
      [2, 1],
      ['9007199254740993', 2],
    ]);
    const none = await test.engine.frequencies(table, {
      column: 'x',
      order: 'count',
      limit: 3,
      view: { filter: { column: 'x', op: 'gt', value: 99 } },
    });
    expect(none).toMatchObject({
      n: 0,
      missing: 0,
      distinct: 0,
      items: [],
      others: { values: 0, n: 0 },
    });
  });
});
