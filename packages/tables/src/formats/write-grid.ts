// One pass over the rows writes, counts and notes, with one state, and so one file.
import { AppError } from '@columnist/contract';
import type { Note } from '../admission/column-notes.ts';
import { nameColumns } from '../admission/name-columns.ts';
import { writeRange, type CellRange } from './cell-range.ts';
import { ColumnFacts } from './column-facts.ts';
import { findHead, headRows, isPresent, type GridHead, type StatedHead } from './grid-head.ts';
import { GridRows } from './grid-rows.ts';
import type { GridRow, GridSource, WrittenSource } from './source.ts';
import { requireWidth, textNotes } from './write-columns.ts';
import { FieldsFile, mostUnpacked } from './write-fields.ts';
import { emptyColumns, headNotes, tableQuestions } from './grid-notes.ts';

/**
 * Finds the first table of a sheet, or of a range of it, and writes its rows as text fields. Each
 * column is of the kind that its cells are of; one of several kinds is text, with a note. Throws
 * invalid_file where there is no table.
 */
export async function writeGrid(
  source: GridSource,
  range: CellRange,
  stated: StatedHead,
  path: string,
): Promise<WrittenSource> {
  const first = await writeFrom(source, range, stated, path, 0);
  // Some row below the first ones has cells further right: everything is read again that wide.
  return typeof first === 'number'
    ? orRefuse(await writeFrom(source, range, stated, path, first))
    : first;
}

function orRefuse(written: WrittenSource | number): WrittenSource {
  if (typeof written !== 'number') return written;
  throw new AppError('invalid_file', 'The sheet changed while it was read.', {
    fix: 'Import it again.',
  });
}

/** The column up to which rows go, where that is further than the first rows show. */
async function writeFrom(
  source: GridSource,
  range: CellRange,
  stated: StatedHead,
  path: string,
  least: number,
): Promise<WrittenSource | number> {
  const first: GridRow[] = [];
  let writing: Writing | null = null;
  const file = await FieldsFile.create(path, mostUnpacked);
  try {
    for await (const batch of source.rows())
      for (const given of batch) {
        const row = within(given, range);
        if (row === null) continue;
        if (writing !== null) {
          await writing.add(row);
          continue;
        }
        first.push(row);
        if (first.length < headRows) continue;
        writing = new Writing(first, range, stated, least, file);
        await writing.begin();
      }
    if (first.length === 0)
      throw new AppError('invalid_file', 'There is no cell that holds something.', {
        row: range.top,
        fix: 'Choose another sheet or another range.',
      });
    if (writing === null) {
      writing = new Writing(first, range, stated, least, file);
      await writing.begin();
    }
  } finally {
    await file.close();
  }
  return writing.furthest > writing.right ? writing.furthest : writing.end(source.notes(), file);
}

/** The part of a row that is in the range; null where that is empty. */
function within(row: GridRow, { top, bottom, left, right }: CellRange): GridRow | null {
  if (row.number < top || row.number > bottom) return null;
  const isWhole = left === 0 && right === Infinity;
  const cells = isWhole
    ? row.cells
    : row.cells.map((cell, i) => (i >= left && i <= right ? cell : undefined));
  return cells.some(isPresent) ? { number: row.number, cells } : null;
}

class Writing {
  /** The furthest column with a cell. */
  furthest = 0;
  readonly #first: readonly GridRow[];
  readonly #head: GridHead;
  readonly #file: FieldsFile;
  readonly #facts: readonly ColumnFacts[];
  readonly #body: GridRows;
  #rows = 0;
  #bottom = 0;
  #emptyTexts = 0;

