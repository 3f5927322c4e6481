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
    engine_version: expect.any(String),
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
    'rows -1 a',
    'rows 1',
    'rows 1 2 3',
    'rows 1e3 a',
    'rows 9999999999999999 a',
    'lines 3 a',
  ]) {
    const cursor = Buffer.from(text).toString('base64url');
    await expect(getRows(ctx, { id, limit: 3, offset: 0, cursor })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This cursor is not one of ours.',
      details: { errors: [{ field: 'cursor' }] },
    });
  }
});

test('a cursor goes on in its own question alone, and instead of an offset', async () => {
  const page = { id, view, limit: 3, offset: 0 };
  const cursor = (await getRows(ctx, page)).next_cursor ?? '';
  const again = { ...view, filter: { value: 2, op: 'ge' as const, column: 'n' } };
  const next = await getRows(ctx, { ...page, view: again, limit: 1, cursor });
  expect(next).toMatchObject({ offset: 3, items: [[3, null]] });
  const refused = async (other: object) =>
    getRows(ctx, { ...page, cursor, ...other }).then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? error.message : 'thrown'),
    );
  const ofAnother = 'This cursor is of another dataset, view or choice of columns.';
  expect(await refused({ view: { filter: view.filter } })).toBe(ofAnother);
  expect(await refused({ columns: ['n'] })).toBe(ofAnother);
  expect(await refused({ id: '01900000-0000-7000-8000-000000000000' })).not.toBe('answered');
  expect(await refused({ offset: 1 })).toBe(
    "Both 'offset' and 'cursor' say where the page starts.",
  );
});
