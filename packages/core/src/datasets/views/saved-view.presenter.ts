import type { DatasetColumn, SavedView as WireSavedView } from '@columnist/contract';
import { sayView } from '@columnist/workers';
import { meaningOf, type SavedView } from './saved-view.entity.ts';

/**
 * A saved view as every door shows it; one that no longer fits the columns of the dataset says so.
 */
export function presentSavedView(
  saved: SavedView,
  columns: readonly DatasetColumn[],
): WireSavedView {
  const { name, createdAt, updatedAt, savedBy } = saved;
  const view = meaningOf(saved);
  return {
    name,
    view,
    in_words: wordsOf(columns, view),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    saved_by: savedBy ?? null,
  };
}

function wordsOf(columns: readonly DatasetColumn[], view: SavedView['view']): string[] {
  try {
    return sayView(columns, view);
  } catch (error) {
    return [`Does not fit this version: ${error instanceof Error ? error.message : 'unknown'}`];
  }
}
