import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

/** Figures of SciPy (ks_2samp, kstwobign, chi2_contingency) and NumPy on the same rows. */
let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => tests.close());

const day = (i: number): string =>
  new Date(Date.UTC(2026, 0, 1 + (i % 60))).toISOString().slice(0, 10);
const before = `x,g,day,note,gone\n${Array.from({ length: 120 }, (_, i) => [((i * 37) % 101) / 4, ['x', 'y', 'z'][i % 3], day(i), `note ${i} of the first`, 1].join(',')).join('\n')}\n`;
const after = `x,g,day,note,came\n${Array.from({ length: 90 }, (_, i) => [3 + ((i * 29) % 113) / 4, ['x', 'x', 'y', 'w'][i % 4], day(i), i % 9 === 0 ? '' : `note ${i} of the second`, 'yes'].join(',')).join('\n')}\n`;

it('tells how each shared column has moved, and which came and went', async () => {
  const [{ table: then }, { table: now }] = [await tests.admit(before), await tests.admit(after)];
  const found = await tests.engine.compareDatasets(now, then, 10);
  expect(found.added.map(({ name }) => name)).toEqual(['came']);
  expect(found.removed.map(({ name }) => name)).toEqual(['gone']);
  expect(found.retyped).toEqual([]);
  expect(found.sentence).toBe(
    'Much has changed in g, x; some in day; 0 of 3 compared columns are alike. Not compared: note (texts are counted only).',
  );
  expect(found.columns.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['g', 'changed'],
    ['x', 'changed'],
    ['day', 'moved'],
    ['note', null],
  ]);
  const [g, x, , note] = found.columns;
  expect(x).toMatchObject({
    psi: expect.closeTo(0.5084981774163475, 12),
    test: {
      name: 'Kolmogorov–Smirnov',
      statistic: expect.closeTo(0.2222222222222222, 12),
      df: null,
      p_value: expect.closeTo(0.01244771583595352, 10),
    },
    before: {
      n: 120,
      missing: 0,
      mean: expect.closeTo(12.339583333333334, 12),
      sd: expect.closeTo(7.318877100334718, 12),
      min: 0,
      max: 25,
    },
    after: { n: 90, mean: expect.closeTo(16.758333333333333, 12) },
  });
  expect(x?.bins.map((bin) => [bin.before, bin.after])).toEqual(
    [0, 8, 7, 7, 10, 7, 7, 10, 7, 27].map((n) => [12, n]),
  );
  expect(g).toMatchObject({
    psi: expect.closeTo(2.4256446577918487, 12),
    test: {
      name: 'χ²',
      statistic: expect.closeTo(64.67866966741686, 10),
      df: 3,
      p_value: expect.closeTo(5.876129623241669e-14, 20),
    },
  });
  expect(g?.bins).toEqual([
    { label: 'x', before: 40, after: 46 },
    { label: 'y', before: 40, after: 22 },
    { label: 'z', before: 40, after: 0 },
    { label: 'w', before: 0, after: 22 },
  ]);
  expect(note).toMatchObject({
    psi: null,
    test: null,
    reason: 'Texts are counted only.',
    before: { n: 120, missing: 0, distinct: 120 },
    after: { n: 80, missing: 10, distinct: 80 },
  });
});

it('a table is like itself', async () => {
  const { table } = await tests.admit(before);
  const found = await tests.engine.compareDatasets(table, table, 10);
  expect(found.sentence).toBe(
    '4 of 5 shared columns were compared and are distributed alike. Not compared: note (texts are counted only).',
  );
  expect(
    found.columns.every(
      ({ psi, test: one }) => (psi === null || psi === 0) && (one === null || one.p_value === 1),
    ),
  ).toBe(true);
});

it('names shared columns of another type, also in the same storage, and calls none of them alike', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => i);
  const [{ table: then }, { table: now }] = [
    await tests.admit(
      `segment,x,code\n${rows.map((i) => `${i % 2 === 0 ? 'Small' : 'Large'},${i},${i}`).join('\n')}\n`,
    ),
    await tests.admit(
      `segment,x,code\n${rows.map((i) => `customer number ${i} by name,${i},c${i}`).join('\n')}\n`,
    ),
  ];
  expect(then.columns.map(({ type, storage }) => [type, storage])).toEqual([
    ['category', 'VARCHAR'],
    ['number', 'BIGINT'],
    ['number', 'BIGINT'],
  ]);
  const found = await tests.engine.compareDatasets(now, then, 10);
  expect([
    found.retyped,
    found.columns.map(({ name, verdict }) => [name, verdict]),
    found.sentence,
  ]).toEqual([
    [
      { name: 'segment', from: 'category', to: 'text' },
      { name: 'code', from: 'BIGINT', to: 'VARCHAR' },
    ],
    [['x', 'alike']],
    '1 of 3 shared columns was compared and is distributed alike. Not compared: segment (category → text), code (BIGINT → VARCHAR).',
  ]);
});

it('without a shared column there is nothing to compare but the schema', async () => {
  const [{ table: one }, { table: two }] = [
    await tests.admit('a,b\n1,x\n2,y\n3,x\n'),
    await tests.admit('c,d\n1,x\n2,y\n3,x\n'),
  ];
  expect(await tests.engine.compareDatasets(one, two, 10)).toMatchObject({
    columns: [],
    sentence: 'The two have no column in common.',
    added: [{ name: 'a' }, { name: 'b' }],
    removed: [{ name: 'c' }, { name: 'd' }],
  });
});
