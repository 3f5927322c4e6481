import { expect, test } from 'vitest';
import { rankWorkers } from './rank-workers.ts';

const workers = ['http://a', 'http://b', 'http://c', 'http://d'];
const datasets = Array.from({ length: 4000 }, (_, i) => `dataset ${i}`);
const firstOf = (dataset: string, among: readonly string[]): string | undefined =>
  rankWorkers(dataset, among)[0];

test('every server finds the same order, whatever order it knows the workers in', () => {
  for (const dataset of datasets.slice(0, 50)) {
    const order = rankWorkers(dataset, workers);
    expect(rankWorkers(dataset, workers.toReversed())).toEqual(order);
    expect(order.toSorted()).toEqual(workers);
  }
});

test('a worker that leaves gives its own datasets away, evenly, and moves no other', () => {
  const left = workers.filter((worker) => worker !== 'http://b');
  const heirs = datasets.flatMap((dataset) => {
    const before = firstOf(dataset, workers);
    const after = firstOf(dataset, left);
    if (before === 'http://b') return [after];
    expect(after).toBe(before);
    return [];
  });
  // A quarter of 4000 each, and of those a third: by five standard deviations of a binomial.
  expect(Math.abs(heirs.length - 1000)).toBeLessThan(5 * Math.sqrt(750));
  for (const worker of left)
    expect(
      Math.abs(heirs.filter((heir) => heir === worker).length - heirs.length / 3),
    ).toBeLessThan(5 * Math.sqrt(heirs.length * (2 / 9)));
});
