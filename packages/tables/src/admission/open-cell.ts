import type { TextLine } from './text-lines.ts';

/**
 * The lines up to the last one behind which no quote is open: those of a long cell whose end is not
 * among them would be taken for rows. All where a stray quote would leave less than half of them.
 */
export function withoutOpenCell(lines: readonly TextLine[]): readonly TextLine[] {
  let [quotes, closed] = [0, 0];
  lines.forEach((line, i) => {
    quotes += countQuotes([line]);
    if (quotes % 2 === 0) closed = i + 1;
  });
  return 2 * closed >= lines.length ? lines.slice(0, closed) : lines;
}

export const countQuotes = (lines: readonly TextLine[]): number =>
  lines.reduce((sum, { text }) => sum + text.split('"').length - 1, 0);
