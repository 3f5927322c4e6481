import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { oneTable, openedAlone } from '../found-tables.ts';
import { openArrow } from './open-arrow.ts';

/** Arrow files, also known as Feather, and Arrow streams. */
export const arrow = defineFormat({
  name: 'arrow',
  ...fileFormats.arrow,
  recognises: ({ head, ending }) => {
    const begin = head.toString('latin1', 0, 6);
    return (
      begin === 'ARROW1' ||
      begin.startsWith('FEA1') ||
      (begin.startsWith('\xff\xff\xff\xff') &&
        fileFormats.arrow.endings.some((one) => one === ending))
    );
  },
  list: async ({ path }) => oneTable(null, (await openArrow(path)).columns.length),
  read: async ({ path }) => openedAlone(await openArrow(path)),
});
