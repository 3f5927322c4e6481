import { description, operations } from '@columnist/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { analyzeDataset } from '../datasets/results/analyze-dataset.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { AnsweredRows } from './answered-rows.entity.ts';
import { guardAnswer } from './guard-answer.ts';
import { openWithKey } from './testing-key.ts';

/** Of 60 people 20 live in A and 20 work in X; 17 do both, so that 3 work in X alone. */
const people = Array.from({ length: 60 }, (_, i) => ({
  city: i < 20 ? 'A' : 'B',
  dept: i < 17 || (i >= 20 && i < 23) ? 'X' : 'Y',
  bonus: (i >= 20 && i < 23) || i >= 50 ? 100 + ((i * 7) % 50) : '',
  change: i % 4 === 0 ? -1 - i : i % 4 === 1 ? 0 : i,
  loss: i < 2 ? -5 - i : i + 1,
}));
const csv = `city,dept,bonus,change,loss\n${people.map((one) => Object.values(one).join()).join('\n')}\n`;

let app: TestCore;
let ctx: ServiceContext;
let id: string;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ ctx, id } = await openWithKey(app, csv));
});

const describeColumn = async (column: string, filter?: string) => {
  const { input } = operations.datasets.analyze;
  const asked = input.parse({
    id,
    columns: [column],
    ...(filter === undefined ? {} : { view: { filter } }),
  });
  const answer = await guardAnswer(ctx, operations.datasets.analyze, asked, (given) =>
    analyzeDataset(ctx, input.parse(given)),
  );
  return description.parse(answer).columns[0];
};

test('missing values of few people do not follow from those of two groups', async () => {
  expect(await describeColumn('bonus')).toMatchObject({ n: 13, missing: 47 });
  // None of the 20 has a bonus: of those who work in X, only 3 would be unknown.
  expect(await describeColumn('bonus', "city = 'A'")).toMatchObject({ n: 0, missing: 20 });
  await expect(describeColumn('bonus', "dept = 'X'")).rejects.toMatchObject({
    code: 'too_few_rows',
  });
  // A column without gaps tells nothing by them.
  expect(await describeColumn('change', "dept = 'X'")).toMatchObject({ n: 20, missing: 0 });
});

test('zeros and negative values are counted of all rows, where 5 have them', async () => {
  expect(await describeColumn('change')).toMatchObject({ zeros: 15, negatives: 15 });
  const withheld = 'Withheld: this credential may not read rows.';
  expect(await describeColumn('change', "city = 'A'")).toMatchObject({
    n: 20,
    zeros: 0,
    negatives: 0,
    reasons: { zeros: withheld, negatives: withheld },
  });
  const loss = await describeColumn('loss');
  expect(loss).toMatchObject({ zeros: 0, negatives: 0, reasons: { negatives: withheld } });
  expect(loss).not.toHaveProperty('reasons.zeros');
});

test('filters that choose the same rows are one question, and no difference', async () => {
  const remembered = async () => {
    const em = ctx.em.fork();
    const { refusedNarrowed } = await em.findOneOrFail(Dataset, { id });
    const { kindOfRow, sets } = await em.findOneOrFail(AnsweredRows, { dataset: id });
    return { refusedNarrowed, kindOfRow, sets };
  };
  const first = await describeColumn('change', "city = 'A'");
  const before = await remembered();
  for (const filter of [
    "city <> 'B'",
    "not (city = 'B')",
    "city in ('A')",
    "city = 'A' or city = 'A'",
    "city is not missing and city = 'A'",
  ])
    expect(await describeColumn('change', filter)).toEqual(first);
  expect(await remembered()).toEqual(before);
  // Where nothing new is answered any more they are answered still.
  await ctx.em.fork().execute('update dataset set refused_narrowed = 10 where id = ?', [id]);
  expect(await describeColumn('change', "city <> 'B'")).toEqual(first);
  await expect(describeColumn('change', "dept = 'X'")).rejects.toMatchObject({
    code: 'too_few_rows',
  });
});
