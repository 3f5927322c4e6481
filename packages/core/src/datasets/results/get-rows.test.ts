import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { getRows } from './get-rows.ts';

let app: TestCore;
let ctx: ServiceContext;
let id: string;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ verified: false })));
  ({ id } = await createDataset(ctx, {
    file: await app.receive('n,word\n1,one\n2,two\n3,\n4,four\n5,five\n'),
  }));
});
afterAll(() => app.close());

const view = {
  filter: { column: 'n', op: 'ge' as const, value: 2 },
  sort: [{ column: 'word', direction: 'descending' as const }],
};

test('the cursor walks a view to its end', async () => {
  const first = await getRows(ctx, { id, view, limit: 3, offset: 0 });
  expect(first).toEqual({
    dataset_id: id,
    dataset_version: 1,
    view,
    view_effects: [{ step: 'rows filtered', rows_removed: 1, cells_changed: 0, cells_lost: 0 }],
    columns: [
      { name: 'n', type: 'number' },
      { name: 'word', type: 'text' },
    ],
    items: [
      [2, 'two'],
      [4, 'four'],
      [5, 'five'],
    ],
    row_numbers: [2, 4, 5],
    offset: 0,
    total: 4,
    next_cursor: expect.any(String),
  });
  const second = await getRows(ctx, {
    id,
    view,
    limit: 3,
    offset: 0,
    cursor: first.next_cursor ?? '',
  });
  expect(second).toEqual({
    ...first,
    items: [[3, null]],
    row_numbers: [3],
    offset: 3,
    next_cursor: null,
  });
});

test('beyond the end there is nothing, and no way on', async () => {
  expect(await getRows(ctx, { id, limit: 10, offset: 99 })).toMatchObject({
    items: [],
    offset: 99,
    total: 5,
    next_cursor: null,
  });
  expect(await getRows(ctx, { id, columns: ['word'], limit: 5, offset: 0 })).toMatchObject({
    items: [['one'], ['two'], [null], ['four'], ['five']],
    next_cursor: null,
  });
});

test('a cursor that is none of ours is refused by name', async () => {
  for (const text of [
    '',
    'rows',
    'rows -1',
    'rows 1 2',
    'rows 1e3',
    'rows 9999999999999999',
    'lines 3',
  ]) {
    const cursor = Buffer.from(text).toString('base64url');
    await expect(getRows(ctx, { id, limit: 3, offset: 0, cursor })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This cursor is not one of ours.',
      details: { errors: [{ field: 'cursor' }] },
    });
  }
});
