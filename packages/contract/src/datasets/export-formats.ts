import { z } from 'zod';

/** What rows can be written as: the ending of the file, its media type, and what it is. */
export const exportFormats = {
  csv: { ending: 'csv', mediaType: 'text/csv', title: 'CSV, safe to open in a spreadsheet' },
  tsv: { ending: 'tsv', mediaType: 'text/tab-separated-values', title: 'TSV, text with tabs' },
  xlsx: {
    ending: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    title: 'Excel workbook, with a sheet of columns',
  },
  parquet: {
    ending: 'parquet',
    mediaType: 'application/vnd.apache.parquet',
    title: 'Parquet, with types',
  },
  arrow: {
    ending: 'arrow',
    mediaType: 'application/vnd.apache.arrow.file',
    title: 'Arrow or Feather, with types',
  },
  jsonl: { ending: 'jsonl', mediaType: 'application/jsonl', title: 'JSON, one record a line' },
  sav: { ending: 'sav', mediaType: 'application/x-spss-sav', title: 'SPSS, with labels' },
  dta: { ending: 'dta', mediaType: 'application/x-stata-dta', title: 'Stata, with labels' },
  r: { ending: 'r.zip', mediaType: 'application/zip', title: 'CSV with code that loads it in R' },
  python: {
    ending: 'python.zip',
    mediaType: 'application/zip',
    title: 'CSV with code that loads it in Python',
  },
} as const;

const names = [
  'csv',
  'tsv',
  'xlsx',
  'parquet',
  'arrow',
  'jsonl',
  'sav',
  'dta',
  'r',
  'python',
] as const satisfies readonly (keyof typeof exportFormats)[];

export const exportFormat = z.enum(names);
export type ExportFormat = z.infer<typeof exportFormat>;
