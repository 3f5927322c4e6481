import { testQuestion } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../accounts/login.ts';
import { User } from '../../users/user.entity.ts';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { getShared } from './get-shared.ts';
import { listShares } from './list-shares.ts';
import { renewShare } from './renew-share.ts';
import { revokeShare } from './revoke-share.ts';
import { renameDataset } from '../lifecycle/rename-dataset.ts';
import { shareResult } from './share-result.ts';
import { SharedResult } from './shared-result.entity.ts';

const csv = `g,y\n${Array.from({ length: 30 }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'},${(i * 17) % 31}`).join('\n')}\n`;
const question = testQuestion.parse({
  operation: 'compare_groups',
  options: { method: 'welch_t', value: 'y', group: 'g' },
});

describe.each(databaseKinds)('a shared result on %s', (kind) => {
  let app: TestCore;
  let person: TestUser;
  let ctx: ServiceContext;
  /** As after a log-in: a link asks who has not confirmed for five minutes. */
  const logIn = async ({ email, password }: TestUser) =>
    app.contextOf(
      authorizationOf({
        accessToken: (await login(await app.contextOf(), { email, password })).access_token,
      }),
    );
  let anybody: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    person = await app.createTestUser({ verified: false, tier: 'paid' });
    ctx = await app.contextOf(authorizationOf(person));
    anybody = await app.contextOf();
  });
  afterAll(() => app.close());
  const daysFrom = (instant: Date, days: number): string =>
    new Date(instant.getTime() + days * 86_400_000).toISOString();
  const tokenIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

  test('is read by anybody who has the link, as it was, without single values and without ids, until the link is ended', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(csv) });
    const { url, ...link } = await shareResult(ctx, { id, question, single_values: false });
    expect(link).toEqual({
      id: expect.any(String),
      sentence: expect.stringMatching(
        /^These data do not show that the mean of y differs between a and b/,
      ),
      dataset_version: 1,
      single_values: false,
      by: 'Test User',
      created_at: app.clock.now().toISOString(),
      expires_at: daysFrom(app.clock.now(), 30),
      views: 0,
    });
    const shared = await getShared(anybody, { token: tokenIn(url) });
    expect(shared).toMatchObject({
      dataset_name: 'table.csv',
      row_count: 30,
      result: {
        dataset_id: null,
        procedure: { method: 'welch_t' },
        sentence: link.sentence,
        multiplicity: { tests: 1 },
      },
    });
    expect(shared.result.picture).toMatchObject({
      kind: 'groups',
      groups: [
        { name: 'a', points: [] },
        { name: 'b', points: [] },
      ],
    });
    expect(JSON.stringify(shared)).not.toContain(id);
    expect(await listShares(ctx, { id })).toEqual([{ ...link, views: 1 }]);
    await revokeShare(ctx, { id, share_id: link.id });
    await expect(getShared(anybody, { token: tokenIn(url) })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no shared result under this link.',
    });
    await expect(revokeShare(ctx, { id, share_id: link.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test.each([
    ['compare_groups', { method: 'kruskal_wallis', value: 'y', group: 'who' }, "'p0'"],
    ['fit_regression', { method: 'linear', formula: 'y ~ who' }, "'who = p0'"],
    ['find_structure', { method: 'k_means', columns: ['y', 'x'], k: 2 }, "'1'|'2'"],
  ])('without single values has no group of 1 to 4 rows: %s', async (operation, options, named) => {
    // 29 rows in two groups, and one that is alone in its group and far from the others.
    const file = `who,y,x\n${Array.from({ length: 30 }, (_, i) => (i === 0 ? 'p0,900,900' : `${i % 2 === 0 ? 'a' : 'b'},${(i * 17) % 31},${(i * 7) % 23}`)).join('\n')}\n`;
    const { id } = await createDataset(ctx, { file: await app.receive(file) });
    const asked = testQuestion.parse({ operation, options });
    ctx = await logIn(person);
    await expect(
      shareResult(ctx, { id, question: asked, single_values: false }),
    ).rejects.toMatchObject({
      code: 'too_few_rows',
      message: expect.stringMatching(new RegExp(`^(${named}) has fewer than 5 rows`)),
    });
    expect(await shareResult(ctx, { id, question: asked, single_values: true })).toMatchObject({
      single_values: true,
    });
  });

  test('keeps the name that its dataset had', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(csv) });
    const { url } = await shareResult(ctx, { id, question, single_values: false });
    await renameDataset(ctx, { id, name: 'who leaves next year.csv' });
    expect(await getShared(anybody, { token: tokenIn(url) })).toMatchObject({
      dataset_name: 'table.csv',
    });
  });

  test('shows single values where its maker wants it, and ends with its dataset', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive(csv, 'other.csv') });
    const { url } = await shareResult(ctx, { id, question, single_values: true });
    expect((await getShared(anybody, { token: tokenIn(url) })).result.picture).toMatchObject({
      groups: [{ points: expect.arrayContaining([0]) }, {}],
    });
    await deleteDataset(ctx, { id });
    await expect(getShared(anybody, { token: tokenIn(url) })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no shared result under this link.',
    });
  });

  test('ends after 30 days, is renewed, and is closed while its owner is deactivated', async () => {
    const user = await app.createTestUser({ verified: false, tier: 'paid' });
    // Sessions end sooner than links: each day has its own.
    const owner = await app.contextOf(authorizationOf(user));
    const { id } = await createDataset(owner, { file: await app.receive(csv, 'fourth.csv') });
    const { url, id: share } = await shareResult(owner, { id, question, single_values: false });
    const { id: older } = await shareResult(owner, { id, question, single_values: false });
    const open = async () =>
      getShared(await app.contextOf(), { token: tokenIn(url) }).then(
        ({ expires_at: end }) => end,
        ({ code }: { code: string }) => code,
      );
    const made = app.clock.now();
    expect(await open()).toBe(daysFrom(made, 30));
    const account = app.core.orm.em.fork();
    await account.nativeUpdate(User, { id: user.id }, { isActive: false });
    expect(await open()).toBe('not_found');
    await account.nativeUpdate(User, { id: user.id }, { isActive: true });
    expect(await open()).toBe(daysFrom(made, 30));
    app.clock.advance(30 * 86_400 - 1);
    expect(await open()).toBe(daysFrom(made, 30));
    app.clock.advance(1);
    expect(await open()).toBe('not_found');
    await expect(renewShare(owner, { id, share_id: share })).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    const later = await logIn(user);
    expect(await renewShare(later, { id, share_id: share })).toMatchObject({
      id: share,
      expires_at: daysFrom(made, 60),
    });
    expect(await open()).toBe(daysFrom(made, 60));
    expect((await listShares(owner, { id })).map((link) => [link.id, link.expires_at])).toEqual(
      expect.arrayContaining([
        [share, daysFrom(made, 60)],
        [older, daysFrom(made, 30)],
      ]),
    );
    await expect(renewShare(later, { id, share_id: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    // A month after its end a link is forgotten.
    app.clock.advance(30 * 86_400 + 1);
    await app.core.runJobs();
    expect((await listShares(owner, { id })).map((link) => link.id)).toEqual([share]);
  });

  test('made by an older replica ends 30 days after it was made', async () => {
    ctx = await logIn(person);
    const { id } = await createDataset(ctx, { file: await app.receive(csv, 'fifth.csv') });
    const { url, id: share } = await shareResult(ctx, { id, question, single_values: false });
    await app.core.orm.em.fork().nativeUpdate(SharedResult, { id: share }, { expiresAt: null });
    expect((await getShared(anybody, { token: tokenIn(url) })).expires_at).toBe(
      daysFrom(app.clock.now(), 30),
    );
  });

  test('a matrix is not shared, nor single values by a key that may not read rows, nor what the plan does not have', async () => {
    ctx = await logIn(person);
    const { id } = await createDataset(ctx, { file: await app.receive(csv, 'third.csv') });
    await expect(
      shareResult(ctx, {
        id,
        single_values: false,
        question: testQuestion.parse({
          operation: 'analyze_association',
          options: { method: 'pearson', columns: ['y', 'y'] },
        }),
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    const key: ServiceContext = {
      ...ctx,
      actor:
        ctx.actor === null
          ? null
          : { ...ctx.actor, via: 'api-key', scopes: ['read', 'analyse', 'write'] },
    };
    await expect(shareResult(key, { id, single_values: true, question })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const free = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false })),
    );
    const { id: own } = await createDataset(free, { file: await app.receive(csv) });
    await expect(
      shareResult(free, { id: own, single_values: false, question }),
    ).rejects.toMatchObject({ code: 'plan_required' });
  });
});
