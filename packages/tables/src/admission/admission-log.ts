import { forSpreadsheetFile, type Admission, type ReadingQuestion } from '@columnist/contract';
import { writeRecord } from './field-dialect.ts';

type Note = Admission['notes'][number];
export type Example = Note['examples'][number];

/** What is done to a record; each with its words for one and for many. */
const acts = {
  preamble: ['1 line before the table is set aside.', 'lines before the table are set aside.'],
  comment: ['1 comment line is set aside.', 'comment lines are set aside.'],
  footer: ['1 line after the table is set aside.', 'lines after the table are set aside.'],
  header_repeated: [
    'The header occurs once more among the rows; that line is left out.',
    'times the header occurs again among the rows; those lines are left out.',
  ],
  header_repaired: [
    'The header line did not have the number of fields that the rows have, or its quotes ' +
      'are out of order; it is repaired.',
    'header lines are repaired.',
  ],
  header_joined: [
    'The names of the columns are joined from several lines.',
    'times the names of the columns are joined from several lines.',
  ],
  comment_header: [
    'The names of the columns are in a line that begins as a comment does; it is read as names.',
    'lines that begin as a comment does are read as names.',
  ],
  aside: [
    '1 line between the rows is no row and is set aside.',
    'lines between the rows are no rows and are set aside.',
  ],
  row_cut: [
    '1 row has more fields than the table has columns; the fields at its end are left out.',
    'rows have more fields than the table has columns; the fields at their ends are left out.',
  ],
  end_trimmed: [
    '1 row ends in one delimiter more than the header; no column is made of it.',
    'rows end in one delimiter more than the header; no column is made of it.',
  ],
  nul_removed: [
    '1 line holds NUL bytes; they are left out.',
    'lines hold NUL bytes; they are left out.',
  ],
  lines_in_quotes: [
    '1 cell in quotes runs over lines that look like rows; it is read as one cell.',
    'cells in quotes run over lines that look like rows; each is read as one cell.',
  ],
  line_end_escaped: [
    '1 row has a line end after a backslash; it is read as a line end within the cell.',
    'rows have line ends after a backslash; they are read as line ends within the cell.',
  ],
  rows_in_quotes: [
    'Every row is in quotes as a whole; it is read as if it were not.',
    'rows are in quotes as a whole; they are read as if they were not.',
  ],
  rows_in_frame: [
    'Every row begins and ends with a bar; no columns are made of these.',
    'rows begin and end with a bar; no columns are made of these.',
  ],
  frame_line: [
    '1 line only draws the frame of the table and is left out.',
    'lines only draw the frame of the table and are left out.',
  ],
  row_padded: [
    '1 row has fewer fields than the table; the cells it lacks are empty.',
    'rows have fewer fields than the table; the cells they lack are empty.',
  ],
  row_trimmed: [
    '1 row has empty fields too many; they are left out.',
    'rows have empty fields too many; they are left out.',
  ],
  row_joined: [
    '1 row holds the delimiter in a text without quotes; its parts are joined again.',
    'rows hold the delimiter in a text without quotes; the parts are joined again.',
  ],
  row_resplit: [
    '1 row is separated by another sign than the rest and is read by that.',
    'rows are separated by another sign than the rest and are read by that.',
  ],
  row_quotes: [
    '1 row has quotes that are out of order; they are read as text.',
    'rows have quotes that are out of order; they are read as text.',
  ],
  escape_kept: [
    '1 row has a backslash before another sign than a quote; it is kept.',
    'rows have a backslash before another sign than a quote; it is kept.',
  ],
  row_rejected: [
    '1 row does not fit the table and is rejected.',
    'rows do not fit the table and are rejected.',
  ],
  other_table: [
    '1 line belongs to another table and is not read.',
    'lines belong to another table and are not read.',
  ],
} as const satisfies Record<string, readonly [string, string]>;
export type Act = keyof typeof acts;

/** Acts by which a line's text is not in the table. */
const leavesOut: ReadonlySet<Act> = new Set([
  'preamble',
  'comment',
  'footer',
  'header_repeated',
  'row_rejected',
  'other_table',
  'aside',
  'frame_line',
]);
const repairs: ReadonlySet<Act> = new Set([
  'row_padded',
  'row_trimmed',
  'row_joined',
  'row_resplit',
  'row_quotes',
  'row_cut',
]);

const firstLines = 10;
const mostOffered = 20;
const examplesKept = 3;
const exampleLength = 300;

