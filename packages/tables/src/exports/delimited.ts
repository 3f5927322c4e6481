import { forSpreadsheetFile } from '@columnist/contract';
import { writeRecord } from '../admission/field-dialect.ts';
import { isoMoment } from '../table/cells.ts';
import { isText, type ExportedRows } from './open-rows.ts';
import { OutputFile } from './output-file.ts';

/** Whole numbers from here on are read back as such, with all their digits. */
const manyDigits = 1e15;

/** A double of many digits has an exponent, so that it is read back as a double. */
const textOf = (value: string | number | boolean): string =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) >= manyDigits
    ? value.toExponential()
    : String(value);

interface WrittenText {
  readonly rows: number;
  readonly unkept: readonly number[];
  readonly notes: readonly string[];
}

const sayGuarded = (n: number): string =>
  `${n === 1 ? '1 text has' : `${n} texts have`} an apostrophe before what a spreadsheet would take ` +
  `for a formula; plain=true writes texts as they are.`;

/**
 * Writes rows as text with a delimiter, quoted as RFC 4180 says; decimals have the digits that they
 * are stored with. Answers how many rows there are, and by column how many empty texts and NaN, which are
 * missing values when the text is read; and what was done to texts that a spreadsheet would take for a formula.
 */
export async function writeDelimited(
  { columns, batches }: Pick<ExportedRows, 'columns' | 'batches'>,
  to: string,
  { delimiter, forSpreadsheets }: { readonly delimiter: string; readonly forSpreadsheets: boolean },
): Promise<WrittenText> {
  let rows = 0;
  const unkept = columns.map(() => 0);
  let guarded = 0;
  const safe = (text: string): string => {
    const written = forSpreadsheets ? forSpreadsheetFile(text, delimiter) : text;
    if (written !== text) guarded += 1;
    return written;
  };
  await OutputFile.write(to, async (file) => {
    const line = (fields: readonly string[]): string => `${writeRecord(fields, delimiter)}\n`;
    await file.add(Buffer.from(line(columns.map(({ name }) => safe(name)))));
    for await (const batch of batches()) {
      rows += batch.length;
      await file.add(
        Buffer.from(
          batch
            .map((row) =>
              line(
                columns.map((column, i) => {
                  const value = row[i] ?? null;
                  if (value === null) return '';
                  if (value === '' || Number.isNaN(value)) unkept[i] = (unkept[i] ?? 0) + 1;
                  const text = isoMoment(textOf(value), column.storage);
                  return isText(column) ? safe(text) : text;
                }),
              ),
            )
            .join(''),
        ),
      );
    }
  });
  return { rows, unkept, notes: guarded === 0 ? [] : [sayGuarded(guarded)] };
}
