import { AppError, type Cell } from '@columnist/contract';
import { ofRuns, ofSample, openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import fc from 'fast-check';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../table/table-ref.ts';
import { csv } from './random-expressions.ts';
import { asDplyr } from './reference/as-dplyr.ts';
import { asPandas } from './reference/as-pandas.ts';
import { randomView, tableColumns } from './reference/random-views.ts';
import { sentKey, sentView } from './reference/sent-view.ts';
import { written, type RandomView } from './reference/view-tree.ts';

const views = fc.sample(randomView, ofRuns(60, 500));
const runner = openCodeRunner();
let tests: TestEngine;
let table: TableRef;
/** Asked once, and compared with each language. */
let answers: Promise<Answer[]> | undefined;

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

interface Answer {
  /** Rows that the view keeps; null where it drops all of them for missing values, and is refused. */
  readonly used: number | null;
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
const answerOf = (view: RandomView): Promise<Answer> =>
  ask(view).catch((error: unknown) => {
    if (error instanceof AppError && error.message.startsWith('drop_missing would drop every row'))
      return { used: null, items: [] };
    throw error;
  });

async function ask(view: RandomView): Promise<Answer> {
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

/** One after the other: so many at once would be refused. */
async function askAll(): Promise<Answer[]> {
  const found: Answer[] = [];
  for (const view of views) found.push(await answerOf(view));
  return found;
}

/** The printed answers of a program. */
function readAnswers(printed: string): Said[] {
  const lines = printed.split('\n');
  const answers: Said[] = [];
  for (let at = 0; at < lines.length;) {
    const [word, , used, rows] = (lines[at] ?? '').split('\t');
    if (word !== 'view') break;
    const items = lines.slice(at + 1, at + 1 + Number(rows)).map((line) => line.split('\t'));
    answers.push({ used: used === 'refused' ? null : Number(used), items });
    at += 1 + Number(rows);
  }
  return answers;
}

interface Said {
  readonly used: number | null;
  readonly items: readonly (readonly string[])[];
}
const isSame = (own: Answer | undefined, said: Said | undefined): boolean =>
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
    const said = readAnswers(await runner.run(language, write(views), skip));
    expect(said).toHaveLength(views.length);
    const own = await (answers ??= askAll());
    const differences = views.flatMap((view, i) =>
      isSame(own[i], said[i])
        ? []
        : [{ view: sentView(view), asked: asked(view), own: own[i], said: said[i] }],
    );
    expect(differences).toEqual([]);
  });
});