/** A record that is not in the table as its lines are in the file. */
export interface TouchedLine {
  readonly lines: number;
  /** It is not in the table at all. */
  readonly isOut: boolean;
}
/** Touched lines that are remembered; the others are counted. */
const mostTouched = 100_000;

interface Tally {
  count: number;
  readonly lines: number[];
  readonly examples: Example[];
}

/**
 * What admission did to single lines: counted, the first of them shown, and every one written to a
 * table of repairs.
 */
export class AdmissionLog {
  readonly #tallies = new Map<Act, Tally>();
  #repairs: string[] = [];
  readonly #said: Note[] = [];
  readonly #questions: ReadingQuestion[] = [];
  readonly #touched = new Map<number, TouchedLine>();
  #repaired = 0;
  #rejected = 0;

  record(act: Act, line: number, before: string, after: readonly string[] | null): void {
    const tally = this.#tallies.get(act) ?? { count: 0, lines: [], examples: [] };
    this.#tallies.set(act, tally);
    tally.count += 1;
    if (repairs.has(act)) this.#repaired += 1;
    if (act === 'row_rejected') this.#rejected += 1;
    if (tally.lines.length < firstLines) tally.lines.push(line);
    if (this.#touched.size < mostTouched)
      this.#touched.set(line, {
        lines: before.split(/\r\n|\n|\r/).length,
        isOut: leavesOut.has(act),
      });
    const written = after === null ? null : writeRecord(after);
    if (tally.examples.length < examplesKept)
      tally.examples.push({
        line,
        // A database keeps no NUL in a text.
        before: before.slice(0, exampleLength).replaceAll('\0', '␀'),
        after: written?.slice(0, exampleLength) ?? null,
      });
    this.#repairs.push(
      writeRecord([
        String(line),
        act,
        forSpreadsheetFile(before),
        forSpreadsheetFile(written ?? ''),
      ]),
    );
  }

  /** Notes about the text as a whole. */
  say(notes: readonly Note[]): void {
    this.#said.push(...notes);
  }

  /** Another reading is about as likely: a person decides. Of one code the first is asked. */
  ask(question: ReadingQuestion): void {
    if (!this.#questions.some(({ code }) => code === question.code)) this.#questions.push(question);
  }

  /** One more table was found, from this line on: it is offered beside that which begins at `taken`. */
  offerTable(line: number, text: string, taken: number): void {
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
    const offer = {
      label: `The table from line ${line} on: ${shown}`,
      reading: { skip_lines: line - 1 },
    };
    const at = this.#questions.findIndex(({ code }) => code === 'table');
    const asked = this.#questions[at];
    if (asked === undefined)
      this.#questions.push({
        code: 'table',
        question: 'The file holds more than one table. Which one is meant?',
        taken: `The table from line ${taken} on is read, the lines of the others are set aside.`,
        alternatives: [offer],
      });
    else if (
      asked.alternatives.length < mostOffered &&
      !asked.alternatives.some(({ label }) => label === offer.label)
    )
      this.#questions[at] = { ...asked, alternatives: [...asked.alternatives, offer] };
  }

  /** The first line of each record that was changed or left out. */
  get touched(): ReadonlyMap<number, TouchedLine> {
    return this.#touched;
  }

  get questions(): readonly ReadingQuestion[] {
    return this.#questions;
  }

  /** Rows whose text was changed to fit. */
  get repaired(): number {
    return this.#repaired;
  }

  /** Whether any line was changed. */
  get acted(): boolean {
    return this.#tallies.size > 0;
  }

  get rejected(): number {
    return this.#rejected;
  }

  countOf(act: Act): number {
    return this.#tallies.get(act)?.count ?? 0;
  }

  /** Lines of the repairs table since the last call. */
  takeRepairs(): string[] {
    const taken = this.#repairs;
    this.#repairs = [];
    return taken;
  }

  notes(): Note[] {
    const acted = [...this.#tallies].map(([act, { count, lines, examples }]) => {
      const [one, many] = acts[act];
      return {
        code: act,
        message: count === 1 || act === 'rows_in_quotes' ? one : `${count} ${many}`,
        column: null,
        count,
        rows: [...lines],
        examples: leavesOut.has(act)
          ? examples.map((example) => ({ ...example, after: null }))
          : [...examples],
      };
    });
    return [...acted, ...this.#said];
  }
}
