import { AppError, type PowerOptions } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../index.ts';
import { openTestEngine, type TestEngine } from '../testing.ts';

let tests: TestEngine;
let table: TableRef;
const skewed = (i: number): number => [1, 1, 2, 1, 90, 2, 1, 3, 1, 2][i % 10] ?? 1;
const csv = `even,skew,two,three,before,after,rare\n${Array.from({ length: 40 }, (_, i) => `${(i * 17) % 41},${skewed(i)},${'ab'[i % 2]},${'pqr'[i % 3]},${['yes', 'no', 'maybe'][i % 3]},${['yes', 'no', 'maybe'][(i * i) % 3]},${i === 7 ? 'odd' : 'usual'}`).join('\n')}\n`;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

describe('the adviser', () => {
  const few = { filter: 'even < 20' };
  test.each<[string, { value: string; by: string; paired?: boolean; view?: { filter: string } }, object]>([
    ['two groups', { value: 'even', by: 'two' }, { operation: 'compare_groups', method: 'welch_t', options: { method: 'welch_t', value: 'even', group: 'two' }, rejected: [{ method: 'mann_whitney' }, { method: 'student_t' }] }],
    ['a category by a number is asked the other way round', { value: 'two', by: 'even' }, { method: 'welch_t', options: { value: 'even', group: 'two' } }],
    ['several groups', { value: 'even', by: 'three' }, { method: 'welch_anova', rejected: [{ method: 'kruskal_wallis' }, { method: 'anova' }, { method: 'welch_t' }] }],
    ['few and skewed values', { value: 'skew', by: 'two', view: few }, { method: 'mann_whitney', checks: [{ name: 'equal variances' }, { name: 'roughly normal groups', verdict: 'doubtful' }] }],
    ['two numbers', { value: 'even', by: 'skew' }, { operation: 'analyze_association', method: 'spearman', options: { columns: ['even', 'skew'] }, rejected: [{ method: 'pearson' }, { method: 'kendall' }] }],
    ['measured twice', { value: 'even', by: 'skew', paired: true }, { operation: 'compare_groups', method: 'paired_t', options: { value: 'even', other: 'skew' } }],
    ['two categories', { value: 'two', by: 'three' }, { operation: 'analyze_association', method: 'chi_square', options: { x: 'two', y: 'three' } }],
    ['rare values', { value: 'rare', by: 'three' }, { method: 'fisher_exact', checks: [{ verdict: 'doubtful', said: 'The smallest expected count is 0.3.' }] }],
    ['the same category twice', { value: 'before', by: 'after', paired: true }, { method: 'mcnemar', rejected: [{ method: 'chi_square' }] }],
  ])('%s', async (_, { paired = false, ...input }, wanted) => {
    const found = await tests.engine.recommendTest(table, { ...input, paired });
    expect(found).toMatchObject(wanted);
    expect([found.why, ...found.rejected.map(({ why }) => why)].every((why) => why.endsWith('.') && !why.includes('undefined'))).toBe(true);
  });

  test('refuses what cannot be compared', async () => {
    await expect(tests.engine.recommendTest(table, { value: 'even', by: 'even', paired: false })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(tests.engine.recommendTest(table, { value: 'even', by: 'thre', paired: false })).rejects.toMatchObject({ code: 'unknown_column' });
    await expect(tests.engine.recommendTest(table, { value: 'even', by: 'two', paired: true })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('power', () => {
  const usual = { alternative: 'two_sided' } as const;
  test.each<[string, PowerOptions, object]>([
    // pwr.t.test(d = 0.5, power = 0.8): n = 63.76561; pwr.r.test(r = 0.3, n = 50): 0.5715558; pwr.anova.test(k = 3, n = 20, power = 0.9): f = 0.4715969, to the four digits of its search.
    ['size', { method: 'two_sample_t', effect: 0.5, power: 0.8, ...usual }, { solved: 'n', n: expect.closeTo(63.76561, 4), sentence: 'With 64 values in each group an effect of d = 0.5 is found with a power of 80% at the 5% level.' }],
    ['power', { method: 'correlation', effect: 0.3, n: 50, ...usual }, { solved: 'power', power: expect.closeTo(0.5715558, 5) }],
    ['effect', { method: 'anova', groups: 3, n: 20, power: 0.9 }, { solved: 'effect', effect: expect.closeTo(0.4715969, 4) }],
    ['level', { method: 'two_sample_t', n: 50, effect: 0.5, power: 0.8, ...usual }, { solved: 'alpha' }],
  ])('%s', async (_, input, wanted) => {
    expect(await tests.engine.calculatePower(input)).toMatchObject({ ...wanted, picture: { kind: 'curve' } });
  });

  test.each<[string, PowerOptions]>([
    ['two things left out', { method: 'two_sample_t', n: 10, ...usual }],
    ['an effect of 0', { method: 'two_sample_t', effect: 0, power: 0.8, ...usual }],
    ['a correlation above 1', { method: 'correlation', effect: 1.2, n: 20, ...usual }],
    ['an effect in the other direction', { method: 'two_sample_t', effect: -0.5, power: 0.8, alternative: 'greater' }],
    ['too few values', { method: 'correlation', effect: 0.3, n: 3, ...usual }],
  ])('refuses %s', async (_, input) => {
    const error: unknown = await tests.engine.calculatePower(input).catch((reason: unknown) => reason);
    expect(error instanceof AppError && error.code).toBe('invalid_input');
  });
});
