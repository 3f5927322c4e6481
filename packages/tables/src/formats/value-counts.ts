import type { Note } from '../admission/column-notes.ts';
import { datesOutside, partsOfDays } from './value-notes.ts';

/** Values that become missing or lose a part while rows are read, counted by the place of their column. */
export class ValueCounts {
  readonly #outside = new Map<number, number>();
  readonly #noNumbers = new Map<number, number>();
  readonly #fractions = new Map<number, number>();

  /** A new reading of the rows begins. */
  begin(): void {
    this.#outside.clear();
    this.#noNumbers.clear();
    this.#fractions.clear();
  }

  /** A date that is not of the years 1 to 9999. */
  addOutside(column: number): void {
    this.#outside.set(column, (this.#outside.get(column) ?? 0) + 1);
  }

  addNoNumber(column: number): void {
    this.#noNumbers.set(column, (this.#noNumbers.get(column) ?? 0) + 1);
  }

  /** A date with a part of a day. */
  addFraction(column: number): void {
    this.#fractions.set(column, (this.#fractions.get(column) ?? 0) + 1);
  }

  notes(
    columns: readonly { readonly name: string }[],
    noNumber: (name: string, count: number) => Note,
  ): Note[] {
    return columns.flatMap(({ name }, i) => {
      const [outside = 0, others = 0] = [this.#outside.get(i), this.#noNumbers.get(i)];
      const fractions = this.#fractions.get(i) ?? 0;
      return [
        ...(outside > 0 ? [datesOutside(name, outside)] : []),
        ...(others > 0 ? [noNumber(name, others)] : []),
        ...(fractions > 0 ? [partsOfDays(name, fractions)] : []),
      ];
    });
  }
}
