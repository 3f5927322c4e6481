import { describe, expect, test } from 'vitest';
import { difficultiesOf } from './difficulty.ts';
import { digitsOf, fixtureFiles, isRounding, listOf, numberOf, type Fixture } from './fixtures.ts';
import { permutationTest } from '../groups/permutation-test.ts';
import { procedures } from './run-procedure.ts';

/** Statistics to 1e-9, p-values to 1e-7; R's own search for roots leaves fewer digits. */
function tolerance(name: string): number {
  if (name.startsWith('uniroot')) return 5e-4;
  return name === 'p' || name === 'ps' ? 1e-7 : 1e-9;
}

const byProcedure = Map.groupBy(
  fixtureFiles().flatMap(({ fixtures }) => fixtures),
  ({ procedure }) => procedure,
);

test.each([...byProcedure.keys()])('%s is known here', (name) =>
  expect(procedures).toHaveProperty(name),
);

describe.each([...byProcedure])('%s', (name, fixtures) => {
  test(`${fixtures.length} answers`, () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(5);
    expect(
      fixtures.filter((fixture) => difficultiesOf(fixture).length > 0).length,
    ).toBeGreaterThanOrEqual(2);
    const wrong = fixtures.flatMap((fixture) => differences(name, fixture));
    expect(wrong.slice(0, 12)).toEqual([]);
  });
});

function differences(name: string, { input, want }: Fixture): string[] {
  const found = procedures[name]?.(input) ?? {};
  return Object.entries(want).flatMap(([figure, wanted]) => {
    const actual = listOf(found[figure]);
    return listOf(wanted).flatMap((one, i) => {
      const [a, w] = [Number(actual[i]), numberOf(one)];
      return digitsOf(a, w) >= -Math.log10(tolerance(figure)) || isRounding(figure, a, w)
        ? []
        : [`${figure}[${i}]: ${a} against ${w} of ${JSON.stringify(input).slice(0, 200)}`];
    });
  });
}

test('arrangements that are drawn give p within the error of drawing of all 705,432 of them', () => {
  const [x, y] = [
    Float64Array.from([3, 1, 4, 1, 5, 9, 2, 6, 5, 2, 3]),
    Float64Array.from([5, 8, 9, 7, 9, 3, 8, 4, 6, 7, 6]),
  ];
  // mean over combn(22, 11) in R 4.2.2.
  const whole = 0.011008856984089;
  const error = Math.sqrt((whole * (1 - whole)) / 99_999);
  for (const seed of [1, 2, 3, 4, 5]) {
    const { p, exact } = permutationTest(x, y, 'two_sided', seed);
    expect(exact).toBe(false);
    expect(Math.abs(p - whole)).toBeLessThan(4 * error);
  }
});
