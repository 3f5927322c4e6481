import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { oneTable, openedAlone } from '../found-tables.ts';
import { openDta } from './read-dta.ts';

/** Data files of Stata 8 to 18. */
export const dta = defineFormat({
  name: 'dta',
  ...fileFormats.dta,
  recognises: ({ head }) => {
    const [release = 0, order = 0, kind] = head;
    return (
      head.toString('latin1', 0, 11) === '<stata_dta>' ||
      (release >= 102 && release <= 116 && (order === 1 || order === 2) && kind === 1)
    );
  },
  list: ({ path }) => {
    const { columns, rowCount } = openDta(path);
    return Promise.resolve(oneTable(rowCount ?? null, columns.length));
  },
  read: ({ path }) => openedAlone(openDta(path)),
});
