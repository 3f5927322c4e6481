import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { foundTable, openedOf, placeOf } from '../found-tables.ts';
import { textOfHead } from '../look-at-file.ts';
import { listJson } from './find-records.ts';
import { inUtf8 } from './in-utf8.ts';
import { openJson } from './open-json.ts';
import { fromFirstValue } from './split-values.ts';

/** JSON as records, columns, lists of cells, lines or a text sequence, also within an object. */
export const json = defineFormat({
  name: 'json',
  ...fileFormats.json,
  recognises: ({ head, ending }) => {
    const begin = fromFirstValue(textOfHead(head));
    return (
      /^\{\s*"[^"\n]*"\s*:|^\[\s*[[{]/.test(begin) ||
      (fileFormats.json.endings.some((one) => one === ending) && /^[[{]/.test(begin))
    );
  },
  list: async (file) => (await listJson(await inUtf8(file))).map(foundTable),
  read: async (file, part) => {
    const path = await inUtf8(file);
    const tables = await listJson(path);
    const place = await placeOf(tables, part);
    const table = tables[place]?.name;
    return openedOf(tables, place, await openJson(path, { table, explode: part.explode }));
  },
});
