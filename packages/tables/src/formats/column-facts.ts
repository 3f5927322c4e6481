import { isMissingCell } from '../admission/missing-words.ts';
import { timesInSeconds } from './value-notes.ts';
import { keptAsText, readAsMissing, type Note } from '../admission/column-notes.ts';
import type { CellKind, GridCell } from './source.ts';

const [mostWords, mostRows] = [50, 10];

/** Digits of a decimal that a 64-bit float gives back unchanged. */
const exactDigits = 15;

interface Seen {
  count: number;
  /** The first rows of the sheet, 1-based. */
  readonly rows: number[];
}

/** How a column is kept, and what is said of it. */
interface Decision {
  readonly storage: string;
  readonly missing: string[];
  readonly notes: Note[];
  /** Its texts are times, of which some are none of a day: its values are their seconds. */
  readonly inSeconds?: boolean;
}

/** What the values of a column are, found while they are written. */
export class ColumnFacts {
  readonly #kinds = new Map<CellKind, Seen>();
  readonly #texts = new Map<string, number>();
  #manyTexts = false;
  /** Texts that are numbers where all of them are. */
  #asNumbers = 0;
  #example = '';
  /** Times that are none of a day, such as 26:30:00, and whether some have parts of a second. */
  readonly #times = { beyondDay: 0, fractions: false };
  readonly #numbers = { whole: 0, fraction: 0, inexact: false, beyond: false };

  /** Counts a value in a row of the sheet, 1-based. */
  add({ kind, text, isNumber }: GridCell, row: number): void {
    let seen = this.#kinds.get(kind);
    if (seen === undefined) this.#kinds.set(kind, (seen = { count: 0, rows: [] }));
    seen.count += 1;
    if (seen.rows.length < mostRows) seen.rows.push(row);
    if (isNumber === true) this.#asNumbers += 1;
    if (kind === 'number' || isNumber === true) this.#addNumber(text);
    else if (kind === 'time') this.#addTime(text);
    else if (kind === 'text') this.#addText(text);
  }

  count(kind: CellKind): number {
    return this.#kinds.get(kind)?.count ?? 0;
  }

