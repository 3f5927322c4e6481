import type { Dataset } from '@columnist/contract';
import { namedIn, namesakesIn, plainName } from './sql-names.ts';

export interface SqlCompletion {
  /** The name as the statement has it once it is taken. */
  readonly written: string;
  readonly kind: 'dataset' | 'column';
  /** Where what is typed of it begins. */
  readonly from: number;
}

/** What names are taken from: lists of datasets have their first columns alone. */
export type Named = Pick<Dataset, 'id' | 'name' | 'status'> & {
  readonly columns: readonly { readonly name: string }[];
};

const shownAtMost = 8;
/** The beginning of a name at the caret, an opened quote among it. */
const typedName = /(?:"[^"\n]*|[\p{L}_][\p{L}\p{M}\p{N}_]*)$/u;
/** Texts, remarks and names in quotes, of which the last may still be open. */
const closed = /'[^']*(?:'|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * Names that what is typed before the caret may become: datasets behind FROM and JOIN, elsewhere
 * columns, those of datasets that the statement names before others.
 */
export function sqlCompletions(
  sql: string,
  caret: number,
  datasets: readonly Named[],
): readonly SqlCompletion[] {
  const before = sql.slice(0, caret);
  const typed = typedName.exec(before)?.[0] ?? '';
  // Within a word nothing is offered: it would be cut in two.
  if (typed === '' || /^[\p{L}\p{N}_"]/u.test(sql.slice(caret))) return [];
  if (isWithinText(before)) return [];
  const from = caret - typed.length;
  const wanted = typed.replace('"', '').toLowerCase();
  const namesakes = namesakesIn(datasets);
  const kept = datasets.filter(({ status }) => status !== 'draft');
  const asksForTable = /\b(?:from|join)\s+(?:[^()]*,\s*)?$/i.test(before.slice(0, from));
  const said = sql.toLowerCase();
  const isRead = (one: Named): boolean =>
    said.includes(namedIn(one, namesakes).replaceAll('"', '').toLowerCase());
  const tables = kept.map((one) => ({ name: one.name, written: namedIn(one, namesakes) }));
  const columns = kept
    .toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))
    .flatMap((one) => one.columns.map(({ name }) => ({ name, written: plainName(name) })));
  const kind = asksForTable ? 'dataset' : 'column';
  const fits = (asksForTable ? tables : columns).filter(({ name }) =>
    name.toLowerCase().startsWith(wanted),
  );
  const names = [...new Set(fits.map(({ written }) => written))].filter((one) => one !== typed);
  return names.slice(0, shownAtMost).map((written) => ({ written, kind, from }));
}

/** Whether the end of a statement lies in a text or a remark. */
function isWithinText(before: string): boolean {
  const last = [...before.matchAll(closed)].at(-1);
  if (last === undefined || last.index + last[0].length < before.length) return false;
  const [text] = last;
  return text.startsWith("'") ? text.length === 1 || !text.endsWith("'") : !text.endsWith('*/');
}
