import type { FoundTable } from '@columnist/contract';

/**
 * Whether a file of an archive describes the others, as a read-me does: text beside files of other
 * kinds, which are the tables.
 */
export const describesOthers = (
  { table }: Pick<FoundTable, 'table'>,
  tables: readonly Pick<FoundTable, 'table' | 'problem'>[],
): boolean =>
  isText(table) &&
  (/(?:^|\/)(?:read.?me|licen[cs]e|copying|changelog)[^/]*$/i.test(table) ||
    tables.some((one) => one.problem === null && !isText(one.table)));

const isText = (name: string): boolean => /\.txt$/i.test(name);
