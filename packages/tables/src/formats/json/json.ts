import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { placeOf, foundTable } from '../found-tables.ts';
import { toSource } from '../to-source.ts';
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
    const { name = '' } = tables[placeOf(tables, part)] ?? {};
    return {
      source: await toSource(await openJson(path, { table: name, explode: part.explode })),
      table: name === '' ? null : name,
      tables: tables.length,
    };
  },
});
