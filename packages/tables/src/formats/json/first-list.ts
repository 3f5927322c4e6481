import { ColumnProfiles } from '../../admission/column-profile.ts';
import { judgeHeader } from '../../admission/judge-header.ts';
import { ExactNumber, isList, type Json } from './parse-value.ts';

/** Lists below the first that it is compared with. */
const comparedLists = 500;

/** The first of several lists of cells, which may hold the names of the columns. */
export class FirstList {
  #first: string[] | null = null;
  #below: string[][] = [];
  #begun = false;
  /** Places of the numbers among its cells. */
  readonly #numbers = new Set<number>();

  push(value: Json): void {
    if (!this.#begun) {
      this.#begun = true;
      if (isList(value)) this.#begin(value);
    } else if (this.hasNumbers && this.mayBeNames && this.#below.length < comparedLists)
      this.#below.push(isList(value) ? value.map(cellOf) : []);
  }

  get hasNumbers(): boolean {
    return this.#numbers.size > 0;
  }

  /** It is one of texts, or of texts and numbers, none of which is empty. */
  get mayBeNames(): boolean {
    return this.#first !== null;
  }

  /**
   * Its cells as names. Texts alone are names above columns of other values; with numbers among
   * them they are judged as the first line of a CSV file is. Null where they are values.
   */
  names(aboveOthers: boolean): readonly string[] | null {
    const [first, below] = [this.#first, this.#below];
    if (first === null || !this.hasNumbers) return aboveOthers ? first : null;
    const profiles = new ColumnProfiles(below, first.length);
    const { names, doubtful } = judgeHeader(first, below, first.length, profiles);
    const aboveNumbers = [...this.#numbers].every((j) => profiles.typedKind(j) === 'number');
    // In doubt it stays a row, so that nothing is lost.
    return names && !doubtful && aboveNumbers ? first : null;
  }

  #begin(value: readonly Json[]): void {
    const cells = value.map(cellOf);
    value.forEach((one, j) => {
      if (isNumber(one)) this.#numbers.add(j);
    });
    if (
      value.length > 1 &&
      value.every((one) => typeof one === 'string' || isNumber(one)) &&
      cells.every((cell) => cell.trim() !== '') &&
      new Set(cells).size === cells.length
    )
      this.#first = cells;
  }
}

const isNumber = (value: Json): boolean =>
  typeof value === 'number' || value instanceof ExactNumber;

function cellOf(value: Json): string {
  if (value === null) return '';
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
