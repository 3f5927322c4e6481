import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { textOfHead } from '../look-at-file.ts';

/** Text with tabs between fields, read as CSV is. */
export const tsv = defineFormat({
  name: 'tsv',
  ...fileFormats.tsv,
  recognises: ({ head, ending }) =>
    fileFormats.tsv.endings.some((one) => one === ending) ||
    (ending !== 'csv' && hasTabs(textOfHead(head))),
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

/** Whether lines have tabs, nearly all of them as many as the first. A cell may have line ends. */
function hasTabs(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  // The last one may be cut.
  const whole = text.length < shortest ? lines : lines.slice(0, -1);
  const [most = 0, ...others] = whole.map((line) => line.split('\t').length - 1);
  return (
    most > 0 &&
    others.length > 0 &&
    others.filter((tabs) => tabs === most).length >= 0.8 * others.length
  );
}

/** Characters of a head that may be cut. */
const shortest = 4096;
