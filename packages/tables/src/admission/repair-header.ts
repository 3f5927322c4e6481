import type { AdmissionLog } from './admission-log.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { splitRecord, type FieldDialect } from './field-dialect.ts';
import { readOddlyQuoted } from './read-oddly-quoted.ts';
import type { RawRecord } from './read-records.ts';
import { placeShortHeader } from './short-header.ts';
import { shortHeaderQuestion } from './structure-questions.ts';

/**
 * The names of all columns from a header whose quotes are out of order, or that has another width
 * than the rows; what was done goes to the log.
 */
export function repairHeader(
  record: RawRecord,
  dialect: FieldDialect,
  width: number,
  {
    body,
    profiles,
    headerRows,
    isStated,
  }: {
    /** The records below the names. */
    readonly body: readonly RawRecord[];
    readonly profiles: ColumnProfiles;
    readonly headerRows: number;
    /** It was stated that the record holds names. */
    readonly isStated: boolean;
  },
  log: AdmissionLog,
): string[] {
  if (record.sound && record.fields.length === width) return record.fields;
  const odd = record.sound
    ? record.fields
    : (readOddlyQuoted(record.text, dialect, width)?.fields ?? record.fields);
  const other =
    odd.length < width
      ? [',', ';', '\t', '|', ', ', ' ']
          .map((delimiter) => splitRecord(record.text, { ...dialect, delimiter }).fields)
          .find((fields) => fields.length === width)
      : undefined;
  let fields = other ?? odd;
  for (let j = fields.length - 1; j >= 0 && fields.length > width; j--)
    if (fields[j]?.trim() === '') fields = fields.toSpliced(j, 1);
  if (record.sound && fields.length === width - 1) {
    const place = placeShortHeader(fields, body, width, profiles);
    const right = ['', ...fields];
    if (place === 'unsure' && !isStated)
      log.ask(shortHeaderQuestion(right, [...fields, ''], headerRows));
    if (place === 'all but the first' || (place === 'unsure' && !isStated)) fields = right;
  }
  const names = Array.from({ length: width }, (_, j) =>
    j < width - 1 ? (fields[j] ?? '') : fields.slice(j).join(dialect.delimiter),
  );
  log.record('header_repaired', record.line, record.text, names);
  return names;
}
