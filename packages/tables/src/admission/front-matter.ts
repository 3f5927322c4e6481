import type { TextLine } from './text-lines.ts';

const mostFrontMatter = 100;

/** Lines of front matter between two rules, as notes and pages have above their text. */
export function frontMatter(head: readonly TextLine[]): number {
  if (head[0]?.text.trimEnd() !== '---') return 0;
  const end = head.slice(1, mostFrontMatter).findIndex(({ text }) => text.trimEnd() === '---');
  const inside = head.slice(1, end + 1);
  return end > 0 && inside.every(({ text }) => /^\s*(?:[\w-]+:|- |#|$)|^\s/.test(text))
    ? end + 2
    : 0;
}
