import { cellKind } from './cell-kind.ts';
import type { ColumnProfiles } from './column-profile.ts';
import { saysMissing } from './judge-header.ts';
import type { RawRecord } from './read-records.ts';

/** What is known of the table that is read. */
interface Table {
  readonly width: number;
  readonly header: readonly string[] | null;
  readonly profiles: ColumnProfiles;
}

/** Names of other columns: no cell fits, none is a value. */
export function isOtherHeader({ fields }: RawRecord, profiles: ColumnProfiles): boolean {
  const { fits, misfits } = profiles.judge(fields);
  const names = fields.map((field) => field.trim());
  return (
    fields.length > 1 &&
    fits === 0 &&
    misfits > 0 &&
    new Set(names).size === names.length &&
    names.every((name) => !saysMissing(name) && ['word', 'code', 'text'].includes(cellKind(name)))
  );
}

/** The first of the records is names, not values, and the next ones are values. */
export function isOtherTable(
  [first, ...rest]: readonly RawRecord[],
  { header, profiles }: Table,
  afterBlank: boolean,
): boolean {
  if (first === undefined || !first.sound) return false;
  const names = first.fields.map((field) => field.trim());
  const distinct = new Set(names).size === names.length && names.every((name) => name !== '');
  const { fits, misfits } = profiles.judge(first.fields);
  const likeBefore =
    header !== null &&
    names.filter((name) => header.some((known) => known.trim() === name)).length >=
      names.length / 2;
  return distinct && rest.length > 0 && (likeBefore || (afterBlank && fits <= misfits));
}

/** A sentence that commas split: too few fields, of which the first is none of its column. */
export function isSplitRemark({ fields }: RawRecord, { width, profiles }: Table): boolean {
  const [first = ''] = fields;
  return (
    fields.length < width &&
    (/^\p{L}[\p{L} ]{1,30}:\s/u.test(first) || profiles.judge(fields.slice(0, 1)).misfits > 0)
  );
}
