import { testQuestion } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { authorizationOf, createTestCore, databaseKinds, type TestCore } from '../testing.ts';
import { createDataset } from './create-dataset.ts';
import { deleteDataset } from './delete-dataset.ts';
import { getShared } from './get-shared.ts';
import { listShares } from './list-shares.ts';
import { revokeShare } from './revoke-share.ts';
import { shareResult } from './share-result.ts';

const csv = `g,y\n${Array.from({ length: 30 }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'},${(i * 17) % 31}`).join('\n')}\n`;
const question = testQuestion.parse({ operation: 'compare_groups', options: { method: 'welch_t', value: 'y', group: 'g' } });

describe.each(databaseKinds)('a shared result on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  let anybody: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser({ verified: false, tier: 'paid' })));
    anybody = await app.contextOf();
  });
  afterAll(() => app.close());
  const tokenIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

  test('is read by anybody who has the link, as it was, without single values and without ids, until the link is ended', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(csv) });
    const { url, ...link } = await shareResult(ctx, { id, question, single_values: false });
    expect(link).toEqual({ id: expect.any(String), sentence: expect.stringMatching(/^These data show no clear difference of y between a and b/), single_values: false, by: 'Test User', created_at: app.clock.now().toISOString(), views: 0 });
    const shared = await getShared(anybody, { token: tokenIn(url) });
    expect(shared).toMatchObject({ dataset_name: 'table.csv', row_count: 30, result: { dataset_id: null, procedure: { method: 'welch_t' }, sentence: link.sentence, multiplicity: { tests: 1 } } });
    expect(shared.result.picture).toMatchObject({ kind: 'groups', groups: [{ name: 'a', points: [] }, { name: 'b', points: [] }] });
    expect(JSON.stringify(shared)).not.toContain(id);
    expect(await listShares(ctx, { id })).toEqual([{ ...link, views: 1 }]);
    await revokeShare(ctx, { id, share_id: link.id });
    await expect(getShared(anybody, { token: tokenIn(url) })).rejects.toMatchObject({ code: 'not_found', message: 'There is no shared result under this link.' });
    await expect(revokeShare(ctx, { id, share_id: link.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('shows single values where its maker wants it, and ends with its dataset', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(csv, 'other.csv') });
    const { url } = await shareResult(ctx, { id, question, single_values: true });
    expect((await getShared(anybody, { token: tokenIn(url) })).result.picture).toMatchObject({ groups: [{ points: expect.arrayContaining([0]) }, {}] });
    await deleteDataset(ctx, { id });
    await expect(getShared(anybody, { token: tokenIn(url) })).rejects.toMatchObject({ code: 'not_found', message: 'There is no shared result under this link.' });
  });

  test('a matrix is not shared, nor single values by a key that may not read rows, nor what the plan does not have', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(csv, 'third.csv') });
    await expect(shareResult(ctx, { id, single_values: false, question: testQuestion.parse({ operation: 'analyze_association', options: { method: 'pearson', columns: ['y', 'y'] } }) })).rejects.toMatchObject({ code: 'invalid_input' });
    const key: ServiceContext = { ...ctx, actor: ctx.actor === null ? null : { ...ctx.actor, via: 'api-key', scopes: ['read', 'analyse', 'write'] } };
    await expect(shareResult(key, { id, single_values: true, question })).rejects.toMatchObject({ code: 'forbidden' });
    const free = await app.contextOf(authorizationOf(await app.createTestUser({ verified: false })));
    const { id: own } = await createDataset(free, { file: await app.receive(csv) });
    await expect(shareResult(free, { id: own, single_values: false, question })).rejects.toMatchObject({ code: 'plan_required' });
  });
});
