import { AppError, nearestNames } from '@columnist/contract';

/**
 * Rows go below others where both have the same columns, in any order. Throws invalid_file with the
 * first name that only one of them has.
 */
export function requireSameNames(names: readonly string[], here: readonly string[]): void {
  const lacking = names.find((name) => !here.includes(name));
  const extra = here.find((name) => !names.includes(name));
  if (lacking === undefined && extra === undefined) return;
  const which =
    lacking === undefined
      ? `The file has a column '${extra}' that the dataset does not have.`
      : `The file lacks the column '${lacking}'.`;
  throw new AppError('invalid_file', which, {
    row: 1,
    column: lacking ?? extra ?? '',
    suggestions: nearestNames(lacking ?? extra ?? '', lacking === undefined ? names : here),
    fix: 'Give the file the same column names as the dataset, in any order, or replace the dataset.',
  });
}
