import { powerOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const ask = (given: object) =>
  tests.engine.calculatePower(powerOptions.parse({ method: 'two_proportions', ...given }));

describe('two proportions in place of h', () => {
  it.each([
    // R 4.2.2: h = 2 * asin(sqrt(p1)) - 2 * asin(sqrt(p2)), power =
    // pnorm(qnorm(.025, lower = FALSE) - h * sqrt(n / 2), lower = FALSE) + the other tail, n by
    // uniroot(tol = 1e-12): pwr.2p.test(ES.h(p1, p2), …) by its definition.
    [
      { p1: 0.3, p2: 0.2, power: 0.8 },
      { solved: 'n', effect: 0.231984262725796, n: 291.688668342118, power: 0.8 },
      'With 292 values in each group an effect of h = 0.232 (30% against 20%) is found with a power of 80% at the 5% level.',
    ],
    [
      { p1: 0.2, p2: 0.3, n: 100, alternative: 'less' },
      { solved: 'power', effect: -0.231984262725796, n: 100, power: 0.498213871989097 },
      'With 100 values in each group an effect of h = −0.232 (20% against 30%) is found with a power of 49.8% at the 5% level, one-sided (less).',
    ],
    [
      { p1: 0.055, p2: 0.0425, n: 4000 },
      { solved: 'power', effect: 0.058162751166976, n: 4000, power: 0.739291008164802 },
      'With 4,000 values in each group an effect of h = 0.0582 (5.5% against 4.25%) is found with a power of 73.9% at the 5% level.',
    ],
  ])('%o', async (given, wanted, sentence) => {
    const found = await ask(given);
    expect(found).toMatchObject({
      solved: wanted.solved,
      effect: expect.closeTo(wanted.effect, 12),
      n: expect.closeTo(wanted.n, 6),
      power: expect.closeTo(wanted.power, 10),
      sentence,
      code: {
        r: expect.stringContaining(`h = ES.h(${given.p1}, ${given.p2}), `),
        python: expect.stringContaining(
          `effect_size=proportion_effectsize(${given.p1}, ${given.p2}), `,
        ),
      },
    });
  });

  it.each([
    [{ p1: 0.3, power: 0.8 }, 'p2', 'Give both proportions, p1 and p2.'],
    [{ p2: 0.3, n: 50 }, 'p1', 'Give both proportions, p1 and p2.'],
    [
      { p1: 0.3, p2: 0.2, effect: 0.3, power: 0.8 },
      'effect',
      'p1 and p2 give the effect: leave out effect, or both of them.',
    ],
    [
      { p1: 0.3, p2: 0.3, power: 0.8 },
      'p2',
      'p1 and p2 are equal: no sample finds an effect of 0.',
    ],
  ])('%o is refused', async (given, field, message) => {
    await expect(ask(given)).rejects.toMatchObject({
      message,
      details: { errors: [{ field, message }] },
    });
  });
});
