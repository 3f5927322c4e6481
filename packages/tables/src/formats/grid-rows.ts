import { writeRange, type CellRange } from './cell-range.ts';
import type { ColumnFacts } from './column-facts.ts';
import { isPresent, textsOf, type GridHead } from './grid-head.ts';
import type { GridRow } from './source.ts';
import type { Note } from '../admission/column-notes.ts';

const [mostRows, mostExamples, exampleLength] = [10, 3, 300];

/** Rows that are set aside, with one reason. */
class Aside {
  count = 0;
  readonly #rows: number[] = [];
  readonly #examples: Note['examples'][number][] = [];

  add(row: number, text: string): void {
    this.count += 1;
    if (this.#rows.length < mostRows) this.#rows.push(row);
    if (this.#examples.length < mostExamples)
      this.#examples.push({ line: row, before: text.slice(0, exampleLength), after: null });
  }

  note(code: string, one: string, many: string): Note[] {
    if (this.count === 0) return [];
    return [
      {
        code,
        message: this.count === 1 ? one : `${this.count} ${many}`,
        column: null,
        count: this.count,
        rows: this.#rows,
        examples: this.#examples,
      },
    ];
  }
}

/**
 * Says row by row what belongs to the table below its names: until a blank row is followed by
 * something that is no row of it, and without remarks at its end.
 */
export class GridRows {
  readonly #head: GridHead;
  readonly #facts: readonly ColumnFacts[];
  readonly #repeated = new Aside();
  readonly #after = new Aside();
  readonly #other = new Aside();
  readonly #blank = new Aside();
  #last: number;
  #held: GridRow[] = [];
  #rest: { top: number; bottom: number; left: number; right: number } | null = null;
  #isOver = false;

  constructor(head: GridHead, facts: readonly ColumnFacts[], last: number) {
    this.#head = head;
    this.#facts = facts;
    this.#last = last;
  }

  /** The rows that are now known to be of the table; `cells` is what of it is in its columns. */
  take(row: GridRow): GridRow[] {
    const { left, right, names } = this.#head;
    const texts = textsOf(row, left, right);
    const present = texts.filter((text) => text.trim() !== '').length;
    if (present === 0) return [];
    const gap = row.number - this.#last - 1;
    this.#last = row.number;
    if (this.#isOver) {
      this.#setAside(row, present);
      return [];
    }
    if (names?.length === texts.length && texts.every((text, i) => text === names[i])) {
      this.#repeated.add(row.number, texts.join(' | '));
      return [];
    }
    if (gap > 0 && !this.#fits(row, present)) {
      this.#isOver = true;
      const held = this.#held.filter((one) => !this.#isRemark(one));
      for (const one of this.#held) if (this.#isRemark(one)) this.#remark(one);
      this.#held = [];
      this.#setAside(row, present);
      return held;
    }
    for (let i = gap; i > 0; i--) this.#blank.add(row.number - i, '');
    if (this.#isRemark(row)) {
      this.#held.push(row);
      return [];
    }
    const taken = [...this.#held, row];
    this.#held = [];
    return taken;
  }

  /** Where another table begins below this one. */
  get other(): CellRange | null {
    return this.#rest !== null && this.#other.count > 1 ? this.#rest : null;
  }

  notes(): Note[] {
    for (const row of this.#held) this.#remark(row);
    this.#held = [];
    const { other } = this;
    return [
      ...this.#blank.note('blank_rows', '1 blank row is skipped.', 'blank rows are skipped.'),
      ...this.#repeated.note(
        'header_repeated',
        'The names of the columns occur once more among the rows; that row is left out.',
        'times the names of the columns occur again among the rows; those rows are left out.',
      ),
      ...this.#after.note(
        'footer',
        '1 row after the table is set aside.',
        'rows after the table are set aside.',
      ),
      ...(other === null
        ? this.#other.note(
            'footer',
            '1 row after the table is set aside.',
            'rows after the table are set aside.',
          )
        : this.#other.note(
            'other_table',
            '1 row belongs to another table and is not read.',
            `rows belong to another table, in ${writeRange(other)}, and are not read.`,
          )),
    ];
  }

  /** Fits the columns that have a kind; where none has, it fills half of them. */
  #fits({ cells }: GridRow, present: number): boolean {
    const { left } = this.#head;
    let [fits, misfits] = [0, 0];
    let typed = 0;
    this.#facts.forEach((facts, i) => {
      const kind = facts.typedKind;
      if (kind === null) return;
      typed += 1;
      const cell = cells[left + i];
      if (!isPresent(cell) || cell.kind === 'error') return;
      if (cell.kind === kind || (cell.kind !== 'text' && kind !== 'boolean')) fits += 1;
      else misfits += 1;
    });
    const width = this.#facts.length;
    if (typed > 0 && fits + misfits > 0) return fits > misfits;
    return present >= Math.max(Math.min(2, width), width / 2);
  }

  /** One text alone in a row of a table of several columns, which reads as a remark. */
  #isRemark(row: GridRow): boolean {
    const { left, right } = this.#head;
    if (right - left < 2) return false;
    const present = row.cells.slice(left, right + 1).filter(isPresent);
    const [cell] = present;
    return (
      present.length === 1 &&
      cell?.kind === 'text' &&
      (/^(?:\*|†|‡|©|\[\d|\(\d\)|\d\))|^\p{L}+:\s/u.test(cell.text.trim()) ||
        cell.text.trim().split(/\s+/).length > 4)
    );
  }

  #remark(row: GridRow): void {
    this.#after.add(row.number, this.#textOf(row));
  }

  #setAside(row: GridRow, present: number): void {
    if (present < 2 && this.#other.count === 0) {
      this.#after.add(row.number, this.#textOf(row));
      return;
    }
    this.#other.add(row.number, this.#textOf(row));
    const { left, right } = this.#head;
    this.#rest ??= { top: row.number, bottom: row.number, left, right };
    this.#rest.bottom = row.number;
  }

  #textOf(row: GridRow): string {
    return row.cells
      .filter(isPresent)
      .map(({ text }) => text)
      .join(' | ');
  }
}
