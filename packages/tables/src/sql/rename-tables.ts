import type { SqlNode } from './check-statement.ts';
import type { Insertion } from './real-arguments.ts';
import { invalidSql, placeIn } from './sql-errors.ts';

/** A statement with other names of tables. */
export interface Renamed {
  readonly text: string;
  /** The character of the statement as it was written, from 0, of a byte of `text`. */
  readonly placeOf: (position: number) => number | undefined;
}

/** A name as it is written: plain, or in quotes. */
const writtenName = /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_][\p{L}\p{M}\p{N}_$]*)/u;
const unquoted = (text: string): string =>
  /^["']/.test(text)
    ? text.slice(1, -1).replaceAll(text.charAt(0).repeat(2), text.charAt(0))
    : text;

/**
 * Puts a table, by its new name and with that of the dataset as its alias, at each of its places,
 * and what else is put in.
 */
export function renameTables(
  sql: string,
  references: ReadonlyMap<string, readonly SqlNode[]>,
  tableOf: (name: string) => string,
  insertions: readonly Insertion[],
): Renamed {
  const bytes = Buffer.from(sql);
  const renamings = [...references]
    .flatMap(([name, tables]) =>
      tables.map((table) => ({ name, table, at: Number(table['query_location']) })),
    )
    .map(({ name, table, at }) => {
      const from = bytes.subarray(0, at).toString().length;
      const [word = ''] = writtenName.exec(sql.slice(from)) ?? [];
      if (unquoted(word).toLowerCase() !== name.toLowerCase())
        throw invalidSql(`Write the alias of '${name.slice(0, 100)}' behind its name.`, {
          ...placeIn(sql, at),
        });
      const alias = table['alias'] === '' ? ` as "${name.replaceAll('"', '""')}"` : '';
      return { from, to: from + word.length, put: `${tableOf(name)}${alias}` };
    });
  const edits = [...renamings, ...insertions.map(({ at, put }) => ({ from: at, to: at, put }))]
    // Of equal places the first stays the first.
    .toSorted((a, b) => a.from - b.from);
  let text = '';
  let read = 0;
  // Where each part of the statement that stays begins, in both.
  const kept = [{ here: 0, there: 0 }];
  for (const { from, to, put } of edits) {
    text += `${sql.slice(read, from)}${put}`;
    read = to;
    kept.push({ here: text.length, there: to });
  }
  text += sql.slice(read);
  const renamed = Buffer.from(text);
  return {
    text,
    placeOf: (position) => {
      if (position < 0 || position >= renamed.length) return undefined;
      const at = renamed.subarray(0, position).toString().length;
      const part = kept.findLastIndex(({ here }) => here <= at);
      const { here, there } = kept[part] ?? { here: 0, there: 0 };
      // Within a name that was put in, where it is.
      return Math.min(there + at - here, edits[part]?.from ?? sql.length - 1);
    },
  };
}
