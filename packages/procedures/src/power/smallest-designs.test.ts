import { powerOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const ask = (given: object) => tests.engine.calculatePower(powerOptions.parse(given));

describe('the fewest values that a design takes', () => {
  // R: pwr.t.test(n = 2, d = 50)$power and so on.
  it.each([
    [{ method: 'two_sample_t', effect: 50, power: 0.8 }, 2, 1],
    [{ method: 'two_sample_t', effect: 0.5, power: 0.06 }, 2, 0.0615078565565774],
    [{ method: 'anova', groups: 3, effect: 0.3, power: 0.06 }, 2, 0.0676767722205714],
    [{ method: 'correlation', effect: 0.3, power: 0.06 }, 4, 0.0846902053187086],
    [{ method: 'two_proportions', effect: 3, power: 0.8 }, 2, 0.850838768327056],
    [{ method: 'chi_square', df: 1, effect: 3, power: 0.8 }, 2, 0.988775290727791],
  ])('are answered with their own power: %o', async (given, n, power) => {
    const found = await ask(given);
    expect([found.solved, found.n]).toEqual(['n', n]);
    expect(found.power).toBeCloseTo(power, 9);
    expect(found.picture).toMatchObject({ at: { x: n, y: found.power } });
    expect(found.sentence).toContain('the fewest that this test takes');
    expect(found.code.r).toContain('power = NULL');
  });
});

describe('a power that no effect has', () => {
  it.each([
    { method: 'two_sample_t', effect: 0.5, power: 0.04 },
    { method: 'anova', groups: 3, effect: 0.3, power: 0.03 },
    { method: 'one_sample_t', n: 10, power: 0.03 },
    { method: 'correlation', n: 10, power: 0.05 },
  ])('is refused, as by pwr: %o', async (given) => {
    await expect(ask(given)).rejects.toMatchObject({
      code: 'invalid_input',
      details: {
        errors: [
          {
            field: 'power',
            message: `A power of ${100 * given.power}% asks for no effect: at the 5% level a test has a power of 5% without one. Ask for more than alpha.`,
          },
        ],
      },
    });
  });
});

it('names the side of a test, and an effect that is less than 1', async () => {
  const side = await ask({ method: 'two_sample_t', n: 30, effect: -0.5, alternative: 'less' });
  expect(side.sentence).toMatch(/ at the 5% level, one-sided \(less\)\.$/);
  const nearly = await ask({ method: 'correlation', n: 10, effect: 0.9999 });
  expect(nearly.sentence).toContain('r = 0.9999 ');
});
