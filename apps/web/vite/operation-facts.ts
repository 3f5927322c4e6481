import { allOperations, computes } from '@columnist/contract';
import { virtualModule } from './virtual-module.ts';

/**
 * What the client has to know of operations before it calls them. The table that says so is too
 * large for the first load.
 */
export const operationFacts = virtualModule('virtual:operation-facts', () => {
  const computing = allOperations.filter(computes).map(({ path }) => path);
  const takingCredentials = allOperations
    .filter(({ takesCredential }) => takesCredential === true)
    .map(({ path }) => path);
  return [
    `export const computing = ${JSON.stringify(computing)};`,
    `export const takingCredentials = ${JSON.stringify(takingCredentials)};`,
  ].join('\n');
});
