import { AppError, operations, type InputOf } from '@columnist/contract';
import type { Actor, ServiceContext } from '../../context.ts';
import { findAnswer } from '../answers/explain-answer.ts';
import { requireUnchanged } from '../answers/require-unchanged.ts';
import { findDataset } from '../records/find-dataset.ts';
import { findTables } from '../sql/find-tables.ts';

const { file, rows, runSql } = operations.datasets;
type Asked = Pick<InputOf<typeof file>, 'id' | 'sql' | 'answer_id' | 'columns' | 'view' | 'table'>;

/** What rows are taken from. */
export type Source =
  | {
      readonly kind: 'rows';
      readonly id: string;
      readonly columns: Asked['columns'];
      readonly view: Asked['view'];
    }
  | { readonly kind: 'sql'; readonly sql: string }
  | { readonly kind: 'answer'; readonly answerId: string };

/**
 * The one source that is named; of an answer with rows, what they were asked with, so that all of
 * them are taken, not its page. Throws invalid_input, not_found, conflict where a dataset has changed since.
 */
export async function findSource(ctx: ServiceContext, actor: Actor, asked: Asked): Promise<Source> {
  const source = sourceOf(asked);
  if (source.kind !== 'answer' || asked.table !== undefined) return source;
  const answer = await findAnswer(ctx, actor, source.answerId);
  if (answer.path === rows.path) {
    const { id, columns, view } = rows.input.parse(answer.input);
    const { version } = await findDataset(ctx.em, actor, id);
    const answered = answer.facts.dataset_version;
    requireUnchanged('The dataset', { answered, now: version.number });
    return { kind: 'rows', id, columns, view };
  }
  if (answer.path !== runSql.path) return source;
  const { sql, explain } = runSql.input.parse(answer.input);
  if (explain) return source;
  const { datasets } = await findTables(ctx, actor, sql);
  for (const { id, name, version: answered } of answer.facts.datasets ?? []) {
    const now = datasets.find((one) => one.id === id)?.version ?? null;
    requireUnchanged(`'${name}'`, { answered, now });
  }
  return { kind: 'sql', sql };
}

/** The one source that is named. Throws invalid_input where it is none, or more than one. */
function sourceOf({ id, sql, answer_id: answerId, columns, view, table }: Asked): Source {
  const named = [id, sql, answerId].filter((one) => one !== undefined);
  if (named.length !== 1)
    throw oneOf(
      'id',
      "Name one source: 'id' of the dataset whose rows are kept, 'sql', or 'answer_id' of an earlier answer.",
    );
  if (id === undefined && (columns !== undefined || view !== undefined))
    throw oneOf('view', "'columns' and 'view' go with 'id' alone.");
  if (answerId === undefined && table !== undefined)
    throw oneOf('table', "'table' names a table of an answer: send 'answer_id' with it.");
  if (id !== undefined) return { kind: 'rows', id, columns, view };
  if (sql !== undefined) return { kind: 'sql', sql };
  return { kind: 'answer', answerId: answerId ?? '' };
}

const oneOf = (field: string, fix: string): AppError =>
  new AppError('invalid_input', `${field}: ${fix}`, { errors: [{ field, message: fix }], fix });
