import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askMethod } from './testing-methods.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

describe('a perfect order', () => {
  // R: cor.test(0:12, -(0:12), method = "kendall", alternative = ...): 2 / 13!, 1 / 13! and 1
  it.each([
    ['two_sided', 2 / 6_227_020_800],
    ['less', 1 / 6_227_020_800],
    ['greater', 1],
  ])('has a τ-b of −1 without an interval, and an exact p: %s', async (alternative, p) => {
    const rows = Array.from({ length: 13 }, (_, i) => `${i},${-i}`).join('\n');
    const { table } = await tests.admit(`x,y\n${rows}\n`);
    const given = { method: 'kendall', x: 'x', y: 'y', alternative };
    const found = await askMethod(tests.engine, table, 'association', given);
    expect(found?.estimate).toEqual({ name: 'Kendall’s τ-b', value: -1, ci: null });
    expect((found?.p_value ?? NaN) / p).toBeCloseTo(1, 12);
    expect(found?.p_value).toBeLessThanOrEqual(1);
  });
});

describe('tests of equivalence below a level of .5', () => {
  it.each([0.4, 0.5])('have no interval at %d: 1 − 2α is no level', async (level) => {
    const { table } = await tests.admit(`x\n1\n2\n4\n5\n7\n`);
    const given = {
      method: 'tost_one_sample',
      value: 'x',
      low: 3,
      high: 5,
      confidence_level: level,
    };
    const found = await askMethod(tests.engine, table, 'compareGroups', given);
    expect(found?.estimate).toEqual({ name: 'mean', value: 3.8, ci: null });
    // R: max(t.test(x, mu = 3, alternative = "greater")$p.value, t.test(x, mu = 5, alternative = "less")$p.value)
    expect(found?.p_value).toBeCloseTo(0.247677154446, 11);
    expect(found?.sentence).not.toContain('CI');
  });
});

it('gives p as many digits as it takes to see the side of alpha, in p_text as in the sentence', async () => {
  const rows = [1, 2, 3, 4, 5].map((x) => `a,${x}\nb,${x + 2.311}`).join('\n');
  const { table } = await tests.admit(`g,x\n${rows}\n`);
  const given = { method: 'student_t', value: 'x', group: 'g' };
  const found = await askMethod(tests.engine, table, 'compareGroups', given);
  // R: t.test(1:5, 1:5 + 2.311, var.equal = TRUE)$p.value
  expect(found?.p_value).toBeCloseTo(0.049611577829, 11);
  expect(found?.p_text).toBe('= .0496');
  expect(found?.sentence).toContain('p = .0496');
});
