import { unfit } from '../finding.ts';
import type { Counts } from '../read-counts.ts';

/**
 * The counts with the same values in rows and columns. Throws invalid_input where both do not have
 * the same values.
 */
export function squareOf(
  { x, y }: { readonly x: string; readonly y: string },
  read: Counts,
): Counts {
  const labels = [...new Set([...read.x.labels, ...read.y.labels])].sort();
  if (
    read.x.type !== read.y.type ||
    (labels.length > read.x.labels.length &&
      labels.length > Math.max(read.x.labels.length, read.y.labels.length) + 3)
  )
    throw unfit(
      `'${x}' and '${y}' do not have the same values.`,
      'y',
      'Choose two columns with the same categories, such as two raters or before and after.',
    );
  if (!read.x.labels.some((label) => read.y.labels.includes(label)))
    throw unfit(
      `'${x}' and '${y}' have no value in common, so no row can agree.`,
      'y',
      'Choose two columns with the same categories, or write both the same way with a view.',
    );
  const counts = labels.map((a) =>
    labels.map((b) => read.counts[read.x.labels.indexOf(a)]?.[read.y.labels.indexOf(b)] ?? 0),
  );
  return { ...read, x: { ...read.x, labels }, y: { ...read.y, labels }, counts };
}

/** The counts of one category seen twice. Throws invalid_input where no row changed. */
export function changesOf(input: { readonly x: string; readonly y: string }, read: Counts): Counts {
  const same = squareOf(input, read);
  if (!same.counts.some((row, i) => row.some((n, j) => i !== j && n > 0)))
    throw unfit('No row changed: both columns are the same.', 'y', 'Choose other columns.');
  return same;
}
