import { AppError } from '../errors.ts';

/** Rows that a figure is of at least, where the credential may not read rows. */
export const fewestRows = 5;

/**
 * What an answer leans on: what decides whether a credential that may not read rows gets it, and
 * how much of it.
 */
export interface Leaning {
  /** Columns whose figures are answered. */
  readonly columns: readonly string[];
  readonly by: readonly (string | { readonly name: string; readonly expression: string })[];
  /** Rows of each group at least. */
  readonly fewest: number;
  /** Only rows that have a value in all columns are used. */
  readonly together?: true;
  /** Columns of which sums of products are answered. */
  readonly products?: readonly (readonly string[])[];
  /** Rows without a group are not used. */
  readonly grouped?: true;
  /** Groups that were named: others are not asked about. */
  readonly chosen?: { readonly group: string; readonly groups: readonly string[] };
  /** Whether all rows must be used. */
  readonly complete?: true;
  /**
   * What of a result is shown: all of it; its figures; its figures with the tables of these titles
   * alone.
   */
  readonly shows: 'everything' | 'figures' | readonly RegExp[];
  /** The estimate and the ends of its interval are values of single pairs of rows. */
  readonly hidesEstimate?: true;
}

const usualFewest = 10;

export const noMethod = (method: string, why: string, fix: string): AppError =>
  new AppError(
    'forbidden',
    `'${method}' cannot be asked by a credential that may not read rows: ${why}`,
    { fix },
  );

/** Figures of one column. */
export const ofValues = (column: string): Leaning => ({
  columns: [column],
  by: [],
  fewest: usualFewest,
  shows: 'figures',
});

/** A number in groups. Where groups are named, the others are not asked about. */
export const inGroups = (value: string, group: string, groups?: readonly string[]): Leaning => ({
  ...ofValues(value),
  by: [group],
  grouped: true,
  ...(groups === undefined ? {} : { chosen: { group, groups } }),
});

/** Sums of products of columns, over the rows that have all of them. */
export const ofProducts = (columns: readonly string[], fewest: number = usualFewest): Leaning => ({
  columns,
  by: [],
  fewest,
  together: true,
  products: [columns],
  shows: 'figures',
});

/** Counts of every value, or of every pair of values. */
export const ofCells = (by: readonly string[]): Leaning => ({
  columns: [],
  by,
  fewest: fewestRows,
  grouped: true,
  shows: 'figures',
});

/**
 * Of a whole column: what leans on the order or on higher moments of values is answered of one set
 * of rows, which is large.
 */
export const ofColumn = (column: string): Leaning => ({
  columns: [column],
  by: [],
  fewest: 50,
  complete: true,
  shows: 'figures',
});

/** Of no dataset. */
export const ofNothing: Leaning = { columns: [], by: [], fewest: 0, shows: 'everything' };
