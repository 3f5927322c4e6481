import { AppError, type FoundTable } from '@columnist/contract';

/** Tables that are tried where the one that was to be read cannot be. */
const mostTried = 10;

type NamedTables = NonNullable<AppError['details']['tables']>;

/**
 * An error about a table that nobody chose, with the other tables of its file: why each of them
 * cannot be read either, as `read` says, or that it may be chosen.
 */
export async function withTables(
  thrown: unknown,
  list: () => Promise<readonly FoundTable[]>,
  read: (table: string) => Promise<unknown>,
): Promise<unknown> {
  if (!(thrown instanceof AppError) || thrown.code !== 'invalid_file') return thrown;
  const found = await list().catch(() => []);
  if (found.length < 2) return thrown;
  const tables: NamedTables = [];
  for (const { table, problem } of found.slice(0, mostTried))
    tables.push({ table, problem: problem ?? (await read(table).then(() => null, whyNot)) });
  const untried = found.slice(mostTried).map(({ table, problem }) => ({ table, problem }));
  return new AppError(thrown.code, thrown.message, {
    ...thrown.details,
    tables: [...tables, ...untried],
  });
}

/** Throws what is no refusal of the table. */
function whyNot(error: unknown): string {
  if (error instanceof AppError && error.code === 'invalid_file') return error.message;
  throw error;
}
