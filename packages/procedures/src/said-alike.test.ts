import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let engine: TestEngine;

beforeAll(async () => {
  engine = await openTestEngine();
});
afterAll(() => engine.close());

const level = { confidence_level: 0.95 } as const;

describe('what is alike is said to be alike', () => {
  it('medians of ranks that differ: the means say in which direction', async () => {
    // Medians 4, 4, 4; kruskal.test of R: χ² = 21.981, p = .00002; means 2.857, 4, 5.714.
    const cells = {
      low: [1, 1, 2, 4, 4, 4, 4],
      mid: [3, 4, 4, 4, 4, 4, 5],
      high: [4, 4, 4, 4, 7, 8, 9],
    };
    const csv = `g,y\n${Object.entries(cells)
      .flatMap(([g, values]) => [...values, ...values, ...values].map((y) => `${g},${y}`))
      .join('\n')}\n`;
    const { table } = await engine.admit(csv);
    const { sentence } = await engine.engine.compareGroups(table, {
      method: 'kruskal_wallis',
      value: 'y',
      group: 'g',
      adjust: 'holm',
      ...level,
    });
    expect(sentence).toBe(
      'The values of y tend to be larger in at least one group of g than in another: all medians 4.00, means from 2.86 (low) to 5.71 (high) (p < .001, ε² of ranks = .35). All pairs of groups differ (Dunn, Holm).',
    );
  });

  it.each([
    [
      'a,b\n1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n7,9\n',
      ['a', 'b'],
      'One component holds 94.4% of the variance of 2 columns; it weighs both columns alike.',
    ],
    [
      'a,b,c\n1,2,3\n2,1,9\n3,4,4\n4,3,1\n5,6,8\n6,5,2\n7,9,6\n',
      ['a', 'b', 'c'],
      '2 components hold 96.6% of the variance of 3 columns; the first, 63.1%, is mostly a and b.',
    ],
    [
      'a,b,c,d\n1,1,1,3\n2,2,1,9\n3,2,4,4\n4,5,3,1\n5,5,6,8\n6,6,5,2\n7,8,9,6\n',
      ['a', 'b', 'c', 'd'],
      '2 components hold 96.5% of the variance of 4 columns; the first, 71%, is led by 3 of them: a, b, c.',
    ],
  ])('columns of a component: %s', async (csv, columns, sentence) => {
    const { table } = await engine.admit(csv);
    const found = await engine.engine.structure(table, {
      method: 'principal_components',
      columns,
      scale: true,
    });
    expect(found.sentence).toBe(sentence);
  });
});

describe('items of a scale', () => {
  const csv = `up,over,down\n${[1, 2, 2, 3, 3, 4, 4, 5, 5, 1, 5, 2]
    .map(
      (x, i) =>
        `${x},${Math.min(5, Math.max(1, x + (i % 3) - 1))},${i === 3 ? 5 : i === 8 ? 2 : 6 - x}`,
    )
    .join('\n')}\n`;

  const one = 'All load on the first principal component with one sign.';
  const other =
    'down loads on the first principal component with the other sign: turn the values of reversed ' +
    'items round before (smallest + largest − value), or leave them out.';

  // α by its definition in R; down is against the others in the first component of prcomp.
  it.each([
    [['up', 'over', 'down'], 'doubtful', other, 'unacceptable', 'α = −2.46, 95% CI [−8.15, −.08]'],
    [['up', 'over'], 'holds', one, 'excellent', 'α = .95, 95% CI [.82, .99]'],
    [['up', 'down'], 'doubtful', other, 'unacceptable', 'α = −21.80, 95% CI [−78.21, −5.56]'],
  ])('%j', async (columns, verdict, said, called, alpha) => {
    const { table } = await engine.admit(csv);
    const found = await engine.engine.association(table, {
      method: 'cronbach_alpha',
      columns,
      ...level,
    });
    expect(found).toMatchObject({
      sentence: `The internal consistency of the ${columns.length} items is called ${called} (George and Mallery): Cronbach’s ${alpha}.`,
      assumptions: [{ name: 'items point the same way', verdict, said }],
    });
  });
});
