import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { foundTable, openedOf, placeOf } from '../found-tables.ts';
import { listXpt, openXpt } from './read-xpt.ts';

/** Transport files of SAS, versions 5 and 8. */
export const xpt = defineFormat({
  name: 'xpt',
  ...fileFormats.xpt,
  recognises: ({ head }) =>
    /^HEADER RECORD\*{7}(?:LIB|CPORT)|^\*\*COMPRESSED\*\*/.test(head.toString('latin1', 0, 40)),
  list: ({ path }) => Promise.resolve(listXpt(path).map(foundTable)),
  read: async ({ path }, part) => {
    const tables = listXpt(path);
    const place = await placeOf(tables, part);
    return openedOf(tables, place, openXpt(path, place));
  },
});
