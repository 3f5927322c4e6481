import { allOperations, computes } from '@columnist/contract';
import { virtualModule } from './virtual-module.ts';

/**
 * Paths of the queries that compute. The table that says so is too large for the first load of the
 * client.
 */
export const computingQueries = virtualModule('virtual:computing-queries', () => {
  const paths = allOperations.filter(computes).map(({ path }) => path);
  return `export const computingQueries = ${JSON.stringify(paths)};`;
});
