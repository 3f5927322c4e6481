/** A name in a statement: plain or in double quotes, with the names before it (`o.price`). */
export interface NameInSql {
  /** Its last part without quotes, in lower case. */
  readonly name: string;
  readonly qualified: boolean;
  /** Where it begins and ends, counted from 0. */
  readonly from: number;
  readonly to: number;
}

const plain = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_$]*`;
const name = String.raw`(?:"(?:[^"]|"")*"|${plain})`;
const dotted = String.raw`${name}(?:\s*\.\s*${name})*`;
const text = String.raw`[eE]?'(?:[^']|'')*'|\$\$[\s\S]*?\$\$`;
const comment = String.raw`--[^\n]*|\/\*[\s\S]*?\*\/`;
const number = String.raw`\.?\d[\w.]*`;

const tokens = new RegExp(`${comment}|${text}|${number}|(?<names>${dotted})|(?<backtick>\`)`, 'gu');
const oneToken = new RegExp(`${text}|${number}|${dotted}|[-+*/%^<>=~!@&|:]+|.`, 'suy');
const lastName = new RegExp(`${name}$`, 'u');

/** The names of a statement in their order; none of them lies in a text or a comment. */
export function* namesOf(sql: string): Generator<NameInSql> {
  for (const { groups, index } of sql.matchAll(tokens)) {
    const names = groups?.['names'];
    if (names === undefined) continue;
    const [last = ''] = lastName.exec(names) ?? [];
    yield {
      name: (last.startsWith('"') ? last.slice(1, -1).replaceAll('""', '"') : last).toLowerCase(),
      qualified: last !== names,
      from: index,
      to: index + names.length,
    };
  }
}

/** The first backtick outside texts, names and comments, which some databases put around names. */
export function backtickIn(sql: string): number | undefined {
  for (const { groups, index } of sql.matchAll(tokens))
    if (groups?.['backtick'] !== undefined) return index;
  return undefined;
}

/** Where the text, the number, the name or the sign ends that begins here. */
export function endOfToken(sql: string, from: number): number {
  oneToken.lastIndex = from;
  return from + (oneToken.exec(sql)?.[0].length ?? 0);
}
