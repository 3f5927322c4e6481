import { aggregateOptions, view, type Cell } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TableRef } from '../table/table-ref.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/view-semantics.md'), 'utf8');
const csv = /```csv\n(.*?)```/s.exec(page)?.[1] ?? '';

const { group_by, aggregates, having } = aggregateOptions;
const groupsAsked = z.strictObject({
  view: view.optional(),
  group_by,
  aggregates,
  having,
  n_used: z.literal(true).optional(),
  shown: z.literal('view_effects').optional(),
});
const rowsAsked = z.strictObject({
  view,
  columns: z.array(z.string()),
  shown: z.enum(['items', 'view_effects', 'row_numbers']).default('items'),
});

/** The questions of the page with their answers. */
const examples = [...page.matchAll(/```json ask\n(.*?)```\n\n```json answer\n(.*?)```/gs)].map(
  ([, ask = '', answer = '']) => ({
    title: ask.trim(),
    ask: z.union([groupsAsked, rowsAsked]).parse(JSON.parse(ask)),
    answer: z.json().parse(JSON.parse(answer)),
  }),
);

describe('the page on what a view means answers as the engine does:', () => {
  let tests: TestEngine;
  let table: TableRef;
  beforeAll(async () => {
    tests = await openTestEngine();
    ({ table } = await tests.admit(csv));
  });
  afterAll(() => tests.close());

  test('it has examples', () => {
    expect(examples.length).toBe(page.split('```json ask').length - 1);
  });

  test.each(examples)('$title', async ({ ask, answer }) => {
    expect(await answerOf(ask)).toEqual(answer);
  });

  async function answerOf(
    ask: (typeof examples)[number]['ask'],
  ): Promise<number | readonly (readonly Cell[])[] | readonly object[] | readonly number[]> {
    if ('aggregates' in ask) {
      const { n_used: counted, shown: effects, ...asked } = ask;
      const found = await tests.engine.aggregate(table, { ...asked, limit: 100 });
      if (effects !== undefined) return found.view_effects ?? [];
      return counted === true ? found.n_used : found.items;
    }
    const { shown, ...asked } = ask;
    const found = await tests.engine.rows(table, { ...asked, limit: 100, offset: 0 });
    return shown === 'view_effects' ? (found.view_effects ?? []) : found[shown];
  }
});
