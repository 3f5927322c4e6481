import { dateFormatIn, type DateOrder, type Reading } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Layers, Part } from '../database/layers.ts';
import { writeMoment } from '../reading/write-moment.ts';
import { codesOf } from './code-columns.ts';
import { keptAsCodes, keptAsText, type Note } from './column-notes.ts';
import { askForDates, decideDates, isDateColumn } from './date-columns.ts';
import { decideMarks, type MarkDecision } from './decide-marks.ts';
import { isMissing, isMissingCell } from './missing-words.ts';
import { askForMarks, asksForMarks } from './number-marks.ts';
import { numberColumnOf, plainNumber } from './number-writing.ts';
import { askForPlain, plainColumnsOf, plainText, type PlainColumn } from './plain-columns.ts';
import { rewriteColumns, type Rewriting } from './rewrite-columns.ts';
import { askForStated, statedColumnsOf, statedText } from './stated-columns.ts';

/** What a person may state about how cells are written. */
export interface StatedWriting {
  readonly decimal_mark?: '.' | ',' | undefined;
  readonly date_order?: DateOrder | undefined;
  /** Columns to be kept as text, whatever they look like. */
  readonly text_columns?: readonly string[] | undefined;
  /** How single columns are read. */
  readonly read_columns?: Reading['read_columns'];
}

/** A table of text fields, and what is known of it. */
export interface TextColumns {
  /** SQL of the table. */
  readonly table: string;
  readonly names: readonly string[];
  /** The first cells of each column as text; of one that is empty there, cells from further on. */
  readonly samples: readonly (readonly string[])[];
  /** Of the file. */
  readonly delimiter: string;
  /** At most so many. */
  readonly rows: number;
}

export interface Interpreted {
  /** SQL of the table with its cells written the plain way. */
  readonly table: string;
  /** How many columns are written another way. */
  readonly rewritten: number;
  readonly decimalMark: '.' | ',';
  readonly dateOrder: DateOrder | null;
  /** Names of columns that are kept as text, whatever they look like. */
  readonly asText: ReadonlySet<string>;
  /** Names of columns whose cells are rewritten as plain numbers. */
  readonly asNumbers: readonly string[];
  /** What decides on the numbers. */
  readonly marks: MarkDecision;
  /** Whether all cells of the number columns were looked at. */
  readonly numbersAsked: boolean;
  readonly notes: Note[];
}

/**
 * Columns whose numbers have decimal commas, thousands separators or one currency or unit beside
 * them, whose dates begin with the day or the month, or which hold one of the forms of
 * `plain-columns.ts`, where the whole column (or another one of the file, or a person) leaves one
 * way to read them. Others stay as they are. With `late` the number columns are looked at whatever
 * their samples show. Columns of `kept` show what they show, but are no numbers by other rules and
 * stay as they are.
 */
