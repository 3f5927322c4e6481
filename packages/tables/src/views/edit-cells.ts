import {
  AppError,
  sayEdited,
  type CorrectedCell,
  type DeletedRow,
  type ViewEffect,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Layers, Part } from '../database/layers.ts';
import { rowNumber } from '../database/parquet-file.ts';
import type { Sql } from '../database/sql.ts';
import { cellExpression, cellOf } from '../table/cells.ts';
import { decimalOf, type FieldColumn } from '../table/table-column.ts';
import type { Place } from './compile-expression.ts';
import { bindLiteral } from './literals.ts';

type Scalar = CorrectedCell['to'];

/** What an edit names of its row: values that columns must have for it to be that row. */
interface Named {
  readonly column: FieldColumn;
  readonly value: Scalar;
}

/** Edits of rows by one condition for each row, as a column of true and false. */
export interface Edits {
  readonly applies: Part;
  /** The column whose cells are corrected; null where rows are deleted. */
  readonly column: string | null;
  readonly rows: readonly { readonly row: number; readonly named: readonly Named[] }[];
}

/** A column with corrected cells. */
export interface Correction {
  readonly column: string;
  readonly to: Part & Pick<FieldColumn, 'storage'>;
  readonly edits: Edits;
}

const missing: Sql = { text: 'null', values: [] };

/** The place of a row in the file, from 0. */
const placeOf = (row: number): number => row - 1;

/** One SQL of several, in their order. */
const joined = (parts: readonly Sql[], between: string): Sql => ({
  text: parts.map(({ text }) => text).join(between),
  values: parts.flatMap(({ values }) => values),
});

/**
 * The columns whose cells are corrected, with the condition by which each row is the one that is
 * meant. Throws wrong_column_type where a column cannot hold a new value, invalid_input where a
 * cell is corrected twice.
 */
export function compileCorrections(
  cells: readonly CorrectedCell[],
  place: (name: string) => Place,
): Correction[] {
  return [...Map.groupBy(cells, ({ column }) => column)].map(([name, own]): Correction => {
    const { column } = place(name);
    refuseTwice(
      own.map(({ row }) => row),
      `'${name}'`,
    );
    const edits = compileEdits(
      own.map(({ row, column: corrected, from, has = [] }) => ({
        row,
        has: [{ column: corrected, value: from }, ...has],
      })),
      place,
      name,
    );
    const values = own.map(({ row, to }) => fitting(to, column, row));
    const storage = storageOf(column, values, own[0]?.row ?? 1);
    const branches = own.map(({ row }, i) =>
      joined([{ text: `when ${placeOf(row)} then`, values: [] }, values[i] ?? missing], ' '),
    );
    const chosen = joined(
      [
        { text: 'cast(case when', values: [] },
        edits.applies,
        { text: `then (case ${rowNumber}`, values: [] },
        ...branches,
        {
          text: `end) else ${column.field} end as ${storage === 'TIMESTAMPTZ' ? 'TIMESTAMP' : storage})`,
          values: [],
        },
      ],
      ' ',
    );
    return { column: name, to: { ...chosen, level: edits.applies.level, storage }, edits };
  });
}

/** Where a row is deleted. Throws invalid_input where one is named twice. */
export function compileDeletions(
  rows: readonly DeletedRow[],
  place: (name: string) => Place,
): Edits {
  refuseTwice(
    rows.map(({ row }) => row),
    'the list',
  );
  return compileEdits(rows, place, null);
}

function compileEdits(
  rows: readonly DeletedRow[],
  place: (name: string) => Place,
  column: string | null,
): Edits {
  const named = rows.map(({ row, has }) => ({
    row,
    places: has.map(({ column, value }) => ({ ...place(column), value })),
  }));
  const branches = named.map(({ row, places }) => {
    const same = places.map(({ column, value }) => equal(column, value));
    return joined([{ text: `when ${placeOf(row)} then`, values: [] }, joined(same, ' and ')], ' ');
  });
  const list = rows.map(({ row }) => placeOf(row)).join(', ');
  // The list first: it is looked up at once, the branches one after the other.
  const applies = joined(
    [
      { text: `(case when ${rowNumber} in (${list}) then (case ${rowNumber}`, values: [] },
      ...branches,
      { text: 'else false end) else false end)', values: [] },
    ],
    ' ',
  );
  return {
    column,
    applies: {
      ...applies,
      level: Math.max(0, ...named.flatMap(({ places }) => places.map(({ level }) => level))),
    },
    rows: named.map(({ row, places }) => ({ row, named: places })),
  };
}

function refuseTwice(rows: readonly number[], where: string): void {
  const twice = rows.find((row, i) => rows.indexOf(row) !== i);
  if (twice === undefined) return;
  const message = `Row ${twice} is edited twice in ${where}.`;
  throw new AppError('invalid_input', message, {
    errors: [{ field: 'view.clean', message }],
    fix: 'Name each row once, or write two steps.',
  });
}

/** Whether a cell has this value; a value that its column cannot have is not equal. */
function equal(column: FieldColumn, value: Scalar): Sql {
  if (value === null) return { text: `${column.field} is null`, values: [] };
  try {
    const bound = bind(value, column);
    return { text: `${column.field} is not distinct from ${bound.text}`, values: bound.values };
  } catch (error) {
    if (error instanceof AppError) return { text: 'false', values: [] };
    throw error;
  }
}

