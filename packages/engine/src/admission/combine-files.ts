import { AppError, nearestNames } from '@columnist/contract';
import { DuckDBInstance } from '@duckdb/node-api';
import { open, rm } from 'node:fs/promises';
import { writeRecord } from './field-dialect.ts';
import type { StatedReading } from './look-at-text.ts';
import { nameColumns } from './name-columns.ts';
import { openText } from './open-text.ts';
import { readExpression } from './read-expression.ts';
import { temporaryFiles } from './temporary-files.ts';

export interface Part {
  readonly source: string;
  readonly stated: StatedReading;
}

/**
 * Writes the rows of the parts below one another as RFC 4180 text with one header; columns are matched by name, cells are
 * kept as written. Throws invalid_file where a part lacks a column or has one more.
 */
export async function combineFiles(parts: readonly Part[], to: string, scratch: string): Promise<null> {
  const output = await open(to, 'w');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  let names: readonly string[] | null = null;
  try {
    for (const [i, { source, stated }] of parts.entries()) {
      const temporary = temporaryFiles(`${scratch}.${i}`);
      try {
        const opened = await openText(source, stated, temporary, () => undefined);
        const here: readonly string[] = nameColumns(opened.looked.names, opened.looked.width).names;
        if (names === null) {
          names = here;
          await output.write(`${writeRecord(here)}\n`);
        }
        requireSame(names, here);
        const order = names.map((name) => `c${here.indexOf(name) + 1}`);
        const rows = await connection.stream(`select ${order.join(', ')} from ${readExpression(opened.file, opened.hasHeader)}`);
        for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
          await output.write(chunk.getRows().map((row) => `${writeRecord(row.map((cell) => String(cell ?? '')))}\n`).join(''));
        }
      } finally {
        await Promise.all(Object.values(temporary).map((path) => rm(path, { force: true })));
      }
    }
    return null;
  } finally {
    connection.closeSync();
    instance.closeSync();
    await output.close();
  }
}

function requireSame(names: readonly string[], here: readonly string[]): void {
  const lacking = names.find((name) => !here.includes(name));
  const extra = here.find((name) => !names.includes(name));
  if (lacking === undefined && extra === undefined) return;
  const which = lacking === undefined ? `The file has a column '${extra}' that the dataset does not have.` : `The file lacks the column '${lacking}'.`;
  throw new AppError('invalid_file', which, {
    row: 1,
    column: lacking ?? extra ?? '',
    suggestions: nearestNames(lacking ?? extra ?? '', lacking === undefined ? names : here),
    fix: 'Give the file the same column names as the dataset, in any order, or replace the dataset.',
  });
}
