import { AppError, type Cell } from '@columnist/contract';
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
import { variableNames } from '../variable-names.ts';
import { fieldBytes, headOf, longestLabel, valueLabelsOf, type OutVariable } from './write-head.ts';
import { kindOf, type FieldColumn } from '../../table/table-column.ts';

const longestField = 2045;
const longestText = 2_000_000_000;
/** The largest numbers of a type; above them are missing values. */
const largest = { long: 2_147_483_620, double: 8.988465674311579e307 };
/** Days from 1 January 1960 to 1 January 1970, counted from the latter. */
const epochDay = -3653;
const reserved = new Set(
  '_ALL _B BYTE _COEF _CONS DOUBLE FLOAT IF IN INT LONG _N _PI _PRED _RC _SKIP STRL USING WITH'.split(
    ' ',
  ),
);

/**
 * Writes rows as a Stata file of release 118 (Stata 14 to 18), by “help dta” of Stata. Numbers that
 * no 64-bit float holds are texts. Answers what it could not take along. Throws invalid_input where
 * Stata cannot hold the rows.
 */
export async function writeDta(asked: ExportedRows, to: string): Promise<string[]> {
  const held = await heldMoments('Stata', asked, 'years');
  const rows = asked.withColumns(held.columns);
  const variables = await variablesOf(rows);
  const { bytes: head, places } = headOf(variables, rows.count);
  await OutputFile.write(to, async (file) => {
    await file.add(head);
    let row = 0;
    places.data = file.length;
    await file.add(Buffer.from('<data>'));
    const width = variables.reduce((sum, { type }) => sum + fieldBytes(type), 0);
    for await (const batch of rows.batches()) {
      const out = Buffer.alloc(width * batch.length);
      let at = 0;
      for (const values of batch) {
        row += 1;
        variables.forEach((variable, i) => {
          const value = values[i] ?? null;
          if (variable.type === 'strL') {
            if (value !== null && value !== '') {
              out.writeUInt16LE(i + 1, at);
              out.writeUIntLE(row, at + 2, 6);
            }
          } else writeValue(out, at, variable, value);
          at += fieldBytes(variable.type);
        });
      }
      await file.add(out);
    }
    await file.add(Buffer.from('</data>'));
    places.strls = file.length;
    await file.add(Buffer.from('<strls>'));
    if (variables.some(({ type }) => type === 'strL')) await addLongTexts(rows, variables, file);
    await file.add(Buffer.from('</strls>'));
    places.labels = file.length;
    await file.add(valueLabelsOf(variables));
    places.close = file.length;
    await file.add(Buffer.from('</stata_dta>'));
    places.end = file.length;
    await file.replace(places.map + 5, places.bytes());
  });
  const lost = leftOut('Stata', rows.columns, ({ label = '', value_labels: all = [] }, i) => ({
    ...keepsTypes(),
    label: Array.from(label).length <= longestLabel,
    description: true,
    valueLabels: keptWhole(all, variables[i]?.labels ?? []),
  }));
  return [
    ...lost,
    ...held.notes,
    ...(await momentNotes('Stata', rows)),
    ...(await textNotes('Stata', rows, ['nul'])),
  ];
}

/** Long texts follow the rows, which are read again for them. */
async function addLongTexts(
  rows: ExportedRows,
  variables: readonly OutVariable[],
  file: OutputFile,
): Promise<void> {
  let row = 0;
  for await (const batch of rows.batches())
    for (const values of batch) {
      row += 1;
      for (const [i, { type }] of variables.entries()) {
        const value = values[i] ?? null;
        if (type === 'strL' && value !== null && value !== '')
          await file.add(longText(i + 1, row, String(value)));
      }
    }
}

function longText(column: number, row: number, text: string): Buffer {
  const content = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(20);
  head.write('GSO');
  head.writeUInt32LE(column, 3);
  head.writeBigUInt64LE(BigInt(row), 7);
  head.writeUInt8(130, 15);
  head.writeUInt32LE(content.length, 16);
  return Buffer.concat([head, content]);
}

