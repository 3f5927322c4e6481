import { describe, expect, test } from 'vitest';
import { reversedBy, type GroupedPoint } from './reversed-by.ts';

// Within each of three groups y falls by 1 for each x; the groups lie on a rising line.
const simpson: GroupedPoint[] = ['a', 'b', 'c'].flatMap((group, g) =>
  Array.from({ length: 20 }, (_, i) => ({
    x: 10 * g + (i % 5),
    y: 10 * g - (i % 5) + (i % 2) / 2,
    groups: [['odd', 'even'][i % 2] ?? '', group],
  })),
);

describe('a column that reverses a relation', () => {
  test('is found, with both correlations, as R cor() has them', () => {
    // R: cor(x, y); cor(x - ave(x, g), y - ave(y, g))
    expect(reversedBy(simpson, 2)).toEqual({
      column: 1,
      r: expect.closeTo(0.9413193, 6),
      within: expect.closeTo(-0.9847319, 6),
    });
  });

  test('is none where groups agree, or where there are none', () => {
    const agreeing = simpson.map(({ x, y, groups }) => ({ x, y: y + 3 * (x % 10), groups }));
    expect(reversedBy(agreeing, 2)).toBeNull();
    expect(reversedBy(simpson, 1)).toBeNull();
    expect(reversedBy([], 2)).toBeNull();
  });

  test('is none where the relation within groups may be chance', () => {
    const loose = simpson.map(({ x, groups }, i) => ({ x, y: x + ((i * 7) % 20), groups }));
    expect(reversedBy(loose, 2)).toBeNull();
  });
});