  get present(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The kind of nearly all of its values so far, where that is not text. */
  get typedKind(): CellKind | null {
    const typed = [...this.#kinds].filter(([kind]) => kind !== 'text' && kind !== 'error');
    const [first] = typed.sort((a, b) => b[1].count - a[1].count);
    return first !== undefined && first[1].count >= 0.8 * this.present ? first[0] : null;
  }

  /** Numbers: whole ones exactly, decimals with few digits exactly, else as 64-bit floats. */
  numberStorage(): string {
    const { whole, fraction, inexact, beyond } = this.#numbers;
    if (inexact || beyond) return 'DOUBLE';
    if (fraction === 0) return 'BIGINT';
    const digits = Math.max(whole, 1) + fraction;
    return digits <= exactDigits ? `DECIMAL(${digits},${fraction})` : 'DOUBLE';
  }

  /** How the column is kept, and what is said of it. */
  decide(name: string): Decision {
    const decision = this.#decide(name);
    const { beyondDay } = this.#times;
    if (beyondDay === 0 || !/^(?:BIGINT|DOUBLE)$/.test(decision.storage)) return decision;
    return {
      ...decision,
      inSeconds: true,
      notes: [...decision.notes, timesInSeconds(name, beyondDay)],
    };
  }

  #decide(name: string): Decision {
    const errors = this.#kinds.get('error');
    const notes: Note[] =
      errors === undefined
        ? []
        : [
            {
              code: 'error_cells',
              message: `${errors.count === 1 ? '1 cell holds an error' : `${errors.count} cells hold errors`} such as #N/A and ${errors.count === 1 ? 'is' : 'are'} read as missing.`,
              column: name,
              count: errors.count,
              rows: [...errors.rows],
              examples: [],
            },
          ];
    const kinds = [...this.#kinds.keys()].filter((kind) => kind !== 'error' && kind !== 'text');
    const storage = this.#storageOf(kinds);
    const texts = this.#kinds.get('text');
    if (texts === undefined) {
      if (storage !== null) return { storage, missing: [], notes };
      if (kinds.length === 0) return { storage: 'VARCHAR', missing: [], notes };
      return {
        storage: 'VARCHAR',
        missing: [],
        notes: [...notes, { ...this.#mixed(name, kinds) }],
      };
    }
    if (this.#asNumbers === texts.count && kinds.every((kind) => kind === 'number'))
      return { storage: this.numberStorage(), missing: [], notes };
    if (kinds.length === 0) return { storage: 'VARCHAR', missing: [], notes };
    const words = [...this.#texts.keys()];
    if (storage !== null && !this.#manyTexts && words.every((word) => isMissingCell(word.trim())))
      return {
        storage,
        missing: words,
        notes: [
          ...notes,
          ...readAsMissing(name, this.#texts).map((note) => ({ ...note, rows: [...texts.rows] })),
        ],
      };
    const why =
      texts.count === 1
        ? `is text among ${kindNames[kinds[0] ?? 'number']}, '${this.#example}'`
        : `are text among ${kindNames[kinds[0] ?? 'number']}, such as '${this.#example}'`;
    return {
      storage: 'VARCHAR',
      missing: [],
      notes: [...notes, { ...keptAsText(name, texts.count, why), rows: [...texts.rows] }],
    };
  }

  /** Null where the kinds have no common type but text. */
  #storageOf(kinds: readonly CellKind[]): string | null {
    if (kinds.length === 0) return null;
    if (kinds.every((kind) => kind === 'date' || kind === 'datetime'))
      return kinds.includes('datetime') ? 'TIMESTAMP' : 'DATE';
    const [kind] = kinds;
    if (kinds.length > 1 || kind === undefined) return null;
    if (kind === 'number') return this.numberStorage();
    if (kind === 'boolean') return 'BOOLEAN';
    const { beyondDay, fractions } = this.#times;
    return beyondDay === 0 ? 'TIME' : fractions ? 'DOUBLE' : 'BIGINT';
  }

  #mixed(name: string, kinds: readonly CellKind[]): Note {
    // Dates with times and without are of one column.
    const dates = kinds.includes('datetime') ? 'datetime' : 'date';
    const groups = new Map<CellKind, Seen>();
    for (const kind of kinds) {
      const group = kind === 'date' ? dates : kind;
      const { count = 0, rows = [] } = groups.get(group) ?? {};
      const seen = this.#kinds.get(kind);
      groups.set(group, {
        count: count + (seen?.count ?? 0),
        rows: [...rows, ...(seen?.rows ?? [])].sort((a, b) => a - b).slice(0, mostRows),
      });
    }
    const [usual, ...others] = [...groups].sort(([, a], [, b]) => b.count - a.count);
    const count = others.reduce((sum, [, one]) => sum + one.count, 0);
    const said = others.map(([kind]) => (count === 1 ? oneOfKind : kindNames)[kind]).join(' or ');
    return {
      ...keptAsText(
        name,
        count,
        `${count === 1 ? 'is' : 'are'} ${said} among ${kindNames[usual?.[0] ?? 'text']}`,
      ),
      rows: others
        .flatMap(([, { rows }]) => rows)
        .sort((a, b) => a - b)
        .slice(0, mostRows),
    };
  }

  #addText(text: string): void {
    if (this.#example === '' || isMissingCell(this.#example))
      this.#example = text.length <= 40 ? text : `${text.slice(0, 39)}…`;
    const seen = this.#texts.get(text);
    if (seen !== undefined) this.#texts.set(text, seen + 1);
    else if (this.#texts.size < mostWords) this.#texts.set(text, 1);
    else this.#manyTexts = true;
  }

  #addTime(text: string): void {
    if (text.startsWith('-') || Number(text.slice(0, text.indexOf(':'))) >= 24)
      this.#times.beyondDay += 1;
    if (text.includes('.')) this.#times.fractions = true;
  }

  #addNumber(text: string): void {
    const numbers = this.#numbers;
    if (/[eIN]/.test(text)) {
      numbers.inexact = true;
      return;
    }
    const digits = text.startsWith('-') ? 1 : 0;
    const point = text.indexOf('.');
    const whole = (point === -1 ? text.length : point) - digits;
    if (whole > numbers.whole) numbers.whole = whole;
    if (point !== -1 && text.length - point - 1 > numbers.fraction)
      numbers.fraction = text.length - point - 1;
    if (whole > exactDigits && !Number.isSafeInteger(Number(text))) numbers.beyond = true;
  }
}

const kindNames: Readonly<Record<CellKind, string>> = {
  text: 'texts',
  number: 'numbers',
  boolean: 'true or false',
  date: 'dates',
  datetime: 'dates with times',
  time: 'times of day',
  error: 'errors',
};

const oneOfKind: Readonly<Record<CellKind, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date with a time',
  time: 'a time of day',
  error: 'an error',
};
