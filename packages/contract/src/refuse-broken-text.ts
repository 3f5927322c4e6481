import { AppError } from './errors.ts';

/**
 * Refuses text that no database and no file keeps as it was sent: the NUL character, and half of a
 * surrogate pair, which
 * is no Unicode character. Looks at every text and every name within plain objects and lists.
 * Throws invalid_input, with
 * the field.
 */
export function refuseBrokenText(raw: unknown): void {
  const left: { readonly value: unknown; readonly path: string }[] = [{ value: raw, path: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') requireWhole(value, path);
    else if (Array.isArray(value)) {
      // Numbers, of which there may be a million, need no look.
      for (const [i, item] of value.entries())
        if (typeof item === 'string' ? !isWhole(item) : typeof item === 'object')
          left.push({ value: item, path: join(path, String(i)) });
    } else if (
      typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype
    ) {
      for (const [name, member] of Object.entries(value)) {
        requireWhole(name, path);
        if (typeof member === 'string' || typeof member === 'object')
          left.push({ value: member, path: join(path, name) });
      }
    }
  }
}

const isWhole = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function requireWhole(text: string, field: string): void {
  if (isWhole(text)) return;
  const message = text.includes('\0')
    ? 'Text may not hold the NUL character (U+0000).'
    : 'Text may not hold half of a surrogate pair (U+D800 to U+DFFF).';
  throw new AppError('invalid_input', field === '' ? message : `${field}: ${message}`, {
    errors: [{ field, message }],
    fix: 'Take the character out and send the request again.',
  });
}
