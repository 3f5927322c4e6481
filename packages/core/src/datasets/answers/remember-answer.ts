import { answerFacts, computes, WrittenJson, type Operation } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { runStatement } from '../../database/run-statement.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';

/** Characters of a question that is kept. */
const longestInput = 64 * 1024;
const asked = z.record(z.string(), z.unknown());
const sources = z.object({ datasets: z.array(z.object({ id: z.string() })) });

const insert = `insert into answer (id, user_id, dataset_id, narrowed, path, input, facts, created_at)
  select $1, $2::uuid, d.id, $4::boolean, $5, $6::jsonb, $7::jsonb, $8::timestamptz
  from (select 1) one left join dataset d on d.id = $3::uuid
  on conflict (id) do update set created_at = excluded.created_at, facts = excluded.facts where answer.user_id = excluded.user_id`;

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
  const given = asked.safeParse(answer instanceof WrittenJson ? answer.facts : answer).data;
  // A long view is no fact of an answer that a worker wrote; it is in the question all the same.
  const about = answerFacts.safeParse({ view: question?.['view'] ?? null, ...given }).data;
  if (question === undefined || about === undefined) return answer;
  const isStatement = sources.safeParse(answer).success;
  if (!isStatement && about.dataset_id === null) return answer;
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
        about.dataset_version ?? sources.safeParse(answer).data?.datasets,
        about.engine_version,
      ]),
    )
    .digest('hex')
    .slice(0, 14);
  await runStatement(ctx.em, insert, [
    id,
    actor.user.id,
    about.dataset_id,
    narrowed,
    operation.path,
    text,
    JSON.stringify(about),
    ctx.clock.now(),
  ]);
  if (answer instanceof WrittenJson) return answer.with({ answer_id: id });
  return { answer_id: id, ...asked.parse(answer) };
}
