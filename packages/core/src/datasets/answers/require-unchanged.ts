import { AppError } from '@columnist/contract';

/** Versions of a dataset, when it answered and now. */
interface Versions {
  readonly then: number | null;
  readonly now: number | null;
}

/** Throws conflict where another version of a dataset answers now. */
export function requireUnchanged(dataset: string, { then, now }: Versions): void {
  if (then === now) return;
  throw new AppError(
    'conflict',
    `${dataset} is at version ${now} now, and the answer is of version ${then}.`,
    { fix: 'Ask the question again, and name the new answer.' },
  );
}
