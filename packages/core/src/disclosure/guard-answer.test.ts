import { operations } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../context.ts';
import { aggregateDataset } from '../datasets/results/aggregate-dataset.ts';
import { compareGroups } from '../datasets/results/compare-groups.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { guardAnswer } from './guard-answer.ts';

const csv = `id,desk,g,y\n${Array.from({ length: 60 }, (_, i) => `${i + 1},${i + 2},${i % 2 === 0 ? 'a' : 'b'},${(i * 17) % 31}`).join('\n')}\n`;

describe.each(databaseKinds)('answers to a credential that may not read rows on %s', (kind) => {
  let app: TestCore;
  let whole: ServiceContext;
  let id: string;
  beforeAll(async () => {
    app = await createTestCore(kind);
    whole = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false, tier: 'paid' })),
    );
    ({ id } = await createDataset(whole, { file: await app.receive(csv) }));
  });
  afterAll(() => app.close());

  const narrow = async (): Promise<ServiceContext> => {
    const actor = authorize(whole, operations.datasets.get);
    return {
      ...whole,
      em: app.core.orm.em.fork(),
      actor: { ...actor, via: 'api-key', scopes: ['read', 'analyse'] },
    };
  };
  const ask = async (filter: string): Promise<unknown> => {
    const ctx = await narrow();
    const input = operations.datasets.aggregate.input.parse({
      id,
      aggregates: [{ statistic: 'sum', of: 'y' }],
      view: { filter },
    });
    return guardAnswer(ctx, operations.datasets.aggregate, input, (asked) =>
      aggregateDataset(ctx, operations.datasets.aggregate.input.parse(asked)),
    );
  };

  test('asked for at the same time are compared with each other: one of two that differ by a row is refused', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => ask(i % 2 === 0 ? 'id < 20' : 'desk < 20')),
    );
    const given = answers
      .map((answer, i) => (answer.status === 'fulfilled' ? i % 2 : null))
      .filter((answer) => answer !== null);
    expect(given).toHaveLength(3);
    expect(new Set(given).size).toBe(1);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: 'too_few_rows' });
  });

  test('hold no picture of values', async () => {
    const input = operations.datasets.compareGroups.input.parse({
      id,
      method: 'welch_t',
      value: 'y',
      group: 'g',
    });
    const compare = async (ctx: ServiceContext): Promise<unknown> =>
      guardAnswer(ctx, operations.datasets.compareGroups, input, (asked) =>
        compareGroups(ctx, operations.datasets.compareGroups.input.parse(asked)),
      );
    expect(await compare(whole)).toMatchObject({ picture: { kind: 'groups' } });
    expect(await compare(await narrow())).toMatchObject({ picture: null });
  });

  test('go with their dataset', async () => {
    const count = async (): Promise<unknown> =>
      whole.em
        .fork()
        .execute('select count(*)::int as n from answered_rows where dataset_id = ?', [id]);
    expect(await count()).toEqual([{ n: 1 }]);
    await whole.em.fork().execute('delete from dataset where id = ?', [id]);
    expect(await count()).toEqual([{ n: 0 }]);
  });
});
