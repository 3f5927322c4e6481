import { levelsOf, type Cell, type ColumnType } from '@columnist/contract';

/** How the values of a column are kept in Parquet. TIMESTAMPTZ is kept as TIMESTAMP in UTC. */
export interface TableColumn {
  readonly name: string;
  readonly storage: string;
  readonly type: ColumnType;
  /**
   * Its values in their own order, where that is not the order of the texts: the intervals of
   * bin().
   */
  readonly labels?: readonly string[];
  /** Its values in the order that a person set, as the file has them. */
  readonly levels?: string[];
  /** The value that a regression compares the others with. */
  readonly reference?: string;
  /** How the file keeps it, where a person set its type. */
  readonly stored?: string;
  /** What it is called beside its name, and what it holds. */
  readonly label?: string;
  readonly description?: string;
  /** Of its values, as the file states it. */
  readonly unit?: string;
  readonly value_labels?: { readonly value: Cell; readonly label: string }[];
}

/** Its values in their own order; undefined where that is the order of the values themselves. */
export const orderedValues = (column: TableColumn): readonly string[] | undefined =>
  column.labels ?? levelsOf(column);

/**
 * A column and its field in the Parquet file: c1, c2 …, so that no name of the user's is ever part
 * of a query.
 */
export interface FieldColumn extends TableColumn {
  readonly field: string;
}

export const fieldsOf = <Column extends TableColumn>(
  columns: readonly Column[],
): (Column & FieldColumn)[] => columns.map((column, i) => ({ ...column, field: `c${i + 1}` }));

/** What the values of a column are. Each format says for every kind what becomes of it. */
export type StoredKind =
  | 'text'
  | 'boolean'
  | 'whole'
  | 'decimal'
  | 'double'
  | 'date'
  | 'time'
  | 'moment'
  | 'zoned';

const kindsOfStorages: ReadonlyMap<string, StoredKind> = new Map([
  ['VARCHAR', 'text'],
  ['BOOLEAN', 'boolean'],
  ['BIGINT', 'whole'],
  ['HUGEINT', 'whole'],
  ['DOUBLE', 'double'],
  ['DATE', 'date'],
  ['TIME', 'time'],
  ['TIMESTAMP', 'moment'],
  ['TIMESTAMPTZ', 'zoned'],
]);

/** What a storage keeps. A storage without a kind is an error of ours, never a text by chance. */
export function kindOf(storage: string): StoredKind {
  const kind = decimalOf(storage) === null ? kindsOfStorages.get(storage) : 'decimal';
  if (kind === undefined) throw new Error(`No kind of values is kept as ${storage}.`);
  return kind;
}

/** Precision and scale of a DECIMAL storage. */
export function decimalOf(storage: string): { precision: number; scale: number } | null {
  const match = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(storage);
  return match === null ? null : { precision: Number(match[1]), scale: Number(match[2]) };
}