  constructor(
    first: readonly GridRow[],
    range: CellRange,
    stated: StatedHead,
    least: number,
    file: FieldsFile,
  ) {
    this.#first = first;
    const head = findHead(first, range, stated);
    const right = head.beside === null ? Math.max(head.right, least) : head.right;
    const width = right - head.left + 1;
    requireWidth(width);
    const names =
      head.names === null ? null : Array.from({ length: width }, (_, i) => head.names?.[i] ?? '');
    this.#head = { ...head, right, names };
    this.#file = file;
    this.#facts = Array.from({ length: width }, () => new ColumnFacts());
    const above = first[head.start + head.headerRows - 1];
    this.#body = new GridRows(
      this.#head,
      this.#facts,
      above?.number ?? (first[head.start]?.number ?? 1) - 1,
    );
  }

  get right(): number {
    return this.#head.right;
  }

  async begin(): Promise<void> {
    const { start, headerRows } = this.#head;
    for (const row of this.#first.slice(start + headerRows)) await this.add(row);
  }

  async add(row: GridRow): Promise<void> {
    if (this.#head.beside === null && row.cells.length - 1 > this.furthest)
      for (let i = row.cells.length - 1; i > this.furthest; i--)
        if (isPresent(row.cells[i])) this.furthest = i;
    for (const taken of this.#body.take(row)) await this.#write(taken);
  }

  async #write(row: GridRow): Promise<void> {
    this.#rows += 1;
    this.#bottom = row.number;
    const { left } = this.#head;
    const fields: string[] = [];
    for (let i = 0; i < this.#facts.length; i++) {
      const cell = row.cells[left + i];
      if (cell === undefined) fields.push('');
      else if (cell.text === '') {
        this.#emptyTexts += 1;
        fields.push('');
      } else {
        this.#facts[i]?.add(cell, row.number);
        fields.push(cell.kind === 'error' ? '' : cell.text);
      }
    }
    await this.#file.add(fields);
  }

  end(notes: readonly Note[], file: Pick<FieldsFile, 'nuls' | 'halves' | 'marks'>): WrittenSource {
    const head = this.#head;
    const below = this.#body.notes();
    if (this.#rows === 0)
      throw new AppError('invalid_file', 'The sheet has a row of names but no rows.', {
        row: (this.#first[head.start]?.number ?? 1) + 1,
        fix: 'Add a row below the names, or choose another sheet or range.',
      });
    const named = nameColumns(head.names, this.#facts.length, this.#first[head.start]?.number);
    // A column without name and values is the space between others.
    const kept = named.names.flatMap((name, i) =>
      this.#facts[i]?.present === 0 && (head.names === null || (head.names[i] ?? '').trim() === '')
        ? []
        : [{ name, i }],
    );
    const left = this.#facts.length - kept.length;
    const decided = kept.map(({ name, i }) => ({
      name,
      field: `c${i + 1}`,
      decision: this.#facts[i]?.decide(name) ?? { storage: 'VARCHAR', missing: [], notes: [] },
    }));
    const keptNames = new Set(kept.map(({ name }) => name));
    return {
      rows: this.#rows,
      width: this.#facts.length,
      columns: decided.map(({ name, field, decision: { storage, missing, inSeconds } }) => ({
        name,
        field,
        storage,
        missing,
        ...(inSeconds === true ? { inSeconds, unit: 's' } : {}),
      })),
      preamble: Math.max(0, (this.#first[head.start]?.number ?? 1) - 1),
      headerRows: head.headerRows,
      missingWords: [...new Set(decided.flatMap(({ decision }) => decision.missing))].sort(),
      notes: [
        ...headNotes(head, this.#first),
        ...named.notes.filter(({ column }) => column === null || keptNames.has(column)),
        ...(left === 0 ? [] : [emptyColumns(left)]),
        ...decided.flatMap(({ decision }) => decision.notes),
        ...below,
        ...notes,
        ...textNotes(this.#emptyTexts, file),
      ],
      questions: tableQuestions(head, this.#body.other),
      range: writeRange({
        left: head.left,
        right: head.right,
        top: this.#first[head.start]?.number ?? 1,
        bottom: this.#bottom,
      }),
    };
  }
}
