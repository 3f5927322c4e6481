import { exportFormat, exportFormats, type ExportFormat } from '@columnist/contract';
import { basename } from 'node:path';

/** Endings of the same format. */
const others: Readonly<Record<string, ExportFormat>> = {
  feather: 'arrow',
  ndjson: 'jsonl',
  pq: 'parquet',
  tab: 'tsv',
};

const formats = Object.entries(exportFormats).flatMap(([key, { ending }]) => {
  const format = exportFormat.safeParse(key);
  return format.success ? [{ format: format.data, ending }] : [];
});

/** Endings of files that rows are written to. */
export const exportEndings: readonly string[] = formats.map(({ ending }) => `.${ending}`);

/** The format that rows are written in to a file of this name; undefined where there is none. */
export function exportFormatOf(to: string): ExportFormat | undefined {
  const name = basename(to).toLowerCase();
  return (
    formats.find(({ ending }) => name.endsWith(`.${ending}`))?.format ??
    Object.entries(others).find(([ending]) => name.endsWith(`.${ending}`))?.[1]
  );
}
