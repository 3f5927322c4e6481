import type { FieldColumn } from '../table/table-column.ts';
import { names } from './left-out.ts';
import { isText, type ExportedRows } from './open-rows.ts';

/** What a program may do to texts that it keeps. */
const losses = {
  blanks: {
    lost: (field: string) => `suffix(${field}, ' ')`,
    say: (file: string, columns: string) =>
      `${file} drops blanks at the end of texts of ${columns}.`,
  },
  nulAlone: {
    lost: (field: string) => `contains(${field}, chr(0))`,
    say: (file: string, columns: string) => `${file} leaves out NUL characters of ${columns}.`,
  },
  nul: {
    lost: (field: string) => `contains(${field}, chr(0))`,
    say: (file: string, columns: string) =>
      `${file} ends texts of ${columns} at a NUL character, and drops what follows.`,
  },
} as const;

/** What texts lose in a file of this kind, in sentences. */
export async function textNotes(
  file: string,
  { columns, ask }: Pick<ExportedRows, 'columns' | 'ask'>,
  kinds: readonly (keyof typeof losses)[],
): Promise<string[]> {
  const texts = columns.filter(isText);
  if (texts.length === 0) return [];
  const found = await ask(
    kinds.flatMap((kind) =>
      texts.map(({ field }) => `coalesce(bool_or(${losses[kind].lost(field)}), false)`),
    ),
  );
  return kinds.flatMap((kind, k) => {
    const lost = texts.filter((_, i) => found[k * texts.length + i] === true);
    return lost.length === 0 ? [] : [losses[kind].say(file, names(lost))];
  });
}

/** The columns without NUL characters, behind which a program may drop the rest of the row. */
export const withoutNul = (columns: readonly FieldColumn[]): readonly FieldColumn[] =>
  columns.map((column) =>
    isText(column) ? { ...column, field: `replace(${column.field}, chr(0), '')` } : column,
  );
