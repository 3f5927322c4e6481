import { AppError } from './errors.ts';
import type { Operation } from './operation.ts';

/** What one input may hold beside its bulk field. */
export const inputLimits = {
  /** Objects, lists and values. */
  parts: 2500,
  /** Of names and texts, in UTF-8. */
  bytes: 64 * 1024,
  /**
   * Far beyond any sensible filter, far from the depth at which a recursive check runs out of
   * stack.
   */
  depth: 64,
} as const;

export const tooDeep = (): AppError =>
  new AppError('malformed_request', `The JSON is nested deeper than ${inputLimits.depth} levels.`);
export const tooManyParts = (): AppError =>
  new AppError(
    'too_complex',
    `The input has more than ${inputLimits.parts.toLocaleString('en')} parts.`,
    {
      fix: 'Send fewer conditions, names or values in one call; a filter written as text counts as one part.',
    },
  );

/**
 * Refuses an input before any schema reads it: more than `inputLimits` hold costs no more than
 * counting up to the limit.
 * The operation's bulk field is left to a check of its own. Without recursion. Throws
 * malformed_request, too_complex,
 * request_too_large.
 */
export function refuseOversize({ bulk }: Pick<Operation, 'bulk'>, raw: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: raw, depth: 0 }];
  let parts = 1;
  let bytes = 0;
  const take = (value: unknown, depth: number): void => {
    parts += 1;
    if (parts > inputLimits.parts) throw tooManyParts();
    waiting.push({ value, depth });
  };
  const weigh = (text: string): void => {
    bytes += utf8Length(text, inputLimits.bytes - bytes);
    if (bytes > inputLimits.bytes)
      throw new AppError(
        'request_too_large',
        `The input holds more than ${inputLimits.bytes / 1024} KB of ` +
          `text${bulk === undefined ? '' : ` beside '${bulk}'`}.`,
        { fix: 'Send less in one call.' },
      );
  };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > inputLimits.depth) throw tooDeep();
    if (typeof value === 'string') weigh(value);
    else if (Array.isArray(value)) for (const member of value) take(member, depth + 1);
    else if (isPlain(value)) {
      for (const name in value) {
        if (!Object.hasOwn(value, name)) continue;
        weigh(name);
        if (depth > 0 || name !== bulk) take(value[name], depth + 1);
      }
    }
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Bytes of a text in UTF-8; of one with more than `enough`, some number above that. */
function utf8Length(text: string, enough: number): number {
  if (text.length > enough) return text.length;
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Either half of a pair counts two of its four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
}
