import {
  allOperations,
  AppError,
  answerFacts,
  operations,
  type AnswerFacts,
  type InputOf,
  type OutputOf,
} from '@columnist/contract';
import { authorize, jobOf, type Actor, type ServiceContext } from '../../context.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { findDataset, mayTouch, tableOf } from '../records/find-dataset.ts';
import { describeMethod } from '../results/describe-method.ts';
import { Answer } from './answer.entity.ts';

type Explain = (typeof operations)['datasets']['explain'];

/**
 * How an earlier answer of the caller was computed, or what a method takes. A credential that may
 * not read rows is explained what such credentials were answered. Throws invalid_input, not_found.
 */
export async function explainAnswer(
  ctx: ServiceContext,
  { answer_id: id, method }: InputOf<Explain>,
): Promise<OutputOf<Explain>> {
  const actor = authorize(ctx, operations.datasets.explain);
  if ((id === undefined) === (method === undefined)) {
    const message = "Send 'answer_id' of an earlier answer, or the name of a 'method'.";
    throw new AppError('invalid_input', message, {
      errors: [{ field: 'answer_id', message }],
    });
  }
  if (method !== undefined) return { answer: null, method: await describeMethod(ctx, { method }) };
  const found = await findAnswer(ctx, actor, id ?? '');
  const facts = answerFacts.parse(found.facts);
  return {
    method: null,
    answer: {
      answer_id: found.id,
      answered_at: found.createdAt.toISOString(),
      operation: allOperations.find(({ path }) => path === found.path)?.mcp?.name ?? found.path,
      input: found.input,
      ...facts,
      ...(facts.code === null ? await factsOfRows(ctx, actor, facts) : {}),
    },
  };
}

/** An answer of the caller that the credential may know of. Throws not_found. */
export async function findAnswer(ctx: ServiceContext, actor: Actor, id: string): Promise<Answer> {
  const found = await ctx.em.findOne(Answer, {
    id,
    user: actor.user.id,
    ...(mayReadRows(actor) ? {} : { narrowed: true }),
  });
  const dataset = found?.dataset?.id;
  if (
    found === null ||
    (dataset === undefined ? actor.limits?.datasetIds : !mayTouch(actor, dataset))
  )
    throw new AppError('not_found', `There is no answer '${id}' that this credential may see.`, {
      fix: 'Take answer_id from an answer of the last 30 days, or ask the question again.',
    });
  return found;
}

/** What code of an answer without a method leaves out, said where the code ends. */
const withoutFigures =
  "# Up to here the rows that were used are read into d. What was computed of them is in the answer's input, not in this code.";

/**
 * Code that reads the rows which were used, and what was left out where the answer does not say it;
 * nothing where nobody may read them.
 */
async function factsOfRows(
  ctx: ServiceContext,
  actor: Actor,
  { dataset_id: id, dataset_version: answered, view: asked, n_excluded: excluded }: AnswerFacts,
): Promise<Pick<AnswerFacts, 'code' | 'n_excluded'>> {
  if (id === null || !mayReadRows(actor)) return { code: null, n_excluded: excluded };
  const found = await findDataset(ctx.em, actor, id);
  const { code, n_excluded: now } = await ctx.engine.explainView(
    await tableOf(ctx, found),
    asked ?? {},
    jobOf(ctx),
  );
  const withRemark = (text: string): string => `${text.trimEnd()}\n\n${withoutFigures}\n`;
  return {
    code: { r: withRemark(code.r), python: withRemark(code.python) },
    n_excluded: excluded ?? (found.version.number === answered ? now : null),
  };
}
