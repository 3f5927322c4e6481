import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { foundTable, openedOf, placeOf } from '../found-tables.ts';
import { listJson } from './find-records.ts';
import { openJson } from './open-json.ts';

/** JSON as records, columns, lists of cells or lines, also within an object. */
export const json = defineFormat({
  name: 'json',
  ...fileFormats.json,
  recognises: ({ head, ending }) => {
    const begin = head
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
    return (
      /^\{\s*"[^"\n]*"\s*:|^\[\s*[[{]/.test(begin) ||
      (fileFormats.json.endings.some((one) => one === ending) && /^[[{]/.test(begin))
    );
  },
  list: async ({ path }) => (await listJson(path)).map(foundTable),
  read: async ({ path }, part) => {
    const tables = await listJson(path);
    const place = await placeOf(tables, part);
    const table = tables[place]?.name;
    return openedOf(tables, place, await openJson(path, { table, explode: part.explode }));
  },
});
