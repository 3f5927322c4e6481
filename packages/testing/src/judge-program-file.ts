import type { ProgramFile } from './program-files.ts';

/** A table as a reader gives it, and everything that it says or asks about it. */
export interface TableRead {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  readonly said: readonly string[];
}

/** Null and '' are missing; numbers are equal by value, moments with a T or a space. */
function isSame(truth: string | null, found: string | number | boolean | null): boolean {
  const text = found === null ? '' : String(found).trim();
  const expected = (truth ?? '').trim();
  if (text === '' || expected === '') return text === expected;
  return (
    text === expected ||
    Number(text) === Number(expected) ||
    text.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') === expected
  );
}

/**
 * Right: the table that is expected, and what must be said is said. Said: another table, which a note
 * or a question speaks of. Silent: anything else.
 */
export function judgeProgramFile(
  { names, rows, said, isOpen }: ProgramFile,
  read: TableRead,
): 'right' | 'said' | 'silent' {
  const isSaid = said === undefined || read.said.some((text) => said.test(text));
  const isExpected =
    JSON.stringify(read.names) === JSON.stringify(names) &&
    read.rows.length === rows.length &&
    rows.every((row, i) => row.every((cell, j) => isSame(cell, read.rows[i]?.[j] ?? null)));
  if (isExpected && isSaid) return 'right';
  return isOpen === true && isSaid ? 'said' : 'silent';
}
