import { AppError } from '@columnist/contract';
import type { Engine } from '@columnist/workers';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { compare, type Compared } from './references/compare.ts';
import type { Json } from './references/figures.ts';
import type { Question } from './references/questions.ts';
import { answerOf } from './testing-answers.ts';

/** Every number of the answer to a question beside its reference; null where it has no answer. */
export async function comparedAnswer(
  engine: Engine,
  table: TableRef | undefined,
  references: ReadonlyMap<string, Json>,
  { id, operation, input }: Question,
): Promise<Compared[] | null> {
  const answer = await answerOf(engine, table, operation, input).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return answer === null ? null : compare(answer, references.get(id) ?? {}, input);
}
