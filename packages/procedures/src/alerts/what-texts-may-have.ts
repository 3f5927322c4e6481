import { totalAnywhere } from '@columnist/tables/admission/total-words';
import { literal } from '@columnist/tables/database/sql';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { shortestCut } from './cut-texts.ts';
import { bare, brokenForm, isDigits, mayBeWorded } from './text-forms.ts';

/**
 * What may be found in the texts of some columns. A statement takes milliseconds to prepare, however
 * few the texts are; of what no text has no column needs to be asked.
 */
export interface TextsMay {
  /** Be numbers, dates or groups of digits. */
  readonly digits: boolean;
  /** Be addresses or other words of people, by the place in the list of these forms. */
  readonly worded: readonly boolean[];
  /** Differ in case or white space only. */
  readonly kinds: boolean;
  readonly totals: boolean;
  readonly broken: boolean;
  /** Have question marks. */
  readonly lost: boolean;
  /** Be long enough to be cut. */
  readonly cut: boolean;
}

export const anything: TextsMay = {
  digits: true,
  worded: mayBeWorded.map(() => true),
  kinds: true,
  totals: true,
  broken: true,
  lost: true,
  cut: true,
};

/** What the texts of all these columns may have, in one statement. */
export async function whatTextsMayHave(
  reader: TableReader,
  columns: readonly FieldColumn[],
): Promise<TextsMay> {
  const asked = [
    isDigits,
    `regexp_full_match(lower(${bare}), ${literal(totalAnywhere)})`,
    `regexp_matches(v, ${literal(brokenForm)})`,
    `contains(v, '?')`,
    `length(v) >= ${shortestCut}`,
    ...mayBeWorded,
  ];
  const [row = []] = await reader.rows(
    `select count(distinct lower(${bare})) < count(distinct ${bare}), ${asked.map((is) => `coalesce(bool_or(${is}), false)`).join(', ')}
     from (select distinct unnest([${columns.map(({ field }) => field).join(', ')}]) v from ${reader.source}) where v is not null`,
  );
  const [
    kinds = true,
    digits = true,
    totals = true,
    broken = true,
    lost = true,
    cut = true,
    ...worded
  ] = row.map((one) => one !== false);
  return { digits, worded, kinds, totals, broken, lost, cut };
}
