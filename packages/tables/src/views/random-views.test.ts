import type { Cell } from '@columnist/contract';
import { ofRuns, ofSample, openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { asDplyr } from './reference/as-dplyr.ts';
import { asPandas } from './reference/as-pandas.ts';
import {
  csv,
  randomView,
  sentKey,
  sentView,
  tableColumns,
  written,
  type RandomView,
} from './reference/random-views.ts';

const views = fc.sample(randomView, ofRuns(60, 500));
const runner = openCodeRunner();
let tests: TestEngine;
let table: TableRef;
let folder: string;
/** Asked once, and compared with each language. */
let answers: Promise<Answer[]> | undefined;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  folder = await mkdtemp(join(tmpdir(), 'columnist-views-'));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(folder, 'data.csv'));
});
afterAll(async () => {
  runner.close();
  await tests.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  /** Rows that the view keeps. */
  readonly used: number;
  readonly items: readonly (readonly Cell[])[];
}

const asked = ({ groups, limit }: RandomView) => ({
  group_by: (groups?.keys ?? []).map(({ name, tree }) => ({ name, expression: written(tree) })),
  aggregates: (groups?.aggregates ?? []).map(({ name, statistic, of, p }) => ({
    name,
    statistic,
    ...(of === null ? {} : { of: written(of) }),
    ...(p === undefined ? {} : { p }),
  })),
  ...(groups === null || groups.having === null ? {} : { having: written(groups.having) }),
  sort: (groups?.sort ?? []).map(sentKey),
  limit,
});

/** What we answer; rows begin with their number in the file. */
async function answerOf(view: RandomView): Promise<Answer> {
  const sent = sentView(view);
  if (view.groups !== null) {
    const { n_used: used, items } = await tests.engine.aggregate(table, {
      ...asked(view),
      view: sent,
    });
    return { used, items };
  }
  const columns = [...Object.keys(tableColumns), ...view.derive.map(({ name }) => name)];
  const found = await tests.engine.rows(table, {
    view: sent,
    columns,
    limit: view.limit,
    offset: 0,
  });
  return {
    used: found.total,
    items: found.items.map((row, i) => [found.row_numbers[i] ?? 0, ...row]),
  };
}

/** The printed answers of a program. */
function readAnswers(printed: string): { used: number; items: string[][] }[] {
  const lines = printed.split('\n');
  const answers: { used: number; items: string[][] }[] = [];
  for (let at = 0; at < lines.length;) {
    const [word, , used, rows] = (lines[at] ?? '').split('\t');
    if (word !== 'view') break;
    const items = lines.slice(at + 1, at + 1 + Number(rows)).map((line) => line.split('\t'));
    answers.push({ used: Number(used), items });
    at += 1 + Number(rows);
  }
  return answers;
}

const isSame = (own: Answer | undefined, said: { used: number; items: string[][] } | undefined) =>
  own !== undefined &&
  own.used === said?.used &&
  own.items.length === said.items.length &&
  own.items.every((row, r) => row.every((cell, c) => isClose(cell, said.items[r]?.[c])));

const isClose = (cell: Cell, said: string | undefined): boolean =>
  cell === null
    ? said === '∅'
    : typeof cell === 'number'
      ? said !== '∅' && Math.abs(cell - Number(said)) <= 1e-9 * Math.max(1, Math.abs(cell))
      : String(cell) === said;

describe.each([
  { name: 'pandas', language: 'Python' as const, write: asPandas },
  { name: 'dplyr', language: 'R' as const, write: asDplyr },
])('random views and their rows, groups and counts', ({ name, language, write }) => {
  test(`are those of ${name} (${ofSample})`, { timeout: 900_000 }, async ({ skip }) => {
    const said = readAnswers(await runner.run(language, write(views), { folder, skip }));
    expect(said).toHaveLength(views.length);
    const own = await (answers ??= Promise.all(views.map(answerOf)));
    const differences = views.flatMap((view, i) =>
      isSame(own[i], said[i])
        ? []
        : [{ view: sentView(view), asked: asked(view), own: own[i], said: said[i] }],
    );
    expect(differences).toEqual([]);
  });
});
