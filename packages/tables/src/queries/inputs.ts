import type { Filter, GroupStatistic, SpellingMethod, View } from '@columnist/contract';

export interface RowsInput {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface FrequenciesInput {
  readonly column: string;
  readonly view?: View | undefined;
  readonly order?: 'count' | 'value' | undefined;
  readonly limit: number;
  readonly spellings?: SpellingMethod | undefined;
}

export interface AggregateInput {
  readonly group_by: readonly (string | { readonly name: string; readonly expression: string })[];
  readonly aggregates: readonly {
    readonly statistic: GroupStatistic;
    readonly of?: string | undefined;
    readonly p?: number | undefined;
    readonly type?: number | undefined;
    readonly ddof?: 0 | 1 | undefined;
    readonly n?: number | undefined;
    readonly with?: string | undefined;
    readonly weights?: string | undefined;
    readonly name?: string | undefined;
  }[];
  readonly view?: View | undefined;
  readonly having?: string | undefined;
  readonly sort?: View['sort'];
  readonly limit: number;
  readonly across?: string | undefined;
}

/** What rows are distinguished by. */
export interface MarkInput {
  readonly conditions: readonly Filter[];
  /** Columns in which a row may have a value or not. */
  readonly present: readonly string[];
  readonly by: AggregateInput['group_by'];
  /** Columns of which it is said which of some values rows have; as in ColumnCells, at most 30. */
  readonly sorted: readonly {
    readonly column: string;
    readonly values: ColumnCells['values'];
  }[];
  /** Columns in which rows differ by whether fewer than 5 rows have their value. */
  readonly rare: readonly string[];
  /** Sorted columns in which rows differ by whether they have another than the first value. */
  readonly others: readonly string[];
}

/** Rows that are alike in all that was asked are one kind. */
export interface RowMarks {
  /**
   * The kind of each row, in the order of the file: 32-bit integers of this machine, deflated, in
   * base64.
   */
  readonly kindOfRow: string;
  readonly kinds: readonly {
    readonly conditions: readonly boolean[];
    readonly present: readonly boolean[];
    readonly group: number;
    /** The group by each of what rows are grouped by, alone. */
    readonly keys: readonly number[];
    /** Of each sorted column one bit for each of its values that some of these rows have. */
    readonly values: readonly number[];
    /** Of each column whether these rows have values that fewer than 5 rows have. */
    readonly rare: readonly boolean[];
    /** Of each column whether they have another value than its first. */
    readonly others: readonly boolean[];
  }[];
}

/**
 * Sums of products that are known of one column: of the rows of some kinds, with ones and with
 * other columns.
 */
export interface LeverageInput {
  /** As in RowMarks. */
  readonly kindOfRow: string;
  readonly blocks: readonly {
    readonly kinds: readonly number[];
    readonly columns: readonly string[];
  }[];
}

export interface AlignInput {
  /** Places of the tables that are other versions of the first. */
  readonly versions: readonly number[];
  /** For each table but the first, which of its columns are columns of the first one. */
  readonly shared: readonly (readonly { readonly first: string; readonly other: string }[])[];
}

/** What a column has, small enough to be compared with many: see sketchColumns. */
export interface ColumnSketch {
  readonly name: string;
  /** The smallest hashes of its values, ascending. */
  readonly hashes: readonly number[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/**
 * Of each table the number of each row, and of the person that it is of, as 32-bit integers,
 * deflated, in base64; the same in all tables.
 */
export interface AlignedRows {
  readonly rows: readonly string[];
  readonly persons: readonly string[];
}

export interface CellsInput {
  readonly columns: readonly string[];
  /** Whether limits are wanted beside values. */
  readonly limits: boolean;
}

/** Parts of a column that may be distinguished: see measureCells. */
export interface ColumnCells {
  readonly name: string;
  /** Values that 5 rows have, the most frequent first; dates and times in milliseconds. */
  readonly values: readonly (string | number)[];
  /** Rows that have the first of these. */
  readonly mostFrequent: number;
  /** Whether there are others. */
  readonly hasRare: boolean;
  /** Rows whose value fewer than 5 rows have. */
  readonly rare: number;
  /**
   * Of numbers, dates and times (in milliseconds) the limits between cells, ascending: one begins
   * at each. No value is below `low` and none reaches `high`; null where some are infinite. Null of
   * other columns, and where they were not wanted.
   */
  readonly limits: {
    readonly low: number | null;
    readonly high: number | null;
    readonly cuts: readonly number[];
  } | null;
}
