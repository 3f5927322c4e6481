import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { oneTable } from '../found-tables.ts';
import { findBorders } from './find-borders.ts';
import { writeFixedWidth } from './read-fixed-width.ts';

/** Endings of any text, whose lines then must have borders. */
const ofAnyText: ReadonlySet<string> = new Set(['txt', 'dat', 'asc', 'lst']);

/** Text whose columns begin at the same character of every line. */
export const fixedWidth = defineFormat({
  name: 'fwf',
  ...fileFormats.fwf,
  recognises: ({ head, ending }) => {
    if (fileFormats.fwf.endings.some((one) => one === ending)) return true;
    if (!ofAnyText.has(ending) || head.includes(0)) return false;
    const lines = head.toString('utf8').split(/\r?\n/).slice(0, -1);
    const delimited = lines.filter((line) => /[\t;|]|,\S/.test(line)).length;
    return delimited <= lines.length / 2 && findBorders(lines) !== null;
  },
  list: async ({ path, taken }) =>
    oneTable(null, (await writeFixedWidth(path, taken, undefined)).columns),
  read: async ({ path, taken }, { borders }) => {
    const { notes } = await writeFixedWidth(path, taken, borders?.split(',').map(Number));
    return {
      source: {
        shape: 'text',
        path: taken,
        reading: {
          encoding: 'utf-8',
          delimiter: ',',
          quote: '"',
          escape: '"',
          skip_lines: 0,
          comment: null,
        },
        notes: () => notes,
      },
      table: null,
      tables: 1,
    };
  },
});