function writeValue(
  out: Buffer,
  at: number,
  { type, column }: OutVariable,
  value: ExportedValue,
): void {
  if (typeof type !== 'string') {
    if (value !== null) Buffer.from(String(value)).copy(out, at, 0, type.text);
    return;
  }
  const number = value === null ? null : numberOf(column, value);
  if (type === 'byte') out.writeInt8(number ?? 101, at);
  else if (type === 'long') out.writeInt32LE(number ?? 2_147_483_621, at);
  else if (number === null) out.writeBigUInt64LE(0x7fe0000000000000n, at);
  else out.writeDoubleLE(number, at);
}

function numberOf({ storage }: FieldColumn, value: string | number | boolean): number {
  const text = String(value);
  switch (kindOf(storage)) {
    case 'boolean':
      return value === true ? 1 : 0;
    case 'time':
      return clockParts(text) / 1000;
    case 'date':
      return momentParts(text).day - epochDay;
    case 'moment':
    case 'zoned': {
      const { day, microseconds } = momentParts(text);
      return (day - epochDay) * 86_400_000 + microseconds / 1000;
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
    { longest: 32, measure: 'characters', forbidden: /[^\p{L}\p{N}_]/gu, reserved },
  );
  return rows.columns.map((column, i): OutVariable => {
    const name = names[i] ?? column.name;
    const common = {
      column,
      name,
      label: column.label ?? (name === column.name ? '' : column.name),
      labels: [] as (readonly [number, string])[],
      labelSet: '',
    };
    const fact = facts[i] ?? null;
    if (isText(column) || fact?.exact === false) {
      const width = Math.max(1, isText(column) ? (longest[i] ?? 0) : longestNumber);
      if (width > longestText) throw refused(column.name, 'has a text that is too long');
      return {
        ...common,
        type: width <= longestField ? { text: width } : 'strL',
        format: width <= longestField ? `%-${Math.min(width, 80)}s` : '%-9s',
      };
    }
    if (column.type === 'boolean')
      return {
        ...common,
        type: 'byte',
        format: '%8.0g',
        labelSet: `l${i + 1}`,
        labels: [
          [0, 'false'],
          [1, 'true'],
        ],
      };
    if (column.storage === 'DATE') return { ...common, type: 'long', format: '%td' };
    if (column.storage === 'TIME') return { ...common, type: 'double', format: '%tcHH:MM:SS' };
    if (column.storage.startsWith('TIMESTAMP')) return { ...common, type: 'double', format: '%tc' };
    const { whole, low, high, infinite } = fact ?? { whole: false, low: 0, high: 0, infinite: 0 };
    if (infinite > 0 || Math.max(-low, high) > largest.double)
      throw refused(column.name, 'has infinite numbers, NaN or numbers beyond 8.9e307');
    const isLong = whole && low >= -2_147_483_647 && high <= largest.long;
    const labels = (column.value_labels ?? []).flatMap(({ value, label }) => {
      const code = codeOf(value);
      return code === null ? [] : [[code, label] as const];
    });
    return {
      ...common,
      type: isLong ? 'long' : 'double',
      format: isLong ? '%12.0g' : '%16.0g',
      labels,
      labelSet: labels.length === 0 ? '' : `l${i + 1}`,
    };
  });
}

/** The whole number that a label is kept by: .a to .z, which are missing, are above all others. */
function codeOf(value: Cell): number | null {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) <= largest.long ? value : null;
  return typeof value === 'string' && /^\.[a-z]$/.test(value)
    ? largest.long + 2 + value.charCodeAt(1) - 97
    : null;
}

const refused = (name: string, why: string): AppError =>
  new AppError('invalid_input', `Stata cannot hold '${name.slice(0, 100)}': it ${why}.`, {
    errors: [{ field: 'columns', message: 'Leave the column out, or ask for Parquet or CSV.' }],
    fix: 'Leave the column out, or ask for Parquet or CSV.',
  });
