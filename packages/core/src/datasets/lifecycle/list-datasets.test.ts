import { operations } from '@columnist/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { createDataset } from './create-dataset.ts';
import { deleteDataset } from './delete-dataset.ts';
import { getDataset } from './get-dataset.ts';
import { listDatasets } from './list-datasets.ts';
import { reserveDataset } from './reserve-dataset.ts';

describe.each(databaseKinds)('listing datasets on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
    user = await app.createTestUser({ tier: 'paid', verified: false });
  });
  afterAll(() => app.close());

  const context = (of = user) => app.contextOf(authorizationOf(of));
  const create = async (filename: string, content = 'a\n1\n') =>
    createDataset(await context(), { file: await app.receive(content, filename) });
  const list = async (input: { limit?: number; cursor?: string; q?: string } = {}) =>
    listDatasets(await context(), { limit: 50, ...input });
  const names = async (q: string) => (await list({ q })).items.map(({ name }) => name);

  test('newest first, page by page, whatever is created or deleted meanwhile', async () => {
    // Three of one instant, then one a millisecond, and an upload under way.
    const created = [await create('one.csv'), await create('two.csv'), await create('three.csv')];
    for (const name of ['four.csv', 'five.csv']) {
      app.clock.advance(0.001);
      created.push(await create(name));
    }
    await reserveDataset(
      await context(),
      authorize(await context(), operations.datasets.create).user,
      'pending.csv',
      1,
    );
    const newestFirst = created
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
      .map(({ name }) => name);
    const first = await list({ limit: 2 });
    expect([first.items.map(({ name }) => name), first.total, first.next_cursor]).toEqual([
      newestFirst.slice(0, 2),
      5,
      expect.any(String),
    ]);
    const newer = await create('newer.csv');
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    expect([second.items.map(({ name }) => name), second.total]).toEqual([
      newestFirst.slice(2, 4),
      6,
    ]);
    await deleteDataset(await context(), { id: newer.id });
    await deleteDataset(await context(), { id: second.items[1]?.id ?? '' });
    const third = await list({ limit: 2, cursor: second.next_cursor ?? '' });
    expect([third.items.map(({ name }) => name), third.total, third.next_cursor]).toEqual([
      newestFirst.slice(4),
      4,
      null,
    ]);
    expect((await list({ limit: 4 })).next_cursor).toBeNull();
    expect(
      await listDatasets(await context(await app.createTestUser({ verified: false })), {
        limit: 50,
      }),
    ).toEqual({ items: [], total: 0, next_cursor: null });
  });

  test('by part of the name in any case; % and _ mean themselves', async () => {
    for (const name of ['Sales 100%.csv', 'sales_2024.csv', 'salesX2024.csv', 'Größe.csv'])
      await create(name);
    expect(await names('SALES')).toHaveLength(3);
    expect(await names('100%')).toEqual(['Sales 100%.csv']);
    expect(await names('s_2')).toEqual(['sales_2024.csv']);
    expect(await names('%')).toEqual(['Sales 100%.csv']);
    expect(await names('\\')).toEqual([]);
    expect(await names('Gro\u0308ße')).toEqual(['Größe.csv']);
    expect(await names('nothing')).toEqual([]);
    expect(await names("'; drop table dataset; --")).toEqual([]);
    const all = (await list()).total;
    for (const q of ['', ' ', '\0']) expect((await list({ q })).total).toBe(all);
  });

  test('a cursor that is none of ours is refused by name', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    for (const cursor of [
      '',
      'x',
      encode('rows 5'),
      encode('2026-11-20T12:00:00.000Z'),
      encode(`yesterday ${randomUUID()}`),
      encode(`2026-11-20T12:00:00.000Z ${'-'.repeat(36)}`),
    ]) {
      await expect(list({ cursor })).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'This cursor is not one of ours.',
        details: { errors: [{ field: 'cursor' }] },
      });
    }
  });

  test('a list tells of the first 24 columns alone, a dataset of all of them [M4]', async () => {
    const header = Array.from({ length: 30 }, (_, i) => `c${i}`).join(',');
    const { id } = await create('wide.csv', `${header}\n${'1,'.repeat(29)}1\n`);
    const drawn = (columns: readonly { picture: unknown }[]) =>
      columns.map(({ picture }) => picture !== null);
    const [listed] = (await list({ q: 'wide' })).items;
    const alone = await getDataset(await context(), { id });
    expect(drawn(alone.columns)).toEqual(Array.from({ length: 30 }, () => true));
    expect(listed?.columns).toEqual(alone.columns.slice(0, 24));
    expect(listed?.column_count).toBe(30);
    expect({ ...listed, columns: [] }).toEqual({ ...alone, columns: [] });
  });
});
