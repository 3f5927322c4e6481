import { WrittenJson, type AgentCall as Shown, type Operation } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { columnsAsked } from './columns-asked.ts';
import type { Actor, ServiceContext } from '../context.ts';
import { runStatement } from '../database/run-statement.ts';

/** These hand out whole files. */
const wholeFiles: ReadonlySet<string> = new Set([
  'datasets.download',
  'datasets.export',
  'datasets.file',
]);
const page = z.object({ row_numbers: z.array(z.int()) });
const about = z.object({ id: z.uuid() });
const longestName = 120;

interface Ended {
  readonly outcome: string;
  readonly result?: unknown;
}

/** Values of insertCall; the last is the owner, null of a call that is not to be noted. */
export type CallNote = readonly unknown[];

const columns = {
  id: 'uuid',
  at: 'timestamptz',
  via: 'text',
  grant_id: 'text',
  agent: 'text',
  call: 'text',
  dataset_id: 'uuid',
  rows: 'jsonb',
  handed_out: 'jsonb',
  outcome: 'text',
  key_name: 'text',
};
const names = Object.keys(columns).join(', ');

/**
 * The note of a call as a statement, or a part of one, in which its values begin at `$first`. None
 * without an owner, or where the account was deleted meanwhile.
 */
export function insertCall(first: number): string {
  const values = Object.values(columns).map((type, i) => `$${first + i}::${type}`);
  return (
    `insert into agent_call (${names}, user_id) select ${values.join(', ')}, id from ` +
    `user_account where id = $${first + values.length}::uuid`
  );
}

/** The same of many calls, each of its values an array; none where `of` has no row. */
export function insertCalls(first: number, of: string): string {
  const arrays = [...Object.values(columns), 'uuid'].map((type, i) => `$${first + i}::${type}[]`);
  return (
    `insert into agent_call (${names}, user_id) select c.* from ` +
    `unnest(${arrays.join(', ')}) as c(${names}, user_id) join user_account u on u.id = ` +
    `c.user_id, ${of}`
  );
}

/**
 * Notes a call of a key or an agent for its owner, with the rows it was shown. Browser calls are
 * nobody else's, so none of them is noted.
 */
export async function recordCall(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
  ended: Ended,
): Promise<void> {
  const { actor } = ctx;
  if (actor === null || actor.via === 'session') return;
  await runStatement(ctx.em, insertCall(1), noteOf(ctx, actor, operation, input, ended));
}

export function noteOf(
  { clock, door, userAgent }: ServiceContext,
  actor: Actor,
  operation: Operation,
  input: unknown,
  { outcome, result }: Ended,
): CallNote {
  const dataset = about.safeParse(input);
  const answered = result instanceof WrittenJson ? result.facts : result;
  const rows = outcome === 'done' ? rowsShown(operation, answered) : null;
  const figures = outcome === 'done' && rows === null ? figuresGiven(input, answered) : null;
  return [
    uuid(),
    clock.now(),
    actor.via,
    actor.agent?.id ?? null,
    (actor.agent?.name ?? userAgent).slice(0, longestName),
    door === 'agent' ? (operation.mcp?.name ?? operation.path) : operation.path,
    dataset.success ? dataset.data.id : null,
    rows === null ? null : JSON.stringify(rows),
    figures === null ? null : JSON.stringify(figures),
    outcome,
    actor.keyName ?? null,
    actor.via === 'session' ? null : actor.user.id,
  ];
}

const columnsNamed = 100;
const figures = z.object({ n_used: z.int(), view_in_words: z.array(z.string()).optional() });

function figuresGiven(input: unknown, result: unknown): Shown['handed_out'] {
  const given = figures.safeParse(result).data;
  if (given === undefined) return null;
  return {
    rows: given.n_used,
    columns: columnsAsked(input).slice(0, columnsNamed),
    filter: given.view_in_words ?? [],
  };
}

function rowsShown({ path }: Operation, result: unknown): Shown['rows'] {
  if (wholeFiles.has(path)) return 'all';
  const numbers = page.safeParse(result).data?.row_numbers ?? [];
  if (numbers.length === 0) return null;
  return { count: numbers.length, first: Math.min(...numbers), last: Math.max(...numbers) };
}
