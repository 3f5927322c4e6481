import { AppError, errors, type DatasetColumn, type Operation } from '@columnist/contract';
import { z } from 'zod';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { findDataset, tableOf, type FoundDataset } from '../datasets/records/find-dataset.ts';
import { resolveView } from '../datasets/views/resolve-view.ts';
import { keepAnswer } from './answered-memory.ts';
import { AnsweredRows } from './answered-rows.entity.ts';
import type { Disclosure } from './disclosure.ts';
import { hideRows } from './hide-rows.ts';
import { mayReadRows } from '../users/may-read-rows.ts';
import { conditionsOf } from './read-filter.ts';
import { ruleOf } from './rules.ts';
import { presentOf, setsOf } from './sets-of.ts';

const named = z.looseObject({ method: z.string() });
const about = z.looseObject({ id: z.uuid() });
const ofVersion = z.looseObject({ dataset_version: z.int().nullable() });

/**
 * Answers an operation. To a credential that may not read rows only by the rule of the operation:
 * none means no. Before it answers about
 * rows, these are compared with all that was answered about to such credentials of the same owner.
 * Throws forbidden, too_few_rows.
 */
export async function guardAnswer(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
  answer: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (mayReadRows(ctx.actor)) return answer(input);
  const rule = ruleOf(operation);
  if (rule === 'open') return answer(input);
  const actor = authorize(ctx, operation, named.safeParse(input).data?.method);
  if (rule === 'unanswered') {
    const {
      dataset: { id },
    } = await findDataset(ctx.em, actor, about.parse(input).id);
    if ((await ctx.em.count(AnsweredRows, { dataset: id })) > 0)
      throw new AppError(
        'forbidden',
        'This dataset was answered about to credentials that may not read rows: deleting it ' +
          'would forget what they know.',
        { fix: 'Let its owner delete it, or a credential that has the scope rows.' },
      );
    return answer(input);
  }
  if (rule === undefined || 'refused' in rule)
    throw new AppError(
      'forbidden',
      `A credential that may not read rows cannot make this call. ${rule?.refused ?? ''}`.trim(),
      {
        fix:
          'Ask for aggregates, frequencies, a description or a comparison of groups, or with a ' +
          'credential that has the scope rows.',
      },
    );
  if ('show' in rule) return hideRows(rule.show(await answer(input)));
  const found = async (id: string): Promise<FoundDataset> => findDataset(ctx.em, actor, id);
  const disclosure = await rule.disclose(
    input,
    async (id): Promise<readonly DatasetColumn[]> => (await found(id)).columns,
  );
  if (disclosure === null) return hideRows(await answer(input));
  return disclose(ctx, await found(disclosure.id), disclosure, answer);
}

async function disclose(
  ctx: ServiceContext,
  found: FoundDataset,
  disclosure: Disclosure,
  answer: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { view } = await resolveView(ctx, found, { view: disclosure.view }).catch(
    (error: unknown) => {
      // Names of views may name values.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw new AppError('not_found', 'There is no such saved view.', {
        fix: 'Send the view itself.',
      });
    },
  );
  const conditions = conditionsOf(view);
  if (disclosure.complete === true && conditions.length > 0)
    throw new AppError(
      'forbidden',
      'This can be asked only of all rows by a credential that may not read rows.',
      { fix: 'Leave out the filter.' },
    );
  const asked = {
    ...disclosure,
    columns: disclosure.columns.includes('*')
      ? found.columns.map(({ name }) => name)
      : disclosure.columns,
  };
  const marking = {
    conditions: [...conditions, ...(asked.among === undefined ? [] : [asked.among])],
    present: presentOf(asked),
    by: asked.by,
  };
  const table = await tableOf(ctx, found);
  const marks = await withoutValues(
    async () => ctx.engine.markRows(table, marking, jobOf(ctx)),
    wordedByCells,
  );
  const { wanted, groups } = setsOf(marks, asked, conditions.length);
  await keepAnswer(ctx, found, wanted);
  const given = await withoutValues(() => answer(asked.ask(view)), wordedByValues);
  const made = ofVersion.safeParse(given).data?.dataset_version;
  if (typeof made === 'number' && made !== found.version.number)
    throw new AppError('conflict', 'The dataset changed meanwhile.', { fix: 'Ask again.' });
  return hideRows(asked.show(given, groups));
}

const wordedByCells: ReadonlySet<string> = new Set([
  'invalid_input',
  'wrong_column_type',
  'invalid_expression',
]);
const wordedByValues: ReadonlySet<string> = new Set([...wordedByCells, 'too_complex']);

/** The errors of an answer without the cells that they may name. */
async function withoutValues<Result>(
  work: () => Promise<Result>,
  codes: ReadonlySet<string>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !codes.has(error.code)) throw error;
    throw new AppError(
      error.code,
      `${errors[error.code].title}. The details may name values, which this credential may not see.`,
      {},
      { cause: error },
    );
  }
}
