import { mulberry32, placeOf, samplesOf } from '@columnist/statistics';
import { expect, it } from 'vitest';
import { groupsPicture } from './pictures.ts';

const chance = mulberry32(28);

it.each([
  ['few distinct whole numbers', 5000, () => Math.floor(chance() * 40)],
  ['decimals', 3000, () => chance() * 1e3 - 500],
  ['fewer values than are drawn', 77, () => Math.round(chance() * 1e4) / 8],
  ['one value', 30, () => 7],
])('the points of a group are its sorted values, evenly chosen: %s', (_, n, draw) => {
  const values = Float64Array.from({ length: n }, draw);
  const given = samplesOf([values], { origin: 0, perUnit: 1 });
  const picture = groupsPicture('x', ['a'], given);
  const sorted = [...(given.samples[0]?.values ?? [])].sort((a, b) => a - b);
  const drawn = Math.min(120, n);
  const expected = Array.from({ length: drawn }, (__, k) =>
    placeOf(given.scale, sorted[Math.floor((k + 0.5) * Math.max(1, n / 120))] ?? NaN),
  );
  expect(picture.kind === 'groups' && picture.groups[0]?.points).toEqual(expected);
  const density = picture.kind === 'groups' ? picture.groups[0]?.density : undefined;
  if (new Set(values).size === 1) return expect(density).toBeNull();
  // A density: what lies under it, by trapezoids, is one, less what its ends leave out.
  const { x = [], y = [] } = density ?? {};
  const area = x
    .slice(1)
    .reduce((sum, at, i) => sum + ((at - (x[i] ?? 0)) * ((y[i] ?? 0) + (y[i + 1] ?? 0))) / 2, 0);
  expect(area).toBeGreaterThan(0.95);
  expect(area).toBeLessThan(1.02);
});
