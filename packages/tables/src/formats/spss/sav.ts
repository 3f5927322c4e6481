import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { oneTable, openedAlone } from '../found-tables.ts';
import { openSav } from './read-sav.ts';

/** System files of SPSS and PSPP, plain, compressed or compressed by zlib. */
export const sav = defineFormat({
  name: 'sav',
  ...fileFormats.sav,
  recognises: ({ head }) => /^\$FL[23]/.test(head.toString('latin1', 0, 4)),
  list: ({ path }) => {
    const { columns, rowCount } = openSav(path);
    return Promise.resolve(oneTable(rowCount ?? null, columns.length));
  },
  read: ({ path }) => openedAlone(openSav(path)),
});
