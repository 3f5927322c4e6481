import { totalAnywhere } from '@columnist/tables/admission/total-words';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import { findCut, type CutTexts } from './cut-texts.ts';
import { areCodes } from './digits-of-codes.ts';
import { itemsOf } from './items-of.ts';
import { findLostLetters, type LostLetters } from './lost-letters.ts';
import { bare, brokenForm, isPlainNumber, matchForms } from './text-forms.ts';
import { literal } from '@columnist/tables/database/sql';
import type { TableReader } from '@columnist/tables/views/table-reader';
import { anything, whatTextsMayHave, type TextsMay } from './what-texts-may-have.ts';

const variantsListed = 40;
/** Texts that can be recoded in one step. */
export const recodedAtMost = 500;

export interface Counted {
  readonly value: string;
  readonly n: number;
}

interface Recoded {
  readonly from: string;
  readonly to: string;
}

/** What is noticed of the texts of a column. */
export interface TextFindings {
  /** Rows with a text. */
  readonly n: number;
  /** Rows with white space before or after. */
  readonly padded: number;
  /** Their texts without it; null of too many for one step. */
  readonly trimmed: readonly Recoded[] | null;
  /** Rows whose text is a number, and no code of digits among codes. */
  readonly numbers: number;
  /** Where most texts are numbers: those that are none, most frequent first, at most 501. */
  readonly notNumbers: readonly Counted[];
  /** The date form that most rows have, with some texts that have another. */
  readonly dates: {
    readonly pattern: string;
    readonly n: number;
    readonly others: readonly string[];
  } | null;
  readonly personal: { readonly said: string; readonly n: number } | null;
  /**
   * Spellings that differ in case or white space only: the rows that are not spelled as most of
   * their kind, and the spellings, at most 40.
   */
  readonly variants: {
    readonly n: number;
    readonly kinds: number;
    readonly spellings: readonly string[];
    /** Each other spelling with the most frequent of its kind; null of too many for one step. */
    readonly merged: readonly Recoded[] | null;
  } | null;
  /** Values that name a total, and values read in another encoding (at most 500). */
  readonly totals: readonly Counted[];
  readonly broken: readonly Counted[];
  /** Texts with question marks for letters. */
  readonly lost: readonly LostLetters[];
  readonly cut: CutTexts | null;
  /** How often each value occurs, most frequent first; null of more than a hundred values. */
  readonly counts: readonly Counted[] | null;
}

/** Columns that are looked at together first where there are more than a few, of tables that are not long. */
const columnsTogether = 40;
const fewColumns = 10;
const fewRows = 20_000;

/** Looks at every distinct text of the columns once. */
export async function scanTexts(
  reader: TableReader,
  columns: readonly FieldColumn[],
): Promise<Map<string, TextFindings>> {
  const found = new Map<string, TextFindings>();
  const isWide = columns.length > fewColumns && (await reader.rowCount()) <= fewRows;
  for (let start = 0; start < columns.length; start += columnsTogether) {
    const some = columns.slice(start, start + columnsTogether);
    // A file of thousands of columns is opened once for some of them, not for each.
    const read = isWide ? await reader.narrow(some) : reader;
    const may = isWide ? await whatTextsMayHave(read, some) : anything;
    for (const column of some) found.set(column.name, await scanColumn(read, column, may));
  }
  return found;
}

async function scanColumn(
  reader: TableReader,
  { name, field }: FieldColumn,
  may: TextsMay,
): Promise<TextFindings> {
  await reader.run(
    `create or replace temp table texts as select ${field} v, count(*)::double n from ${reader.source} where ${field} is not null group by ${field}`,
  );
  const [row = []] = await reader.rows(
    `select coalesce(sum(n), 0), coalesce(sum(n) filter (${bare} <> v), 0), count(*)::double from texts`,
  );
  const [n = 0, padded = 0, distinct = 0] = row.map(Number);
  const { numbers, dates, personal } = await matchForms(reader, name, may);
  const isOfCodes = numbers > 0 && numbers < n / 2 && (await areCodes(reader, bare));
  // Lists of every text take long: they are made of kinds alone whose texts are seen to differ by hashes.
  const kinds = await rowsIf(
    may.kinds,
    `select sum(n) - max(n), list(v order by n desc, v), list(${bare} order by n desc, v), list(n order by n desc, v) from texts
     where hash(lower(${bare})) in
       (select hash(lower(${bare})) kind from texts group by kind having min(hash(${bare})) <> max(hash(${bare})))
     group by lower(${bare}) having count(distinct ${bare}) > 1 order by 1 desc, 2`,
  );
  const spellings = kinds.flatMap(([, list]) => itemsOf(list).map(String));
  const merged = kinds.flatMap(([, list, texts, counts]) => {
    const to = String(itemsOf(texts)[0]);
    const rows = itemsOf(counts).map(Number);
    return itemsOf(list).map((from, i) => ({ from: String(from), to, n: rows[i] ?? 0 }));
  });
  const trimmed =
    padded === 0
      ? []
      : await reader.rows(
          `select v, ${bare} from texts where ${bare} <> v order by n desc, v limit ${recodedAtMost + 1}`,
        );
  const totals = await rowsIf(
    may.totals,
    `select v, n from texts where regexp_full_match(lower(${bare}), ${literal(totalAnywhere)}) order by n desc, v`,
  );
  const broken = await rowsIf(
    may.broken,
    `select v, n from texts where regexp_matches(v, ${literal(brokenForm)}) order by n desc, v limit ${recodedAtMost}`,
  );
  const counts =
    distinct > 100 ? null : await reader.rows('select v, n from texts order by n desc, v');
  return {
    n,
    padded,
    trimmed: recoded(trimmed.map(([from, to]) => ({ from: String(from), to: String(to) }))),
    numbers: isOfCodes ? 0 : numbers,
    notNumbers: numbers < n / 2 || numbers === n ? [] : await otherThan(isPlainNumber),
    dates:
      dates === null
        ? null
        : {
            ...dates,
            others: dates.n < n / 2 ? [] : (await otherThan(dates.is, 3)).map(({ value }) => value),
          },
    personal,
    variants:
      kinds.length === 0
        ? null
        : {
            n: merged.reduce((sum, { from, to, n: rows }) => sum + (from === to ? 0 : rows), 0),
            kinds: kinds.length,
            spellings: spellings.slice(0, variantsListed),
            merged: recoded(merged.map(({ from, to }) => ({ from, to }))),
          },
    totals: totals.map(countedOf),
    broken: broken.map(countedOf),
    lost: may.lost ? await findLostLetters(reader) : [],
    cut: may.cut ? await findCut(reader) : null,
    counts: counts?.map(countedOf) ?? null,
  };

  async function rowsIf(isThere: boolean, sql: string): ReturnType<TableReader['rows']> {
    return isThere ? reader.rows(sql) : [];
  }

  async function otherThan(form: string, most = recodedAtMost + 1): Promise<Counted[]> {
    const others = await reader.rows(
      `select v, n from texts where not coalesce(${form}, false) order by n desc, v limit ${most}`,
    );
    return others.map(countedOf);
  }
}

/** Those that change, if one step may have them all. */
function recoded(all: readonly Recoded[]): readonly Recoded[] | null {
  const changed = all.filter(({ from, to }) => from !== to);
  return changed.length > recodedAtMost ? null : changed;
}

const countedOf = ([value, n]: readonly unknown[]): Counted => ({
  value: String(value),
  n: Number(n),
});
