import { expect, it } from 'vitest';
import { pInTable, pText } from './p-value.ts';

it.each([
  [0, '< .001', '< .001'],
  [0.000999, '< .001', '< .001'],
  [0.001, '= .001', '.001'],
  [0.0341, '= .034', '.034'],
  [0.5, '= .500', '.500'],
  [0.999, '= .999', '.999'],
  [0.9996, '> .999', '> .999'],
  [1, '> .999', '> .999'],
])('writes %d as journals do, with its relation and in a table', (p, related, alone) => {
  expect([pText(p), pInTable(p)]).toEqual([related, alone]);
});
