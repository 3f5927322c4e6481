import { answerFacts, computes, WrittenJson, type Operation } from '@columnist/contract';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { runStatement } from '../../database/run-statement.ts';
import { StatementQueue } from '../../database/statement-queue.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { factsIn } from './facts-in.ts';

/** Characters of a question that is kept. */
const longestInput = 64 * 1024;
const asked = z.record(z.string(), z.unknown());

const columns = [
  ['id', 'text'],
  ['dataset_id', 'uuid'],
  ['narrowed', 'boolean'],
  ['path', 'text'],
  ['input', 'jsonb'],
  ['facts', 'jsonb'],
  ['created_at', 'timestamptz'],
] as const;
type Kept = Readonly<Record<(typeof columns)[number][0], unknown>>;
const names = columns.map(([name]) => name).join(', ');

/** Answers of the user $1; none where the account was deleted meanwhile. */
const insert = `insert into answer (user_id, ${names})
  select u.id, a.id, d.id, a.narrowed, a.path, a.input, a.facts, a.created_at
  from unnest(${columns.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')}) as a(${names})
  join user_account u on u.id = $1::uuid left join dataset d on d.id = a.dataset_id
  on conflict (id) do update set created_at = excluded.created_at, facts = excluded.facts where answer.user_id = excluded.user_id`;

/** Answers that are known of each user. */
export const mostAnswers = 500;
/** The jobs would come too late: a program can ask thousands of questions an hour. */
const forgetOthers = `delete from answer where id in (
  select id from answer where user_id = $1::uuid order by created_at desc, id offset ${mostAnswers}
  for update skip locked)`;

const queue = new StatementQueue<Kept, true>();

/**
 * When this server wrote an answer, by its id: one that is asked again and again, as by a dashboard,
 * is written once a minute.
 */
const lately = new LRUCache<string, number>({ max: 10_000 });
const keptMs = 60_000;

/** A statement may write an answer once: of the same one only the last is kept. */
async function keep(
  ctx: ServiceContext,
  userId: string,
  answers: readonly Kept[],
): Promise<readonly true[]> {
  const once = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  const arrays = columns.map(([name]) => once.map((answer) => answer[name]));
  await runStatement(ctx.em, insert, [userId, ...arrays]);
  await runStatement(ctx.em, forgetOthers, [userId]);
  return answers.map((): true => true);
}

/** Answers that a worker wrote, with the id that was put into them last. */
const written = new WeakMap<WrittenJson, WrittenJson>();

/** One that is kept and handed out again and again is copied once, not on each call. */
function withId(answer: WrittenJson, id: string): WrittenJson {
  const known = written.get(answer);
  if (known?.facts['answer_id'] === id) return known;
  const made = answer.with({ answer_id: id });
  written.set(answer, made);
  return made;
}

/**
 * The answer with its id, by which it can be explained later. Of what programs are answered about
 * datasets: the browser has all of it on its page, and values that are sent along are not kept.
 */
export async function rememberAnswer(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
  answer: unknown,
): Promise<unknown> {
  const { actor } = ctx;
  if (actor === null || actor.via === 'session' || !computes(operation)) return answer;
  const question = asked.safeParse(input).data;
  const given = factsIn(answer instanceof WrittenJson ? answer.facts : answer);
  // null: of values that were sent along.
  if (question === undefined || given === null || given['dataset_id'] === null) return answer;
  const text = JSON.stringify(question);
  if (text.length > longestInput) return answer;
  const narrowed = !mayReadRows(actor);
  const id = createHash('sha256')
    .update(
      JSON.stringify([
        actor.user.id,
        narrowed,
        operation.path,
        text,
        given['dataset_version'] ?? given['datasets'],
        given['engine_version'],
      ]),
    )
    .digest('hex')
    .slice(0, 14);
  const now = ctx.clock.now();
  if (now.getTime() - (lately.get(id) ?? 0) > keptMs) {
    // A long view is no fact of an answer that a worker wrote; it is in the question all the same.
    const about = answerFacts.safeParse({ view: question['view'] ?? null, ...given }).data;
    if (about === undefined) return answer;
    const kept: Kept = {
      id,
      dataset_id: about.dataset_id,
      narrowed,
      path: operation.path,
      input: text,
      facts: JSON.stringify(about),
      created_at: now,
    };
    await queue.run(ctx.em, actor.user.id, kept, (answers) => keep(ctx, actor.user.id, answers));
    lately.set(id, now.getTime());
  }
  if (answer instanceof WrittenJson) return withId(answer, id);
  return { answer_id: id, ...asked.parse(answer) };
}
