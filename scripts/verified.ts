import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The part of docs/validation.md that `pnpm verify` writes, at its end. */
export const validation = resolve(import.meta.dirname, '../docs/validation.md');
const heading = '## Every case';

const documentNow = (): string =>
  existsSync(validation) ? readFileSync(validation, 'utf8').trimEnd() : '';

/** What the last `pnpm verify` has written; empty where there was none. */
export function verified(): string {
  const text = documentNow();
  const at = text.indexOf(`\n${heading}\n`);
  return at === -1 ? '' : text.slice(at + 1);
}

/** Writes a new document in front of what `pnpm verify` has written. */
export function writeFigures(document: string): void {
  const kept = verified();
  writeFileSync(validation, kept === '' ? document : `${document.trimEnd()}\n\n${kept}\n`);
}

/** Writes the table of `pnpm verify` behind the figures. */
export function writeVerified(lines: readonly string[]): void {
  const text = documentNow();
  const kept = verified();
  const figures = kept === '' ? text : text.slice(0, text.length - kept.length).trimEnd();
  writeFileSync(validation, `${[figures, '', heading, '', ...lines].join('\n')}\n`);
}
