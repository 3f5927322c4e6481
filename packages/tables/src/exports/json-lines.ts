import { isoMoment } from '../table/cells.ts';
import { kindOf, type FieldColumn } from '../table/table-column.ts';
import type { ExportedRows, ExportedValue } from './open-rows.ts';
import { OutputFile } from './output-file.ts';

/**
 * Writes one JSON object a line. Numbers have all their digits; infinite ones and NaN, which JSON
 * cannot say, are texts.
 */
export async function writeJsonLines(rows: ExportedRows, to: string): Promise<void> {
  const names = rows.columns.map(({ name }) => JSON.stringify(name));
  await OutputFile.write(to, async (file) => {
    for await (const batch of rows.batches())
      await file.add(
        Buffer.from(
          batch
            .map(
              (row) =>
                `{${rows.columns.map((column, i) => `${names[i] ?? ''}:${jsonOf(column, row[i] ?? null)}`).join(',')}}\n`,
            )
            .join(''),
        ),
      );
  });
}

function jsonOf({ storage }: FieldColumn, value: ExportedValue): string {
  if (typeof value !== 'string')
    return typeof value === 'number' && !Number.isFinite(value)
      ? JSON.stringify(String(value))
      : JSON.stringify(value);
  const kind = kindOf(storage);
  return kind === 'whole' || kind === 'decimal' ? value : JSON.stringify(isoMoment(value, storage));
}
