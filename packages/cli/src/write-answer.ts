import { pInTable } from '@columnist/contract';
import { writeRecord } from '@columnist/workers';
import { styleText } from 'node:util';
import { sentencesOf, tablesOf, type AnswerTable } from './answer-tables.ts';
import { layOut, wrapped } from './lay-out.ts';

export const formats = ['table', 'json', 'csv', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** What a text is written for: a terminal has a width, and shows headers in bold. */
export interface Page {
  readonly color: boolean;
  readonly width: number | undefined;
}

/** An answer as text that ends with a line feed. */
export function writeAnswer(answer: unknown, format: Exclude<Format, 'csv'>, page: Page): string {
  if (format === 'json') return `${JSON.stringify(answer, null, 2)}\n`;
  const parts = [
    ...sentencesOf(answer).map((sentence) =>
      format === 'table' && page.width !== undefined
        ? `${wrapped(sentence, page.width).join('\n')}\n`
        : `${sentence}\n`,
    ),
    ...tablesOf(answer).map((table) => writeTable(table, format, page)),
  ];
  return parts.length === 0 ? `${JSON.stringify(answer, null, 2)}\n` : parts.join('\n');
}

/** One table as text that ends with a line feed. */
export function writeTable(table: AnswerTable, format: Format, page: Page): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(table, null, 2)}\n`;
    case 'csv':
      return asCsv(table);
    case 'markdown':
      return asMarkdown(table);
    case 'table':
      return asText(table, page);
  }
}

const asCsv = ({ columns, rows }: AnswerTable): string =>
  [columns, ...rows]
    .map((row) => `${writeRecord(row.map((cell) => (cell === null ? '' : String(cell))))}\n`)
    .join('');

const isP = (column: string): boolean => /^(?:adjusted )?p(?:$|[ _])/.test(column);
const mostDecimals = 6;

/** Decimals that show four digits of the smallest number of a column. */
function decimalsOf(values: readonly number[]): number {
  const fractions = values.filter((one) => Number.isFinite(one) && !Number.isInteger(one));
  if (fractions.length === 0) return 0;
  const smallest = Math.min(...fractions.map((one) => Math.abs(one)));
  return Math.min(mostDecimals, Math.max(0, 3 - Math.floor(Math.log10(smallest))));
}

/** Cells as text, the numbers of a column with one number of decimals. */
function written({ columns, rows }: AnswerTable): string[][] {
  const decimals = columns.map((_, at) =>
    decimalsOf(rows.map((row) => row[at]).filter((cell) => typeof cell === 'number')),
  );
  return rows.map((row) =>
    row.map((cell, at) => {
      if (cell === null) return '';
      if (typeof cell !== 'number') return oneLine(String(cell));
      if (isP(columns[at] ?? '')) return pInTable(cell);
      // In a list of figures each has its own, as beside texts.
      if (columns[at] === '' || rows.some((one) => typeof one[at] === 'string'))
        return Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(7)));
      return cell.toFixed(decimals[at]);
    }),
  );
}

/** Cells come from files: what would move the cursor of a terminal is shown as its escape. */
const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
    sign === '\n' ? '⏎' : `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

function asText(table: AnswerTable, { color, width }: Page): string {
  const isNumber = table.columns.map((_, at) =>
    table.rows.every((row) => row[at] === null || typeof row[at] === 'number'),
  );
  const bold = (text: string): string => (color ? styleText('bold', text) : text);
  const lines = layOut(
    { headers: table.columns.map(oneLine), body: written(table), isNumber },
    width,
  );
  return [
    ...(table.title === '' ? [] : [bold(table.title)]),
    ...lines.map(({ text, isHeader }) => (isHeader ? bold(text) : text)),
  ]
    .map((text) => `${text}\n`)
    .join('');
}

const inMarkdown = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '\\<')
    .replaceAll('`', '\\`');

function asMarkdown(table: AnswerTable): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(inMarkdown).join(' | ')} |\n`;
  const isNumber = table.columns.map((_, at) =>
    table.rows.every((cells) => cells[at] === null || typeof cells[at] === 'number'),
  );
  return [
    table.title === '' ? '' : `**${inMarkdown(table.title)}**\n\n`,
    row(table.columns.map(oneLine)),
    `|${isNumber.map((number) => (number ? '---:' : '---')).join('|')}|\n`,
    ...written(table).map(row),
  ].join('');
}
