/** Columns asked about in one query: planning takes time and memory that grow faster than their number. */
const columnsAtOnce = 50;

/**
 * Asks about the columns fifty at a time, each with a query of its own. One answer for each column,
 * in their order.
 */
export async function inBatches<Column, Answer>(
  columns: readonly Column[],
  ask: (batch: readonly Column[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < columns.length; start += columnsAtOnce)
    answers.push(...(await ask(columns.slice(start, start + columnsAtOnce))));
  return answers;
}