export async function interpretColumns(
  connection: DuckDBConnection,
  { table, names, samples, delimiter, rows }: TextColumns,
  stated: StatedWriting,
  late = false,
  kept: ReadonlySet<string> = new Set(),
): Promise<Interpreted> {
  const byPerson = statedColumnsOf(names, samples, stated);
  const columns = names.map((name, i) => ({
    field: `c${i + 1}`,
    name,
    present:
      stated.text_columns?.includes(name) === true || byPerson.has(name)
        ? []
        : presentOf(samples[i] ?? []),
  }));
  const codes = new Map(
    columns.flatMap(({ name, present }) => {
      const why = codesOf(name, present);
      return why === null ? [] : [[name, why] as const];
    }),
  );
  const open = columns.filter(({ name, present }) => present.length > 0 && !codes.has(name));
  const dates = await askForDates(
    connection,
    table,
    open.filter(({ present }) => isDateColumn(present)),
    rows,
  );
  const others = open.filter(({ present }) => !isDateColumn(present));
  const numbers = others.flatMap(
    ({ field, name, present }) => numberColumnOf(field, name, present, late) ?? [],
  );
  const sampled = others
    .filter(({ field }) => numbers.some((one) => one.field === field && one.beside !== '%'))
    .map(({ present }) => present);
  const numbersAsked =
    numbers.length > 0 &&
    (late ||
      numbers.some(({ beside, loose }) => loose || (beside !== null && beside !== '%')) ||
      asksForMarks(sampled, stated.decimal_mark));
  const evidence = numbersAsked ? await askForMarks(connection, table, numbers) : [];
  const marks: MarkDecision = decideMarks(evidence, stated.decimal_mark, delimiter);
  const ordered = decideDates(dates, stated.date_order);
  const plain = await askForPlain(
    connection,
    table,
    plainColumnsOf(
      others.filter(
        ({ field, name }) => !kept.has(name) && numbers.every((one) => one.field !== field),
      ),
    ),
    rows,
  );
  const decimalMark = marks.mark ?? ([...marks.read.values()].includes(',') ? ',' : '.');
  const dateOrder = ordered.order ?? stated.date_order ?? null;
  const taken = [...byPerson.values()].filter(({ name }) => !kept.has(name));
  const given = await askForStated(connection, table, taken, { decimalMark, dateOrder });

  const rewritten = new Map<string, Rewriting>();
  const trimmed = (field: string, layers: Layers): Part =>
    layers.hoist({ text: `trim(${field})`, values: [], level: 0 });
  const write = (
    field: string,
    made: (text: Part, field: string, layers: Layers) => Part,
  ): void => {
    rewritten.set(field, (cell, layers) => {
      const text = trimmed(cell, layers);
      const { text: value, level } = made(text, cell, layers);
      return {
        values: [],
        level,
        text: `case when ${isMissing(text.text)} then ${cell} else ${value} end`,
      };
    });
  };
  for (const column of numbers) {
    const mark = marks.read.get(column.field);
    if (mark !== undefined && !kept.has(column.name))
      write(column.field, (text, field) => ({
        ...text,
        text: plainNumber({ ...column, field }, mark),
      }));
  }
  for (const [field, { order, clock }] of ordered.read)
    write(field, (text, _, layers) => {
      const moment = layers.hoist(writeMoment(text, dateFormatIn(order), layers));
      return { ...moment, text: `${moment.text}${clock ? '' : '::date'}::varchar` };
    });
  for (const column of plain.read)
    write(column.field, (text, _, layers) => layers.hoist(plainText(column, text, layers)));
  for (const column of given.columns)
    rewritten.set(column.field, (field, layers) =>
      layers.hoist(statedText({ ...column, field }, trimmed(field, layers), layers)),
    );
  const fields = columns.map(({ field }) => field);
  return {
    table: rewritten.size === 0 ? table : rewriteColumns(table, fields, rewritten, rows),
    rewritten: rewritten.size,
    decimalMark,
    dateOrder,
    asText: new Set([
      ...marks.asText,
      ...kept,
      ...codes.keys(),
      ...ordered.open,
      ...textsOf(plain.read),
    ]),
    asNumbers: [
      ...numbers.filter(({ field, name }) => marks.read.has(field) && !kept.has(name)),
      ...plain.read.filter(({ form }) => form.as === 'digits'),
      ...given.columns.filter(({ as }) => as === 'number'),
    ].map(({ name }) => name),
    marks,
    numbersAsked,
    notes: [
      ...marks.notes.filter(({ column }) => !kept.has(column ?? '')),
      ...evidence.flatMap(({ name, present }) =>
        kept.has(name) ? [likeNumbers(name, present)] : [],
      ),
      ...[...codes].map(([name, why]) =>
        keptAsCodes(name, columns.find((column) => column.name === name)?.present ?? [], why),
      ),
      ...ordered.notes,
      ...plain.notes,
      ...given.notes,
    ],
  };
}

const presentOf = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => !isMissingCell(cell));

/** Texts that Excel was made to keep as such. */
const textsOf = (columns: readonly PlainColumn[]): string[] =>
  columns.filter(({ form }) => form.as === 'formula').map(({ name }) => name);

const likeNumbers = (name: string, count: number): Note =>
  keptAsText(
    name,
    count,
    count === 1
      ? 'looks like a number, but is none'
      : 'look like numbers, but some are none, such as codes with leading zeros',
  );
