import { AppError } from '@columnist/contract';

/** Versions of a dataset, when it answered and now. */
interface Versions {
  readonly answered: number | null;
  readonly now: number | null;
}

/** Throws conflict where another version of a dataset answers now. */
export function requireUnchanged(dataset: string, { answered, now }: Versions): void {
  if (answered === now) return;
  throw new AppError(
    'conflict',
    `${dataset} is at version ${now} now, and the answer is of version ${answered}.`,
    { fix: 'Ask the question again, and name the new answer.' },
  );
}
