import type { CombinationReport, CountedColumn } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';

/** A table that is put together with others, by the name of its dataset. */
export interface CombinedTable {
  readonly name: string;
  readonly table: TableRef;
}

/** A column of a combination: what it is called, how it is kept, and the SQL of its values. */
export interface CombinedColumn extends TableColumn {
  readonly value: string;
}

/** A combination that is checked and counted, and has not run. */
export interface Combined extends Pick<
  CombinationReport,
  'renamed' | 'warnings' | 'join' | 'append'
> {
  readonly columns: readonly CombinedColumn[];
  /** Where the values come from: what follows FROM. */
  readonly from: string;
  /** Keys of ORDER BY, which make the order of the rows certain. */
  readonly order: readonly string[];
  readonly rowCount: number;
}

/**
 * Gives each name once: one that is taken gets the suffix until it is free. Names that differ in
 * case are different.
 */
export class FreeNames {
  readonly renamed: { from: string; to: string }[] = [];
  readonly #taken: Set<string>;
  readonly #suffix: string;

  constructor(taken: readonly string[], suffix: string) {
    this.#taken = new Set(taken);
    this.#suffix = suffix;
  }

  take(name: string): string {
    let free = name;
    while (this.#taken.has(free)) free += this.#suffix;
    this.#taken.add(free);
    if (free !== name) this.renamed.push({ from: name, to: free });
    return free;
  }
}

/** A column without any value fits every type. */
export const isEmpty = ({ distinct }: Pick<CountedColumn, 'distinct'>): boolean => distinct === 0;

export const count = (n: number): string => n.toLocaleString('en');
