import { refuseExpression } from './refuse-expression.ts';
import type { Span } from './syntax.ts';

export type TokenKind = 'number' | 'text' | 'name' | 'column' | 'symbol' | 'end';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** What it means: quotes taken off, escapes resolved. */
  readonly text: string;
  /** The character before it, of what is in quotes. */
  readonly quote?: string;
}

const space = /\s+/y;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const name = /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy;
const symbol = /<=|>=|!=|<>|==|[-+*/%^()[\],:=<>]/y;
/** Signs of two characters that other languages have. */
const foreign = /\*\*|::|\?\?/y;
const quotes = { '"': 'text', "'": 'text', '`': 'column' } as const;

const isQuote = (character: string): character is keyof typeof quotes => character in quotes;

/**
 * The words of an expression. Texts are in double or single quotes, column names that are no
 * plain words in backticks.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const push = (kind: TokenKind, length: number, text: string, quote?: string): void => {
    const span = { from: at, to: at + length };
    tokens.push({ kind, text, ...span, ...(quote === undefined ? {} : { quote }) });
    at += length;
  };
  while (at < source.length) {
    const blank = match(space);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const first = source.charAt(at);
    if (isQuote(first)) {
      const { length, text } = readQuoted(source, at);
      push(quotes[first], length, text, first);
      continue;
    }
    const sign = match(foreign);
    if (sign !== undefined)
      return refuseExpression(
        `'${sign}' is not understood.`,
        { from: at, to: at + sign.length },
        fixOf(sign),
      );
    const found = (['number', 'name', 'symbol'] as const)
      .map((kind) => ({ kind, text: match({ number, name, symbol }[kind]) }))
      .find(({ text }) => text !== undefined);
    if (found?.text === undefined)
      return refuseExpression(
        `'${String.fromCodePoint(source.codePointAt(at) ?? 0)}' is not understood.`,
        { from: at, to: at + 1 },
        fixOf(first),
      );
    push(found.kind, found.text.length, found.text);
  }
  tokens.push({ kind: 'end', text: '', from: at, to: at });
  return tokens;
}

/** What signs of other languages are called here. */
const instead: Readonly<Record<string, string>> = {
  '&': "Write 'and'.",
  '|': "Write 'or'; concat(…) joins texts.",
  '!': "Write 'not'.",
  '~': "Write 'not', or contains(…) for a part of a text.",
  '**': 'Write ^ for a power: x ^ 2.',
  '::': 'Write to_number(x), to_text(x) or to_date(x).',
  '??': 'Write coalesce(x, 0).',
  '?': 'Write if(condition, one, other).',
  $: 'Write the name of a column as it is, in backticks where it is no plain word.',
};
const fixOf = (sign: string): { fix?: string } => {
  const fix = Object.hasOwn(instead, sign) ? instead[sign] : undefined;
  return fix === undefined ? {} : { fix };
};

/** A quote within is doubled, or is behind a backslash. */
function readQuoted(source: string, start: number): { length: number; text: string } {
  const quote = source.charAt(start);
  let text = '';
  for (let at = start + 1; at < source.length; at++) {
    const character = source.charAt(at);
    const next = source.charAt(at + 1);
    if (character === quote && next === quote) {
      text += quote;
      at += 1;
    } else if (character === quote) {
      return { length: at + 1 - start, text };
    } else if (character === '\\' && (next === quote || next === '\\')) {
      text += next;
      at += 1;
    } else {
      text += character;
    }
  }
  return refuseExpression(`The quote ${quote} is never closed.`, {
    from: start,
    to: source.length,
  });
}
