import { AppError } from '@columnist/contract';
import { expectationsOf } from './expectations.ts';
import { readingFields } from './reading-options.ts';
import type { Surroundings } from './surroundings.ts';
import { withTableOf } from './table-of.ts';
import { writeOut } from './write-out.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/** Writes expectations that a file meets, as a beginning, and says where. Throws as readers do. */
export async function writeExpectations(
  file: string,
  to: string,
  values: Values,
  around: Surroundings,
): Promise<void> {
  const made = await withTableOf(file, values, around, expectationsOf);
  await writeOut(to, `${JSON.stringify(made, null, 2)}\n`);
  around.say(`Expectations of ${made.columns?.length ?? 0} columns written to ${to}.`);
}

const taken: ReadonlySet<string> = new Set([
  'expectations',
  'server',
  'quiet',
  ...readingFields.map(({ option }) => option),
]);

/** Refuses what says which rows and columns are described: expectations are of the whole file. */
export function refuseBesideExpectations(values: Values, columns: unknown): void {
  const other = Object.keys(values).find((name) => !taken.has(name));
  if (other === undefined && columns === undefined) return;
  throw new AppError(
    'invalid_input',
    `--expectations does not take ${other === undefined ? 'columns' : `--${other}`}.`,
    { fix: 'Leave it out: expectations are of the whole file.' },
  );
}
