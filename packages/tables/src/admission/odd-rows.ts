import { splitRecord, type FieldDialect } from './field-dialect.ts';
import type { RawRecord } from './read-records.ts';
import { splitLines } from './text-lines.ts';

/** Every row ends in a delimiter that the header does not end in, and nothing follows it. */
export function trimsEnd([header, ...rows]: readonly RawRecord[], width: number): boolean {
  const full = rows.filter(({ fields }) => fields.length === width);
  return (
    header !== undefined &&
    width > 2 &&
    header.fields.length === width - 1 &&
    header.sound &&
    header.fields.every((name) => name.trim() !== '' && !name.includes('"')) &&
    full.length >= 0.9 * rows.length &&
    full.every(({ fields }) => fields.at(-1)?.trim() === '')
  );
}

/** A cell in quotes holds a line that is a record of the table by itself. */
export function swallowsRows(
  { lines, text }: RawRecord,
  dialect: FieldDialect,
  width: number,
): boolean {
  if (lines < 3 || width < 2) return false;
  return splitLines(text)
    .slice(1, -1)
    .some((line) => {
      const { fields, open: isOpen, odd } = splitRecord(line.text, dialect);
      return !isOpen && !odd && fields.length === width;
    });
}
