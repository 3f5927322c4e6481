import { AppError } from '@columnist/contract';
import { OutputFile } from '../output-file.ts';
import { heldMoments } from '../held-moments.ts';
import { clockParts, momentParts } from '../moment-parts.ts';
import {
  isText,
  longestNumber,
  longestTexts,
  numberFacts,
  type ExportedRows,
  type ExportedValue,
} from '../open-rows.ts';
import { keepsTypes, keptWhole, leftOut } from '../left-out.ts';
import { momentNotes } from '../moment-notes.ts';
import { textNotes } from '../text-notes.ts';
import { cutToBytes, variableNames } from '../variable-names.ts';
import { dictionaryOf, systemMissing, type OutVariable } from './write-dictionary.ts';
import { kindOf, type FieldColumn } from '../../table/table-column.ts';

const longestText = 32_767;
/** Seconds from 14 October 1582 to 1 January 1970. */
const epoch = 12_219_379_200;

const reserved = new Set('ALL AND BY EQ GE GT LE LT NE NOT OR TO WITH'.split(' '));

/**
 * Writes rows as an SPSS system file in UTF-8, by “System File Format” of the PSPP developers'
 * manual. Numbers that no 64-bit float holds are texts. Answers what it could not take along. Throws
 * invalid_input where SPSS cannot hold the rows.
 */
export async function writeSav(asked: ExportedRows, to: string): Promise<string[]> {
  const held = await heldMoments('SPSS', asked, 'years');
  const rows = asked.withColumns(held.columns);
  const variables = await variablesOf(rows);
  await OutputFile.write(to, async (file) => {
    await file.add(dictionaryOf(variables, rows.count));
    const length = variables.reduce((sum, { bytes }) => sum + bytes, 0);
    for await (const batch of rows.batches()) {
      const out = Buffer.alloc(length * batch.length, 0x20);
      let at = 0;
      for (const row of batch)
        variables.forEach((variable, i) => {
          writeValue(out, at, variable, row[i] ?? null);
          at += variable.bytes;
        });
      await file.add(out);
    }
  });
  const lost = leftOut('SPSS', rows.columns, ({ label, value_labels: all = [] }, i) => ({
    ...keepsTypes(),
    label: variables[i]?.label === label,
    valueLabels: keptWhole(all, variables[i]?.labels ?? []),
  }));
  return [
    ...lost,
    ...held.notes,
    ...(await momentNotes('SPSS', rows)),
    ...(await textNotes('SPSS', rows, ['blanks', 'nul'])),
  ];
}

function writeValue(out: Buffer, at: number, variable: OutVariable, value: ExportedValue): void {
  if (variable.width === 0) {
    out.writeDoubleLE(value === null ? systemMissing : numberOf(variable.column, value), at);
    return;
  }
  if (value === null) return;
  const text = Buffer.from(String(value));
  // Segments of long texts take 256 bytes and have 255.
  for (let from = 0, to = at; from < text.length; from += 255, to += 256)
    text.copy(out, to, from, Math.min(from + 255, text.length));
}

function numberOf({ storage }: FieldColumn, value: string | number | boolean): number {
  const text = String(value);
  switch (kindOf(storage)) {
    case 'boolean':
      return value === true ? 1 : 0;
    case 'time':
      return clockParts(text) / 1e6;
    case 'date':
    case 'moment':
    case 'zoned': {
      const { day, microseconds } = momentParts(text);
      return epoch + day * 86_400 + microseconds / 1e6;
    }
    case 'whole':
    case 'decimal':
    case 'double':
    case 'text':
      return Number(value);
  }
}

async function variablesOf(rows: ExportedRows): Promise<OutVariable[]> {
  const [longest, facts] = [await longestTexts(rows), await numberFacts(rows)];
  const names = variableNames(
    rows.columns.map(({ name }) => name),
    { longest: 64, measure: 'bytes', forbidden: /[^\p{L}\p{N}_.@#$]/gu, reserved },
  );
  return rows.columns.map((column, i): OutVariable => {
    const name = names[i] ?? column.name;
    const label = column.label ?? (name === column.name ? null : column.name);
    const fact = facts[i] ?? null;
    const common = {
      column,
      name,
      label: label === null ? null : cutToBytes(label, 252),
      labels: [] as OutVariable['labels'],
      decimals: 0,
    };
    if (isText(column) || fact?.exact === false) {
      const labels = labelsOf(column, ({ value }) => String(value));
      const width = Math.max(
        isText(column) ? (longest[i] ?? 0) : longestNumber,
        ...labels.map(([value]) => Buffer.byteLength(value)),
        1,
      );
      if (width > longestText) throw tooLong(column.name, width);
      return {
        ...common,
        labels,
        width,
        bytes: bytesOf(width),
        format: { type: 1, width: Math.min(width, 255) },
      };
    }
    if (fact !== null && (fact.infinite > 0 || fact.low <= systemMissing))
      throw infinite(column.name);
    const number = { ...common, width: 0, bytes: 8 };
    if (column.type === 'boolean')
      return {
        ...number,
        format: { type: 5, width: 1 },
        labels: [
          [0, 'false'],
          [1, 'true'],
        ],
      };
    if (column.storage === 'DATE') return { ...number, format: { type: 39, width: 10 } };
    if (column.storage === 'TIME') return { ...number, format: { type: 21, width: 8 } };
    if (column.storage.startsWith('TIMESTAMP'))
      return { ...number, format: { type: 22, width: 20 } };
    return {
      ...number,
      format: { type: 5, width: fact?.whole === true ? 12 : 16 },
      decimals: fact?.whole === true ? 0 : 4,
      labels: labelsOf(column, ({ value }) => (typeof value === 'number' ? value : null)),
    };
  });
}

/** Labels of the values that the variable can have, which `valueOf` gives. */
const labelsOf = <Value extends number | string>(
  { value_labels: all = [], storage, stored = storage }: FieldColumn,
  valueOf: (one: (typeof all)[number]) => Value | null,
): (readonly [Value, string])[] =>
  // Of codes that were made categories the cells are the labels.
  all.flatMap((one) => {
    const value = storage === 'VARCHAR' && stored !== storage ? null : valueOf(one);
    return value === null ? [] : [[value, cutToBytes(one.label, 120)] as const];
  });

/** Bytes of a case that a text of so many takes: whole elements, in segments where it is long. */
function bytesOf(width: number): number {
  if (width <= 255) return 8 * Math.ceil(width / 8);
  const segments = Math.ceil(width / 252);
  return (segments - 1) * 256 + 8 * Math.ceil((width - (segments - 1) * 252) / 8);
}

const tooLong = (name: string, width: number): AppError =>
  new AppError(
    'invalid_input',
    `SPSS holds texts of up to ${longestText} bytes, and '${name.slice(0, 100)}' has one of ${width}.`,
    {
      errors: [{ field: 'columns', message: 'Leave the column out, or ask for Parquet or CSV.' }],
      fix: 'Leave the column out, or ask for Parquet or CSV.',
    },
  );

const infinite = (name: string): AppError =>
  new AppError(
    'invalid_input',
    `SPSS holds no infinite numbers, no NaN and no ${systemMissing}, which is missing there, and ` +
      `'${name.slice(0, 100)}' has some.`,
    {
      errors: [{ field: 'columns', message: 'Filter them out, or ask for Parquet or CSV.' }],
      fix: 'Filter them out, or ask for Parquet or CSV.',
    },
  );
