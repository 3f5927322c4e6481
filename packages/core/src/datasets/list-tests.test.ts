import type { TestResult } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../context.ts';
import { operations } from '@columnist/contract';
import { authorizationOf, createTestCore, databaseKinds, type TestCore } from '../testing.ts';
import { analyzeAssociation } from './analyze-association.ts';
import { compareGroups } from './compare-groups.ts';
import { createDataset } from './create-dataset.ts';
import { listTests } from './list-tests.ts';
import { testDistribution } from './test-distribution.ts';

const csv = `g,y,z\n${Array.from({ length: 30 }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'},${(i * 17) % 31},${(i * i) % 13}`).join('\n')}\n`;
const level = { confidence_level: 0.95 } as const;

describe.each(databaseKinds)('the ledger of tests on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  let id: string;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false, tier: 'paid' })),
    );
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
        question: shape.sentence,
        columns: ['z'],
        by: expect.any(String),
        via: 'session',
        door: 'browser',
        dataset_version: 1,
        run_at: app.clock.now().toISOString(),
        times: 1,
        p_value: shape.p_value,
        ...adjusted[String(shape.p_value)],
      },
      {
        operation: 'compare_groups',
        method: 'welch_t',
        options: { method: 'welch_t', value: 'y', group: 'g', alternative: 'two_sided', ...level },
        question: first.sentence,
        columns: ['y', 'g'],
        by: expect.any(String),
        via: 'session',
        door: 'browser',
        dataset_version: 1,
        run_at: expect.any(String),
        times: 3,
        p_value: first.p_value,
        ...adjusted[String(first.p_value)],
      },
    ]);
  });

  test('a key that may not read rows gets neither tables of rows nor pictures of values', async () => {
    const actor = authorize(ctx, operations.datasets.get);
    const narrow: ServiceContext = {
      ...ctx,
      actor: { ...actor, via: 'api-key', scopes: ['read', 'analyse'] },
    };
    const ask = async (who: ServiceContext) =>
      testDistribution(who, {
        id,
        method: 'z_score_outliers',
        column: 'y',
        threshold: 1,
        ...level,
      });
    const [whole, narrowed] = [await ask(ctx), await ask(narrow)];
    expect(whole).toMatchObject({
      picture: { kind: 'quantiles' },
      tables: [{ title: 'Limits' }, { title: 'Outliers', single_rows: true }],
    });
    expect(narrowed).toEqual({ ...whole, picture: null, tables: [whole.tables[0]] });
    const view = {
      derive: [{ name: 'part', expression: "to_number(if(g = 'a', to_text(y), 'none'))" }],
    };
    const lossy = async (who: ServiceContext) =>
      testDistribution(who, { id, method: 'shapiro_wilk', column: 'part', view, ...level });
    expect((await lossy(ctx)).view_effects).toMatchObject([{ cells_lost: 15, examples: ['none'] }]);
    expect((await lossy(narrow)).view_effects).toEqual([
      { step: expect.any(String), rows_removed: 0, cells_changed: 0, cells_lost: 15 },
    ]);
  });
});
