import { testQuestion, testResult, type TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { analyzeAssociation } from './analyze-association.ts';
import { compareGroups } from './compare-groups.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { fitRegression } from './fit-regression.ts';
import { shareResult } from '../sharing/share-result.ts';
import { askQuestion } from './ask-question.ts';
import { keepTest } from './keep-test.ts';
import { listTests } from './list-tests.ts';
import { testDistribution } from './test-distribution.ts';

const csv = `g,y,z\n${Array.from({ length: 30 }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'},${(i * 17) % 31},${(i * i) % 13}`).join('\n')}\n`;
const wide = `g,h,y,z,w,less\n${Array.from({ length: 30 }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'},${i % 3 === 0 ? 'c' : 'd'},${(i * 17) % 31},${(i * i) % 13},${1 + (i % 7)},${(i * 5) % 17}`).join('\n')}\n`;
const level = { confidence_level: 0.95 } as const;

describe.each(databaseKinds)('the ledger of tests on %s', (kind) => {
  let app: TestCore;
  /** A program's; the tests of the browser are only looked at. */
  let ctx: ServiceContext;
  let browser: ServiceContext;
  let id: string;
  beforeAll(async () => {
    app = await createTestCore(kind);
    browser = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false, tier: 'paid' })),
    );
    ctx = { ...browser, door: 'api' };
    ({ id } = await createDataset(ctx, { file: await app.receive(csv) }));
  });
  afterAll(() => app.close());

  const compare = async (): Promise<TestResult> =>
    compareGroups(ctx, {
      id,
      method: 'welch_t',
      value: 'y',
      group: 'g',
      alternative: 'two_sided',
      ...level,
    });

  test('has every distinct test once, with p adjusted for all of them; asked at the same time, too', async () => {
    expect(await listTests(ctx, { id })).toEqual({ dataset_id: id, tests: 0, entries: [] });
    const [first] = await Promise.all([compare(), compare(), compare()]);
    expect(first.multiplicity).toEqual({ tests: 1, holm: first.p_value, bh: first.p_value });
    app.clock.advance(5);
    const shape = await testDistribution(ctx, {
      id,
      method: 'shapiro_wilk',
      column: 'z',
      ...level,
    });
    const [small = 0, large = 1] = [first.p_value ?? 1, shape.p_value ?? 1].sort((a, b) => a - b);
    const adjusted = {
      [String(small)]: { holm: Math.min(1, 2 * small), bh: Math.min(2 * small, large) },
      [String(large)]: { holm: Math.max(Math.min(1, 2 * small), large), bh: large },
    };
    expect(shape.multiplicity).toEqual({ tests: 2, ...adjusted[String(shape.p_value)] });
    // At another level it is the same test: its p is the same.
    await testDistribution(ctx, {
      id,
      method: 'shapiro_wilk',
      column: 'z',
      confidence_level: 0.999,
    });
    // A look over the columns is no test, and neither is a description of outliers.
    await analyzeAssociation(ctx, { id, method: 'pearson', columns: ['y', 'z'], ...level });
    expect(
      await testDistribution(ctx, { id, method: 'tukey_outliers', column: 'z', k: 1.5, ...level }),
    ).not.toHaveProperty('multiplicity');
    const { tests, entries } = await listTests(ctx, { id });
    expect(tests).toBe(2);
    expect(entries).toEqual([
      {
        operation: 'test_distribution',
        method: 'shapiro_wilk',
        options: { method: 'shapiro_wilk', column: 'z', ...level },
        question: 'Do these data show that the values of z depart from a normal distribution?',
        finding: shape.sentence,
        columns: ['z'],
        by: expect.any(String),
        via: 'session',
        door: 'api',
        dataset_version: 1,
        run_at: app.clock.now().toISOString(),
        times: 2,
        p_value: shape.p_value,
        ...adjusted[String(shape.p_value)],
      },
      {
        operation: 'compare_groups',
        method: 'welch_t',
        options: { method: 'welch_t', value: 'y', group: 'g', alternative: 'two_sided', ...level },
        question: 'Do these data show that the mean of y differs between a and b?',
        finding: first.sentence,
        columns: ['y', 'g'],
        by: expect.any(String),
        via: 'session',
        door: 'api',
        dataset_version: 1,
        run_at: expect.any(String),
        times: 3,
        p_value: first.p_value,
        ...adjusted[String(first.p_value)],
      },
    ]);
  });

  test.each<[string, readonly string[], (id: string) => Promise<TestResult>]>([
    [
      'factors and covariates',
      ['y', 'g', 'h', 'z'],
      async (asked) =>
        compareGroups(ctx, {
          id: asked,
          method: 'factorial_anova',
          value: 'y',
          factors: ['g', 'h'],
          covariates: ['z'],
          sums_of_squares: 3,
          ...level,
        }),
    ],
    [
      'the columns of a formula and the weights',
      ['y', 'z', 'w'],
      async (asked) =>
        fitRegression(ctx, {
          id: asked,
          method: 'linear',
          formula: 'y ~ z',
          weights: 'w',
          errors: 'classical',
          sums_of_squares: 2,
          seed: 1,
          ...level,
        }),
    ],
    [
      'columns that are held constant',
      ['y', 'z', 'w'],
      async (asked) =>
        analyzeAssociation(ctx, {
          id: asked,
          method: 'partial',
          x: 'y',
          y: 'z',
          given: ['w'],
          ...level,
        }).then((found) => testResult.parse(found)),
    ],
    [
      'a column whose name is that of a choice',
      ['less', 'g'],
      async (asked) =>
        compareGroups(ctx, {
          id: asked,
          method: 'welch_t',
          value: 'less',
          group: 'g',
          groups: ['a', 'b'],
          alternative: 'less',
          ...level,
        }),
    ],
  ])('names %s', async (_, columns, ask) => {
    const { id: asked } = await createDataset(ctx, { file: await app.receive(wide) });
    expect((await ask(asked)).p_value).not.toBeNull();
    expect(await listTests(ctx, { id: asked })).toMatchObject({ entries: [{ columns }] });
  });

  test('has no test that was only looked at in the browser; kept, it is there once', async () => {
    const { id: asked } = await createDataset(ctx, { file: await app.receive(csv) });
    const question = {
      operation: 'test_distribution',
      options: { method: 'shapiro_wilk', column: 'z', ...level },
    } as const;
    const shapiro = () => testDistribution(browser, { id: asked, ...question.options });
    const alone = await shapiro();
    expect(alone.multiplicity).toEqual({ tests: 1, holm: alone.p_value, bh: alone.p_value });
    expect(await listTests(ctx, { id: asked })).toMatchObject({ tests: 0, entries: [] });

    // A program asks what it means; beside its test the looked at one is the second.
    const welch = await compareGroups(ctx, {
      id: asked,
      method: 'welch_t',
      value: 'y',
      group: 'g',
      alternative: 'two_sided',
      ...level,
    });
    const small = Math.min(alone.p_value ?? 1, welch.p_value ?? 1);
    const large = Math.max(alone.p_value ?? 1, welch.p_value ?? 1);
    const beside = {
      tests: 2,
      holm:
        alone.p_value === small ? Math.min(1, 2 * small) : Math.max(Math.min(1, 2 * small), large),
      bh: alone.p_value === small ? Math.min(2 * small, large) : large,
    };
    expect((await shapiro()).multiplicity).toEqual(beside);
    expect(await listTests(ctx, { id: asked })).toMatchObject({ tests: 1 });

    expect(await keepTest(browser, { id: asked, question })).toEqual({
      ...alone,
      multiplicity: beside,
    });
    await shapiro();
    const { tests, entries } = await listTests(ctx, { id: asked });
    expect([tests, entries.map(({ method, door, times }) => [method, door, times])]).toEqual([
      2,
      [
        ['shapiro_wilk', 'browser', 1],
        ['welch_t', 'api', 1],
      ],
    ]);
    // A shared result is kept.
    await shareResult(browser, {
      id: asked,
      question: {
        operation: 'test_distribution',
        options: { method: 'jarque_bera', column: 'z', ...level },
      },
      single_values: false,
    });
    expect(await listTests(ctx, { id: asked })).toMatchObject({ tests: 3 });
  });

  test('is bounded: of tests with large questions it takes 1 MB, answers the others all the same, and lists no more', async () => {
    const { id: asked } = await createDataset(ctx, { file: await app.receive(csv) });
    const large = (i: number) => {
      const expression = `"${i} ${'A'.repeat(4900)}"`;
      const derive = Array.from({ length: 12 }, (_, n) => ({ name: `x${n}`, expression }));
      return testQuestion.parse({
        operation: 'test_distribution',
        options: { method: 'shapiro_wilk', column: 'z', view: { derive } },
      });
    };
    const answers = [];
    for (let i = 0; i < 20; i++) answers.push(await askQuestion(ctx, asked, large(i)));
    const full =
      'Not entered: the ledger of this dataset is full. It holds at most 1,000 tests, with ' +
      'questions and findings of 1 MB.';
    const entered = answers.filter(({ multiplicity }) => multiplicity?.not_entered === undefined);
    expect(entered.length).toBe(17);
    expect(answers.slice(17)).toMatchObject(
      Array.from({ length: 3 }, () => ({ multiplicity: { tests: 18, not_entered: full } })),
    );
    await expect(keepTest(browser, { id: asked, question: large(18) })).rejects.toMatchObject({
      code: 'conflict',
      message: full,
      details: { fix: expect.stringContaining('a dataset of their own') },
    });
    // What is there already is kept again.
    const again = await keepTest(browser, { id: asked, question: large(3) });
    expect(again.p_value).toBe(answers[3]?.p_value);
    const listed = await listTests(ctx, { id: asked });
    expect(listed.tests).toBe(17);
    expect(JSON.stringify(listed).length).toBeLessThan(1.1 * 1024 * 1024);
  });

  test('takes the parts of a question while there is room', async () => {
    const { id: asked } = await createDataset(ctx, { file: await app.receive(wide) });
    await testDistribution(ctx, { id: asked, method: 'shapiro_wilk', column: 'z', ...level });
    await app.core.orm.em.fork().execute(
      `insert into test_run select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'question', 'copy ' || n))).*
       from test_run t, generate_series(1, 998) n where dataset_id = ?`,
      [asked],
    );
    const inParts = () =>
      testDistribution(ctx, { id: asked, method: 'shapiro_wilk', column: 'y', by: 'g', ...level });
    const answer = await inParts();
    expect(answer.by?.parts).toHaveLength(2);
    expect(answer.by?.not_entered).toContain('at most 1,000 tests');
    expect((await listTests(ctx, { id: asked })).tests).toBe(1000);
    expect((await inParts()).by).toEqual(answer.by);
    expect((await listTests(ctx, { id: asked })).tests).toBe(1000);
  });
});
