import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeTurn } from './take-turn.ts';

it('lets one go on in each round of the loop, in the order in which they came', async () => {
  const rounds: string[][] = [];
  const all = Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await takeTurn();
      rounds.at(-1)?.push(name);
    }),
  );
  while (rounds.flat().length < 4 && rounds.length < 100) {
    rounds.push([]);
    await setImmediate();
  }
  await all;
  expect(rounds.filter((names) => names.length > 0)).toEqual([['a'], ['b'], ['c'], ['d']]);
});
