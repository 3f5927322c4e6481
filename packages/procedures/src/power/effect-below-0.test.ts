import { powerOptions } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** Effects at which the power of R's pwr is what was asked for, found by uniroot(tol = 1e-15). */
describe("the effect that the alternative 'less' finds is below 0", () => {
  it.each([
    [{ method: 'two_sample_t', n: 7, power: 0.9 }, 'd', -1.661581816967],
    [{ method: 'paired_t', n: 12, power: 0.8 }, 'd', -0.7664045742339],
    [{ method: 'one_sample_t', n: 30, power: 0.9, alpha: 0.01 }, 'd', -0.6915222810202],
    [{ method: 'correlation', n: 12, power: 0.8 }, 'r', -0.6618628839589],
    [{ method: 'two_proportions', n: 44, power: 0.99 }, 'h', -0.846663004804],
    [{ method: 'one_proportion', n: 44, power: 0.99 }, 'h', -0.5986811520767],
  ])('%o', async (given, name, wanted) => {
    const ask = { ...given, alternative: 'less' };
    const found = await tests.engine.calculatePower(powerOptions.parse(ask));
    expect(found.solved).toBe('effect');
    expect(found.effect / wanted).toBeCloseTo(1, 9);
    expect(found.sentence).toContain(
      `is ${name} = ${String(Number(wanted.toPrecision(3))).replace('-', '−')}.`,
    );
    expect(found.code.r).toContain('alternative = "less"');
  });
});