/** Infinite numbers are texts outside. */
const bind = (value: NonNullable<Scalar>, column: FieldColumn): Sql =>
  column.storage === 'DOUBLE' && typeof value === 'string' && /^-?Infinity$/.test(value)
    ? { text: 'cast(? as double)', values: [value] }
    : bindLiteral(value, column);

const holds: Readonly<Record<string, string>> = {
  DATE: 'dates such as 2026-01-31',
  TIME: 'times such as 13:45:00',
};

const exactDigits = 15;

/** Whether a number of JSON may have been written with other digits than it came with. */
const mayBeRounded = (value: NonNullable<Scalar>): boolean =>
  typeof value === 'number' &&
  Math.abs(value) > Number.MAX_SAFE_INTEGER &&
  value.toExponential().replaceAll(/e.*|[-.]/g, '').length > exactDigits;

/** A new value of a cell, as its column has them. Throws wrong_column_type. */
function fitting(value: Scalar, column: FieldColumn, row: number): Sql {
  if (value === null) return missing;
  const refuse = (wanted: string): never => {
    throw new AppError(
      'wrong_column_type',
      `Row ${row}: '${column.name}' is a ${column.type} column and cannot hold ${sayEdited(value)}.`,
      { column: column.name, fix: `Write ${wanted}, or null for a missing value.` },
    );
  };
  const isText = column.type === 'text' || column.type === 'category';
  if (column.storage !== 'DOUBLE' && mayBeRounded(value))
    return refuse('a whole number beyond 9007199254740991 in quotes');
  if (value === '') return refuse(isText ? 'a text with at least one character' : 'a value');
  try {
    const bound = bind(value, column);
    const [moment] = bound.values;
    if (column.storage === 'DATE' && !String(moment).endsWith(' 00:00:00'))
      return refuse(holds['DATE'] ?? '');
    return bound;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const wanted = {
      number: 'a number such as 12.5',
      boolean: 'true or false',
      datetime: holds[column.storage] ?? 'a date with time such as 2026-01-31T13:45:00',
      text: 'a text in quotes',
      category: 'a text in quotes',
    };
    return refuse(wanted[column.type]);
  }
}

const digitsOfBigint = 19;
const bitsOfBigint = 64;

/** Of the whole numbers with 19 digits some are within 64 bits. */
const isInBigint = ({ values: [whole] }: Sql): boolean =>
  whole === undefined ||
  BigInt.asIntN(bitsOfBigint, BigInt(String(whole))) === BigInt(String(whole));

/**
 * The storage in which a column keeps its values and these: digits are added to decimals and whole
 * numbers where they need some. Throws wrong_column_type where no decimal has room for both.
 */
function storageOf(column: FieldColumn, values: readonly Sql[], row: number): string {
  const { storage } = column;
  if (column.type !== 'number' || storage === 'DOUBLE') return storage;
  const decimals = values.flatMap(({ text }) => {
    const found = decimalOf(/cast\(\? as (.+)\)/.exec(text)?.[1]?.toUpperCase() ?? '');
    if (text !== missing.text && found === null)
      throw new AppError(
        'wrong_column_type',
        `Row ${row}: '${column.name}' keeps exact numbers, and has no room for as many digits.`,
        { column: column.name, fix: 'Write a number with fewer digits.' },
      );
    return found === null ? [] : [found];
  });
  const own = decimalOf(storage) ?? { precision: digitsOfBigint, scale: 0 };
  const scale = Math.max(own.scale, ...decimals.map((one) => one.scale));
  const whole = Math.max(
    own.precision - own.scale,
    ...decimals.map((one) => one.precision - one.scale),
  );
  return storage === 'BIGINT' && scale === 0 && values.every(isInBigint)
    ? storage
    : `DECIMAL(${whole + scale},${scale})`;
}

export const misfitsShown = 3;

/** Edits that do not apply, as their row has other values or is not there, with what it has. */
export async function findMisfits(
  connection: DuckDBConnection,
  layers: Layers,
  { applies, rows, column: corrected }: Edits,
  level: number,
): Promise<{ readonly left: NonNullable<ViewEffect['edits_left']>; readonly misfits: string[] }> {
  const columns = [
    ...new Map(
      rows.flatMap(({ named }) => named.map(({ column }) => [column.field, column])),
    ).values(),
  ];
  const asked = layers.select(
    [
      `${rowNumber} as r`,
      `${applies.text} as applies`,
      ...columns.map((column, i) => `${cellExpression(column)} as v${i}`),
    ].join(', '),
    level,
    `where r in (${rows.map(({ row }) => placeOf(row)).join(', ')})`,
    applies.values,
  );
  const found = new Map(
    (await connection.runAndReadAll(asked.text, asked.values))
      .getRows()
      .map(([place, fits, ...values]) => [Number(place) + 1, { fits, values }]),
  );
  const unfit = rows.filter(({ row }) => found.get(row)?.fits !== true);
  const misfits = unfit.slice(0, misfitsShown).map(({ row, named }) => {
    const here = found.get(row);
    if (here === undefined) return `row ${row} is not there`;
    const others = named.flatMap(({ column, value }) => {
      const own = cellOf(column, here.values[columns.indexOf(column)] ?? null);
      return String(own) === String(value)
        ? []
        : [`${column.name} is ${sayEdited(own)}, not ${sayEdited(value)}`];
    });
    return `row ${row}: ${others.slice(0, 2).join(', ')}`;
  });
  return {
    left: unfit.map(({ row }) => ({ row, ...(corrected === null ? {} : { column: corrected }) })),
    misfits,
  };
}
