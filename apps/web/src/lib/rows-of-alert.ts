import type { Alert, DatasetColumn, View } from '@columnist/contract';
import { filterOf, partsOf, writeView } from './view-parts.ts';

/** The column in which an alert is seen. */
export const columnOfAlert = ({ sort, columns }: Alert): string | undefined =>
  sort?.[0]?.column ?? columns[0];

/**
 * A link to the rows of an alert within a view, with what was noticed first and its column in
 * sight; null where the alert is not about rows.
 */
export function rowsOfAlert(
  alert: Alert,
  view: View,
  columns: readonly DatasetColumn[],
): string | null {
  const { rows, sort } = alert;
  if (rows === null) return null;
  const written = writeView({
    ...view,
    filter: filterOf([...partsOf(view.filter), ...partsOf(rows)], columns),
    ...(sort === null ? {} : { sort }),
  });
  const column = columnOfAlert(alert);
  return `?${new URLSearchParams({
    tab: 'rows',
    ...(written === null ? {} : { view: written }),
    ...(column === undefined ? {} : { column }),
  }).toString()}`;
}
