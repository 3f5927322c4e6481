import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Breaks the prose of documents at 100 columns: pnpm format. Tables, code, headings and documents
 * that a program writes stay as they are.
 */
const root = resolve(import.meta.dirname, '..');
const columns = 100;
const written = new Set([
  'CHANGELOG.md',
  'docs/performance.md',
  'docs/questions.md',
  'docs/specification-coverage.md',
  'docs/tools.md',
  'docs/validation.md',
]);

/** Words of a line; code and links are not broken. */
const wordsOf = (text: string): string[] =>
  text.match(/(?:`+[^`]*`+|!?\[[^\]]*\]\([^)]*\)|[^\s`[!]|[[!])+/g) ?? [];

function fill(text: string, first: string, next: string): string {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of wordsOf(text)) {
    // A line that begins with one of these would be a list or a heading.
    const opens = /^([-+*#>]|\d+[.)])/.test(word);
    if (!isEmpty && line.length + 1 + word.length > columns && !opens) {
      lines.push(line);
      line = next;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

/** Lines that begin something of their own. */
const opening = /^\s*(```|[|#<]|\[[^\]]*\]:|[-*] |\d+\. |> )/;

/**
 * A line that is too long takes the rest of its paragraph with it, so that no short line is left in
 * the middle.
 */
function wrap(document: string): string {
  const lines = document.split('\n');
  const wrapped: string[] = [];
  let inCode = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^\s*```/.test(line)) inCode = !inCode;
    if (inCode || line.length <= columns || /^\s*(```|[|#<]|\[[^\]]*\]:)/.test(line)) {
      wrapped.push(line);
      continue;
    }
    const [, indent = '', mark = '', text = ''] =
      /^(\s*)((?:[-*] |\d+\. |> )?)(.*)$/.exec(line) ?? [];
    const next = mark === '> ' ? `${indent}> ` : indent + ' '.repeat(mark.length);
    const rest: string[] = [];
    for (let after = lines[at + 1]; after !== undefined; after = lines[at + 1]) {
      const continues =
        mark === '> '
          ? after.startsWith(next) && !opening.test(after.slice(next.length))
          : /^ */.exec(after)?.[0] === next && !opening.test(after);
      if (!continues || after.trim() === '') break;
      rest.push(after.slice(next.length));
      at += 1;
    }
    wrapped.push(fill([text, ...rest].join(' '), indent + mark, next));
  }
  return wrapped.join('\n');
}

const files = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('.changeset/') && !written.has(file));
for (const file of files) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = wrap(before);
  if (after !== before) {
    writeFileSync(path, after);
    console.log(`Wrapped ${file}.`);
  }
}
