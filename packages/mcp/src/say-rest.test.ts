import { operations, readPageCursor } from '@columnist/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fitAnswer } from './fit-answer.ts';

const id = '01900000-0000-7000-8000-000000000000';
const { datasets } = operations;
const long = (n: number) => Array.from({ length: n }, (_, i) => [i, 'x'.repeat(60)]);
const fit = (answer: object, operation: (typeof datasets)[keyof typeof datasets], given: object) =>
  fitAnswer(answer, 'concise', {}, { operation, given: { ...given } });

test('a page that was cut goes on where it was cut, whatever page it is', async () => {
  const view = { filter: 'n > 1' };
  for (const next of [null, 'later']) {
    const page = { items: long(1000), row_numbers: [...long(1000).keys()], offset: 40 };
    const rows = await fit({ ...page, total: 1040, next_cursor: next }, datasets.rows, {
      id,
      view,
    });
    const shown = Array.isArray(rows['items']) ? rows['items'].length : 0;
    expect(shown).toBeLessThan(1000);
    const asked = datasets.rows.input.parse({ id, view });
    expect([
      readPageCursor('rows', { id, view: asked.view }, z.string().parse(rows['next_cursor'])),
      rows['next'],
      rows['row_numbers'],
    ]).toEqual([40 + shown, 'Ask again with this next_cursor as cursor.', [...long(shown).keys()]]);
    const sql = 'select 1';
    const answered = await fit({ ...page, next_cursor: next }, datasets.runSql, { sql });
    expect(readPageCursor('sql', { sql }, z.string().parse(answered['next_cursor']))).toBe(
      40 + shown,
    );
  }
  const listed = await fit({ items: long(1000), next_cursor: null }, datasets.list, {});
  const count = Array.isArray(listed['items']) ? listed['items'].length : 0;
  expect(listed).toMatchObject({
    next_cursor: null,
    next: `Ask again with limit ${count}: its next_cursor leads on.`,
  });
});

test('rows of a statement beyond its page are said, and what keeps them all', async () => {
  const answer = (next: string | null, rows = 2) =>
    fit(
      { answer_id: 'abc', items: long(rows), offset: 0, total: null, next_cursor: next },
      datasets.runSql,
      { sql: 'select 1' },
    );
  const next =
    "Ask again with this next_cursor as cursor; save_dataset with answer_id 'abc' keeps all rows.";
  expect((await answer('later'))['next']).toBe(next);
  expect(await answer(null)).not.toHaveProperty('next');
  // What was cut has a cursor, also of the last page.
  for (const cursor of ['later', null]) expect((await answer(cursor, 1000))['next']).toBe(next);
});

test('a list of datasets says what it leaves out, and is short unless detailed', async () => {
  const column = (name: string) => ({ name, type: 'number', storage: 'BIGINT', missing: 0 });
  const of = (count: number, shown: number) => ({
    id,
    name: `${count}.csv`,
    created_at: '2026-01-01T00:00:00.000Z',
    file_size: 100,
    row_count: 3,
    column_count: count,
    columns: Array.from({ length: shown }, (_, i) => column(`c${i}`)),
    sha256: 'a'.repeat(64),
    version: 1,
    status: 'ready',
    dialect: { delimiter: ',' },
    admission: { notes: [] },
  });
  const wide = of(300, 24);
  const narrow = { ...of(2, 2), status: 'draft', version: 3 };
  const page = { items: [wide, narrow], total: 2, next_cursor: null };
  const short = { file_size: 100, row_count: 3, id };
  const shortNarrow = {
    ...short,
    name: '2.csv',
    status: 'draft',
    version: 3,
    column_count: 2,
    columns: ['c0', 'c1'],
  };
  const next =
    'get_dataset gives all columns of a dataset with their types, when it was made, its version (1 where none is said) and how it was read.';
  expect(await fit(page, datasets.list, {})).toEqual({
    ...page,
    items: [
      {
        ...short,
        name: '300.csv',
        column_count: 300,
        columns: Array.from({ length: 24 }, (_, i) => `c${i}`),
      },
      shortNarrow,
    ],
    cut: {
      limit: 'the first 24 columns of each dataset',
      lists: [{ field: 'items.columns', shown: 26, of: 302 }],
    },
    next,
  });
  expect(await fitAnswer(page, 'detailed', {}, { operation: datasets.list, given: {} })).toEqual({
    ...page,
    cut: {
      limit: 'the first columns of each dataset',
      lists: [{ field: 'items.columns', shown: 26, of: 302 }],
    },
    next: 'get_dataset gives every column of a dataset.',
  });
  const few = { ...page, items: [narrow] };
  expect(await fit(few, datasets.list, {})).toEqual({ ...few, items: [shortNarrow], next });
  const none = { items: [], total: 0, next_cursor: null };
  expect(await fit(none, datasets.list, {})).toEqual(none);
});

test('groups beyond the limit are said, and how to get them', async () => {
  const answer = (total: number, shown = 2) => ({
    answer_id: 'abc',
    items: long(shown),
    total,
    pivot: null,
  });
  const nextOf = async (given: object): Promise<unknown> =>
    (await fit(given, datasets.aggregate, { id }))['next'];
  expect(await nextOf(answer(2))).toBeUndefined();
  expect(await nextOf(answer(900))).toBe(
    "These are 2 of 900 groups. save_dataset with answer_id 'abc' keeps all; a limit of 900 asks for all.",
  );
  const many =
    "groups. run_sql with GROUP BY goes on by its next_cursor; save_dataset with such a statement in 'sql' keeps all.";
  expect(await nextOf(answer(19_140))).toBe(`These are 2 of 19140 ${many}`);
  expect(await nextOf(answer(1000, 1000))).toMatch(
    /^These are \d+ of 1000 groups\. save_dataset with answer_id 'abc' keeps all\. For a shorter/,
  );
  // What is cut is no promise to keep more than can be kept.
  expect(await nextOf(answer(19_140, 1000))).toMatch(
    /^These are \d+ of 19140 groups\. run_sql .* keeps all\. For a shorter answer narrow 'view', 'limit'\.$/,
  );
});

test('every other answer that was cut says what to ask', async () => {
  const table = 'Rolling figures of 7 values, the last 1000 of 2200';
  expect(
    await fit(
      { answer_id: 'abc', tables: [{ title: table, columns: [], rows: long(1000) }] },
      datasets.timeSeries,
      { id },
    ),
  ).toMatchObject({
    next: `save_dataset with answer_id 'abc' and table "${table}" keeps all 1000 rows. With detail 'detailed' more are shown.`,
  });
  expect(
    await fit({ answer_id: 'abc', items: long(1000) }, datasets.aggregate, { id }),
  ).toMatchObject({
    next: "save_dataset with answer_id 'abc' keeps all 1000 rows. For a shorter answer narrow 'view', 'limit'.",
  });
  expect(await fit({ columns: long(1000) }, datasets.analyze, { id })).toMatchObject({
    next: "For a shorter answer narrow 'columns', 'view', 'quantiles'.",
  });
  expect(await fit({ columns: long(1000) }, datasets.get, { id })).toMatchObject({
    next: 'The REST API answers it whole.',
  });
  expect(await fit({ columns: long(3) }, datasets.get, { id })).toEqual({ columns: long(3) });
});
