import {
  isNamedByLabels,
  takeAs,
  type Cell,
  type ColumnChange,
  type ColumnType,
  type DatasetColumn,
} from '@columnist/contract';

/** A value of a category in the form: as the file has it, and what it means. */
export interface DraftLevel {
  readonly value: string;
  readonly label: string;
}

/** The form of a column, before it is kept. */
export interface ColumnDraft {
  readonly label: string;
  readonly unit: string;
  readonly description: string;
  readonly type: ColumnType;
  readonly reference: string | null;
  /** In their order; null while its values are not known. */
  readonly levels: readonly DraftLevel[] | null;
}

/** The column as the file has it, without the type that was set. */
export const typeInFile = ({ type, stored }: DatasetColumn): ColumnType =>
  stored === undefined || stored === 'VARCHAR' ? type : stored === 'BOOLEAN' ? 'boolean' : 'number';

/** The types that it can have without reading the file again. */
export function typesOf(column: DatasetColumn): ColumnType[] {
  const type = typeInFile(column);
  const inFile = {
    ...column,
    type,
    storage: column.stored ?? column.storage,
    distinct: column.distinct ?? Infinity,
  };
  const others: ColumnType[] = ['category', 'text', 'number', 'boolean', 'datetime'];
  return [
    type,
    ...others.filter((other) => other !== type && !('refused' in takeAs(inFile, other))),
  ];
}

export const draftOf = (column: DatasetColumn): ColumnDraft => ({
  label: column.label ?? '',
  unit: column.unit ?? '',
  description: column.description ?? '',
  type: column.type,
  reference: column.reference ?? null,
  levels: null,
});

/**
 * The values of a column as the file has them: those in the order that was set first, then others
 * that occur, as answers write them.
 */
export function levelsFrom(column: DatasetColumn, found: readonly Cell[]): DraftLevel[] {
  const labels = (column.value_labels ?? []).map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  const inFile = (text: string): string =>
    isNamedByLabels(column) ? (labels.find(({ label }) => label === text)?.value ?? text) : text;
  const values = new Set([
    ...(column.levels ?? []),
    ...found.filter((value) => value !== null).map((value) => inFile(String(value))),
    ...labels.map(({ value }) => value),
  ]);
  return [...values].map((value) => ({
    value,
    label: labels.find((one) => one.value === value)?.label ?? '',
  }));
}

/** A level moved up or down by one. */
export function moved(
  levels: readonly DraftLevel[],
  from: number,
  by: -1 | 1,
): readonly DraftLevel[] {
  const level = levels[from];
  const to = from + by;
  return level === undefined || to < 0 || to >= levels.length
    ? levels
    : levels.toSpliced(from, 1).toSpliced(to, 0, level);
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

/**
 * What a form changes of a column, as the call takes it: of what it leaves as it is, and what somebody
 * else may have changed since, nothing is sent. An order that nobody chose is not kept.
 */
export function changeOf(
  column: DatasetColumn,
  changed: Partial<ColumnDraft>,
  found: readonly DraftLevel[],
): ColumnChange {
  const now = draftOf(column);
  const { label, unit, description, type, reference, levels } = { ...now, ...changed };
  const said = {
    name: column.name,
    ...(label.trim() === now.label ? {} : { label: orNull(label) }),
    ...(unit.trim() === now.unit ? {} : { unit: orNull(unit) }),
    ...(description.trim() === now.description ? {} : { description: orNull(description) }),
  };
  const ofFile = typeInFile(column);
  const typed =
    type === column.type
      ? {}
      : { type: type === ofFile && column.stored !== 'VARCHAR' ? null : type };
  if (type !== 'category') {
    const had = column.type === 'category';
    return { ...said, ...typed, ...(had ? { levels: null, reference: null } : {}) };
  }
  const shown = levels ?? found;
  const order = shown.map(({ value }) => value);
  const isOrdered = !sameTexts(
    order,
    found.map(({ value }) => value),
  );
  const labels = labelled(shown);
  const isLabelled = JSON.stringify(labels) !== JSON.stringify(labelled(found));
  return {
    ...said,
    // Its labels name its values once somebody has said that it is a category.
    ...(isLabelled && labels.length > 0 && column.stored === undefined
      ? { type: 'category' as const }
      : typed),
    ...(isOrdered ? { levels: order } : {}),
    ...(reference === now.reference ? {} : { reference }),
    ...(isLabelled ? { value_labels: labels.length === 0 ? null : labels } : {}),
  };
}

/** The labels of values, in the order of these values, whatever the order of the levels. */
const labelled = (levels: readonly DraftLevel[]) =>
  levels
    .flatMap(({ value, label }) => (label.trim() === '' ? [] : [{ value, label: label.trim() }]))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1));
