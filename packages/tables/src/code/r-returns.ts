import type { DuckDBValue } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';

/** Whether a text or a name has a carriage return; `ask` selects figures of the rows. */
export async function hasReturns(
  columns: readonly FieldColumn[],
  ask: (selected: readonly string[]) => Promise<readonly DuckDBValue[]>,
): Promise<boolean> {
  if (columns.some(({ name }) => name.includes('\r'))) return true;
  const texts = columns.filter(({ type }) => type === 'text' || type === 'category');
  if (texts.length === 0) return false;
  const found = await ask(
    texts.map(({ field }) => `coalesce(bool_or(contains(${field}, chr(13))), false)`),
  );
  return found.includes(true);
}

/**
 * R reads a carriage return as a line feed, also within a text. Lines before a file is read: it is
 * taken aside with other signs in their place, which begin with the character 1.
 */
export const takenAside = (file: string): string[] => [
  '# Carriage returns in texts, which R reads as line ends, have other signs while it reads.',
  `text <- readChar("${file}", file.size("${file}"), useBytes = TRUE)`,
  String.raw`text <- gsub("\001", "\001a", text, fixed = TRUE, useBytes = TRUE)`,
  String.raw`text <- gsub("\r", "\001b", text, fixed = TRUE, useBytes = TRUE)`,
  'aside <- tempfile(fileext = ".csv")',
  'writeChar(text, aside, eos = NULL, useBytes = TRUE)',
];

/** Lines behind, while all columns of the data frame are texts. */
export const restored = (frame: string): string[] => [
  'unlink(aside)',
  String.raw`restored <- function(x) gsub("\001a", "\001", gsub("\001b", "\r", x, fixed = TRUE), fixed = TRUE)`,
  `${frame}[] <- lapply(${frame}, restored)`,
  `names(${frame}) <- restored(names(${frame}))`,
  'rm(text, aside, restored)',
];
