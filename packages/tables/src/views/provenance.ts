import type { Provenance, View, ViewEffect } from '@columnist/contract';
import { sayView } from './say-view.ts';
import type { TableColumn } from '../table/table-column.ts';
import { engineVersion, type TableRef } from '../table/table-ref.ts';

/**
 * A table that may have been read only just now, of whose columns no more is known than their
 * types.
 */
export type ReadTable = Omit<TableRef, 'columns'> & { readonly columns: readonly TableColumn[] };

/** Why a row of the file is not used where the view does not keep it. */
export const filteredOut = 'filtered out by the view';

/** What a result was computed from: the dataset, the view, and the rows it kept and left out. */
export function provenanceOf(
  table: ReadTable,
  used: number,
  view: View | undefined,
  method: Record<string, string>,
  effects: readonly ViewEffect[] = [],
): Provenance {
  const filtered = table.rowCount - used;
  return {
    dataset_id: table.datasetId,
    dataset_version: table.version,
    engine_version: engineVersion,
    view: view ?? null,
    ...(view === undefined ? {} : { view_in_words: sayView(table.columns, view) }),
    ...(effects.length > 0 ? { view_effects: [...effects] } : {}),
    n_used: used,
    n_excluded: filtered > 0 ? [{ reason: filteredOut, n: filtered }] : [],
    method,
  };
}
