import { AppError, operations } from '@columnist/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { compareGroups } from '../datasets/results/compare-groups.ts';
import { createChart } from '../datasets/results/create-chart.ts';
import { testDistribution } from '../datasets/results/test-distribution.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { guardAnswer } from './guard-answer.ts';
import { openWithKey } from './testing-key.ts';

/**
 * Of 60 people one is alone in the department Board, with asthma; of those in IT none has a migraine
 * or three have one.
 */
const illnesses = ['asthma', 'diabetes', 'healthy', 'migraine'] as const;
const csvOf = (inItWithMigraine: number): string =>
  `dept,illness,pay\n${Array.from({ length: 60 }, (_, i) => {
    const dept = i === 7 ? 'Board' : i < 35 ? 'Sales' : 'IT';
    const isOfThose = i >= 35 && i < 35 + inItWithMigraine;
    const other = illnesses[i % (i < 35 ? 4 : 3)] ?? 'healthy';
    return `${dept},${i === 7 ? 'asthma' : isOfThose ? 'migraine' : other},${2000 + ((i * 137) % 900)}\n`;
  }).join('')}`;

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());

let ctx: ServiceContext;
let id: string;
const open = async (inItWithMigraine = 0): Promise<void> => {
  ({ ctx, id } = await openWithKey(app, csvOf(inItWithMigraine)));
};
beforeEach(() => open());

const { compareGroups: comparing, testDistribution: testing, chart: drawing } = operations.datasets;
const viewOf = (filter: string | undefined): object =>
  filter === undefined ? {} : { view: { filter } };
/** Who answers each of the operations that are asked here. */
const doors = {
  compareGroups: (asked: object, filter?: string) =>
    guardAnswer(
      ctx,
      comparing,
      comparing.input.parse({ id, ...viewOf(filter), ...asked }),
      (given) => compareGroups(ctx, comparing.input.parse(given)),
    ),
  testDistribution: (asked: object, filter?: string) =>
    guardAnswer(ctx, testing, testing.input.parse({ id, ...viewOf(filter), ...asked }), (given) =>
      testDistribution(ctx, testing.input.parse(given)),
    ),
  chart: (asked: object, filter?: string) =>
    guardAnswer(ctx, drawing, drawing.input.parse({ id, ...viewOf(filter), ...asked }), (given) =>
      createChart(ctx, drawing.input.parse(given)),
    ),
};
/** What is said of a question: its answer is of no interest. */
const saidOf = (name: keyof typeof doors, asked: object, filter?: string): Promise<string> =>
  doors[name](asked, filter).then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return `${error.code}: ${error.message}`;
    },
  );

const welch = { method: 'welch_t', value: 'pay', group: 'dept' };
const questions = [
  ['compareGroups', { ...welch, groups: ['Sales', 'Board'] }],
  ['compareGroups', { method: 'anova', value: 'pay', group: 'dept' }],
  ['compareGroups', { method: 'one_proportion', event: 'dept', success: 'Board', p: 0.5 }],
  ['testDistribution', { method: 'chi_square_goodness_of_fit', column: 'dept' }],
  ['chart', { x: 'dept', y: 'pay' }],
] as const;

describe('a group of one person', () => {
  test.each(questions)('is refused whatever rows are left out: %s %o', async (name, asked) => {
    const said = new Set<string>();
    for (const illness of illnesses) said.add(await saidOf(name, asked, `illness <> '${illness}'`));
    expect([...said]).toEqual([
      'too_few_rows: This would tell about fewer than 5 rows, and this credential may not read rows.',
    ]);
  });

  test('is refused as one that nobody is in, also after many refusals', async () => {
    const said = new Set<string>();
    for (let i = 0; i < 12; i++)
      for (const group of ['Board', `Guess ${i}`])
        said.add(await saidOf('compareGroups', { ...welch, groups: ['Sales', group] }));
    expect(said.size).toBe(1);
  });
});

test('whether a filter leaves some or none of a group is not said, and counted', async () => {
  const asked = { ...welch, groups: ['Sales', 'IT'] };
  const said = [];
  for (const some of [0, 3]) {
    await open(some);
    said.push(await saidOf('compareGroups', asked, "illness = 'migraine'"));
  }
  expect(new Set(said).size).toBe(1);
  for (let i = 0; i < 10; i++)
    said.push(await saidOf('compareGroups', asked, "illness = 'migraine'"));
  expect(said.at(-1)).toMatch(/^too_few_rows: So much has been answered/);
});

test('groups that the filter names are compared without the others', async () => {
  const depts = ['Sales', 'IT', 'Ops'];
  ({ ctx, id } = await openWithKey(
    app,
    `dept,pay\n${Array.from({ length: 60 }, (_, i) => `${depts[i % 3]},${2000 + ((i * 137) % 900)}\n`).join('')}`,
  ));
  expect(await saidOf('compareGroups', welch, "dept in ('Sales', 'IT')")).toBe('answered');
});
