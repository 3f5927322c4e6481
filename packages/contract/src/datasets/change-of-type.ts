import type { DatasetColumn } from './dataset.ts';

type Kept = Pick<DatasetColumn, 'type' | 'storage'>;

/**
 * What a column held before and what it holds now: how its values are kept, or what they mean where
 * they are kept alike; null where neither has changed.
 */
export function changeOfType(before: Kept, after: Kept): { from: string; to: string } | null {
  if (before.storage !== after.storage) return { from: before.storage, to: after.storage };
  return before.type === after.type ? null : { from: before.type, to: after.type };
}
