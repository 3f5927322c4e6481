import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';

/** Text with tabs between fields, read as CSV is; its content looks like any other text. */
export const tsv = defineFormat({
  name: 'tsv',
  ...fileFormats.tsv,
  recognises: ({ ending }) => fileFormats.tsv.endings.some((one) => one === ending),
  list: () =>
    Promise.resolve([
      { table: 'text', rows: null, columns: null, range: null, hidden: false, problem: null },
    ]),
  read: ({ path }) =>
    Promise.resolve({
      source: { shape: 'text', path, reading: { delimiter: '\t' }, notes: () => [] },
      table: null,
      tables: 1,
    }),
});
