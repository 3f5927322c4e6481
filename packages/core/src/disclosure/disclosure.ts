import type { CountedColumn, Filter, View } from '@columnist/contract';

export type Grouping = string | { readonly name: string; readonly expression: string };

/** What an answer to a credential that may not read rows would be about, and how it is given. */
export interface Disclosure {
  readonly id: string;
  readonly view: View | undefined;
  /** Columns whose figures are answered. */
  readonly columns: readonly string[];
  /** Those of which quantiles or other single values are answered; all where left out. */
  readonly ordered?: readonly string[] | undefined;
  /** Those of which sums are answered, as means and variances are; all where left out. */
  readonly summed?: readonly string[] | undefined;
  /** Only rows that have a value in all columns are used. */
  readonly together?: boolean | undefined;
  /**
   * Columns of which sums of products are answered: each set of them in the rows that have a value
   * in all of it.
   */
  readonly products?: readonly (readonly string[])[] | undefined;
  readonly by: readonly Grouping[];
  /** The rows that a group is made of, beside those of the view. */
  readonly among?: Filter | undefined;
  /** Rows without a group are not used. */
  readonly grouped?: boolean | undefined;
  /**
   * What becomes of small groups: the rest is answered, or nothing; columns of few values lose
   * their figures.
   */
  readonly small: 'withheld' | 'refused' | 'hidden';
  /** Rows of each group at least. */
  readonly fewest: number;
  /** Whether all rows must be used. */
  readonly complete?: boolean | undefined;
  /** The input with the view as it is, whatever its saved view becomes meanwhile. */
  readonly ask: (view: View | undefined) => unknown;
  readonly show: (answer: unknown, groups: ShownGroups) => unknown;
}

export interface ShownGroups {
  /** Whether a group of so many rows, with so many values of each column, is shown. */
  readonly shows: (rows: number, values: readonly number[]) => boolean;
  readonly hidden: number;
  /** Whether the answer is about some of the rows alone. */
  readonly isPart: boolean;
  /** Columns of which no sums are shown. */
  readonly withoutSums: ReadonlySet<string>;
}

export type ColumnsOf = (id: string) => Promise<readonly CountedColumn[]>;

/**
 * `open`: nothing of the cells is answered. A text: why it is refused. `unanswered`: only of a
 * dataset that nothing was answered about.
 */
export type Rule =
  | 'open'
  | 'unanswered'
  | { readonly refused: string }
  | { readonly show: (answer: unknown) => unknown }
  | { readonly disclose: (input: unknown, columns: ColumnsOf) => Promise<Disclosure | null> };

/**
 * Inputs by which somebody would try to learn the cells of one person, without the id of the
 * dataset. They are about a table with the
 * columns id, name, mail, dept, gender, age, salary, desk, mass, wing, bill, kind, sex, before, after,
 * day and gappy, in which one person is
 * alone in the department Board. The tests ask all of them.
 */
export type Attacks = readonly [object, ...object[]];

/**
 * No operation about datasets is without a rule and a way to attack it; `file`: its input is a
 * file.
 */
export interface Registration {
  readonly rule: Rule;
  readonly attacks: Attacks | 'file';
}
