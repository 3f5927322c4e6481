import { editStepNames, sharedResult } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { birds, methodQuestions } from './testing-methods.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

/** The birds, with a note on each that nobody else is to read. */
const notes = birds
  .trimEnd()
  .split('\n')
  .map((line, i) => (i === 0 ? `${line},note,ring` : `${line},secret ${i} of many,R${i}`))
  .join('\n');

/** Edits of each kind: one that holds, and one whose row is another one by now. */
const edits = {
  correct_cells: {
    step: 'correct_cells',
    cells: [
      {
        row: 3,
        column: 'note',
        from: 'secret 3 of many',
        to: 'secret too',
        has: [{ column: 'ring', value: 'R3' }],
      },
      { row: 9, column: 'note', from: 'secret before', to: 'secret after' },
    ],
    why: 'secretly said',
  },
  delete_rows: {
    step: 'delete_rows',
    rows: [
      { row: 60, has: [{ column: 'note', value: 'secret 60 of many' }] },
      { row: 59, has: [{ column: 'note', value: 'secret before' }] },
    ],
    why: 'secretly said',
  },
  rename_columns: {
    step: 'rename_columns',
    columns: [{ from: 'ring', to: 'tag' }],
    why: 'secretly said',
  },
  split_column: {
    step: 'split_column',
    column: 'note',
    by: ' ',
    into: ['first', 'others'],
    why: 'secretly said',
  },
} satisfies Record<(typeof editStepNames)[number], object>;

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(owner, `${notes}\n`, 'birds.csv')).json()).id;
});
afterAll(() => app.close());

const share = async (operation: string, options: object, singleValues: boolean) =>
  fetch(new URL(`/api/v1/datasets/${id}/shares`, app.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ question: { operation, options }, single_values: singleValues }),
  });
/** As anybody reads it who has the link; the link is ended then. */
const opened = async (made: Response) => {
  const { url, id: link } = z.object({ url: z.url(), id: z.uuid() }).parse(await made.json());
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  const read = await fetch(new URL(`/api/v1/shared/${token}`, app.url));
  const answer = sharedResult.parse(await read.json());
  await fetch(new URL(`/api/v1/datasets/${id}/shares/${link}`, app.url), {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${owner.accessToken}` },
  });
  return answer;
};

/** A matrix of correlations is not shared, and the masses follow from one another. */
const without = ['pearson', 'spearman', 'adf'];
const questions = methodQuestions('').flatMap(([name, operation, { id: of, ...options }]) =>
  of === undefined || without.some((method) => method === options['method'])
    ? []
    : [[name, operation.mcp?.name ?? '', options] as const],
);

describe(`shared without single values, no method names a row or an edit (${ofSample})`, () => {
  test.each(sampled(questions, 20))('%s', async (_name, operation, options) => {
    const view = { clean: Object.values(edits) };
    const made = await share(operation, { ...options, view }, false);
    if (options['method'] === 'grubbs') {
      expect({ status: made.status, body: await made.json() }).toMatchObject({
        status: 422,
        body: {
          code: 'invalid_input',
          detail: 'The sentence of this result names a single value.',
          fix: 'Share it with single values, or share another result.',
        },
      });
      return;
    }
    expect({ status: made.status, problem: made.ok ? null : await made.clone().json() }).toEqual({
      status: 201,
      problem: null,
    });
    const { result } = await opened(made);
    expect(JSON.stringify(result)).not.toMatch(/secret|\brows? \d|"row":|R\d/);
    expect(result.view_in_words).toEqual([
      '2 cells corrected',
      '2 rows deleted',
      'ring renamed tag',
      "note split at ' ' into first, others",
    ]);
    expect(result.view_effects).toMatchObject([
      { step: '2 cells corrected', edits_not_applied: 1 },
      { step: '2 rows deleted', edits_not_applied: 1 },
      { step: "note split at ' ' into first, others" },
    ]);
  });
});

test('where single values are shared, the edits are among them', async () => {
  const options = { method: 'welch_t', value: 'mass', group: 'sex' };
  const view = { clean: [edits.correct_cells] };
  const { result } = await opened(await share('compare_groups', { ...options, view }, true));
  expect(result.view).toEqual(view);
  expect(result.code.r).toContain('secret 3 of many');
});

test('without edits the code is shared', async () => {
  const options = { method: 'welch_t', value: 'mass', group: 'sex' };
  const { result } = await opened(await share('compare_groups', options, false));
  expect(result.code.r).toContain('t.test');
});
