import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeTurn } from './take-turn.ts';

it('lets one go on in each round of the loop, in the order in which they came', async () => {
  const rounds: string[][] = [];
  let isOver = false;
  const all = Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await takeTurn();
      rounds.at(-1)?.push(name);
    }),
  ).then(() => (isOver = true));
  for (let i = 0; i < 100 && !isOver; i++) {
    rounds.push([]);
    await setImmediate();
  }
  await all;
  expect(rounds.filter((names) => names.length > 0)).toEqual([['a'], ['b'], ['c'], ['d']]);
});
