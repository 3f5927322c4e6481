import { columnEntry, isNamedByLabels, writtenAs, type ColumnEntry } from '@columnist/contract';
import type { TableColumn } from './table-column.ts';

const {
  label: labelOf,
  unit: unitOf,
  description: textOf,
  value_labels: labelsOf,
} = columnEntry.shape;
const labelsAtMost = 500;
const lettersOfLabel = 200;

/**
 * What is said about a column, by its file or by people, as the dictionary of a dataset that gets the
 * column keeps it. A column whose values are named by labels is written with these, which then are
 * its values.
 */
export function saidOfColumn(column: TableColumn): ColumnEntry {
  const { label, unit, description, levels, reference, value_labels: labels } = column;
  const cut = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : text.trim().slice(0, lettersOfLabel).trim();
  const named = isNamedByLabels(column)
    ? undefined
    : labels
        ?.flatMap(({ value, label: written }) => {
          const text = labelOf.safeParse(cut(written)).data;
          return value === null || text === undefined ? [] : [{ value, label: text }];
        })
        .slice(0, labelsAtMost);
  // Numbers and dates have an order already.
  const isOrdered = column.storage === 'VARCHAR';
  const said = {
    label: labelOf.safeParse(cut(label)).data,
    unit: unitOf.safeParse(unit).data,
    description: textOf.safeParse(description).data,
    levels: !isOrdered ? undefined : levels?.map((level) => writtenAs(column, level)),
    reference: !isOrdered || reference === undefined ? undefined : writtenAs(column, reference),
    value_labels: labelsOf.safeParse(named).data,
  };
  return columnEntry.parse(
    Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
  );
}
