import { AppError, type ComparisonOptions, type View } from '@columnist/contract';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '../index.ts';
import { openTestEngine, type TestEngine } from '../testing.ts';

const penguins = resolve(import.meta.dirname, '../../../../../shared/data/datasets/penguins.csv');
const csv = `g,h,y,z,note\n${Array.from({ length: 48 }, (_, i) => `${['a', 'b', "c'd"][i % 3]},${i % 2 === 0},${i % 11 === 0 ? '' : ((i * 37) % 29) + (i % 3) * 4 + 0.25},${(i * 7.3) % 13},x`).join('\n')}\n,true,3,4,x\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
});
afterAll(() => tests.close());

const level = { confidence_level: 0.95 } as const;
const two = { ...level, alternative: 'two_sided' } as const;
const near = (value: number) => expect.closeTo(value, 9);

describe.skipIf(!existsSync(penguins))('on penguins, against R 4.2.2', () => {
  let birds: TableRef;
  beforeAll(async () => {
    birds = (await tests.admit(readFileSync(penguins))).table;
  });

  test('Welch t test', async () => {
    const found = await tests.engine.compareGroups(birds, { method: 'welch_t', value: 'body_mass_g', group: 'sex', ...two });
    expect(found).toMatchObject({
      n_used: 333, n_excluded: [{ reason: 'group missing', n: 11 }], statistic: { name: 't', value: near(-8.55453723116576) }, df: [near(323.895881028648)], p_text: '< .001',
      estimate: { name: 'difference of means', value: near(-683.4117965367966), ci: { low: near(-840.578261502645), high: near(-526.245331570948) } },
      groups: [{ name: 'female', n: 165, mean: near(3862.272727272727) }, { name: 'male', n: 168, mean: near(4545.684523809524) }],
      procedure: { name: 'Welch two-sample t test' }, recommendation: null,
      sentence: "body_mass_g differs between female and male: means 3860 and 4550, difference −683 (p < .001, Hedges' g −0.93).",
    });
    expect((found.p_value ?? NaN) / 4.79389125505149e-16).toBeCloseTo(1, 7);
    expect(found.apa).toMatch(/^t\(323\.90\) = −8\.55, p < \.001, Hedges' g = −0\.93, 95% CI \[−1\.16, −0\.71\]\.$/);
  });

  test('more than two groups, ranks, and a view', async () => {
    const welch = await tests.engine.compareGroups(birds, { method: 'welch_anova', value: 'bill_length_mm', group: 'species', ...level });
    expect(welch).toMatchObject({ statistic: { value: near(421.774932256391) }, n_used: 342, n_excluded: [{ reason: 'value missing', n: 2 }] });
    const heavy: View = { filter: 'body_mass_g > 3000' };
    expect(await tests.engine.compareGroups(birds, { method: 'kruskal_wallis', value: 'bill_length_mm', group: 'species', view: heavy, adjust: 'holm', ...level })).toMatchObject({ view: heavy, groups: [{ name: 'Adelie' }, { name: 'Chinstrap' }, { name: 'Gentoo' }] });
    const anova = await tests.engine.compareGroups(birds, { method: 'anova', value: 'flipper_length_mm', group: 'species', ...level });
    expect(anova).toMatchObject({ statistic: { value: near(594.801627438518) }, df: [2, 339], assumptions: [{ name: 'equal variances', verdict: 'holds' }, { name: 'roughly normal groups', verdict: 'holds' }] });
  });
});

describe('refusals name what to do', () => {
  test.each<[string, ComparisonOptions, string, RegExp]>([
    ['three groups for two', { method: 'welch_t', value: 'y', group: 'g', ...two }, 'invalid_input', /'g' has 3 groups; this test compares two/],
    ['texts', { method: 'anova', value: 'g', group: 'h', ...level }, 'wrong_column_type', /'g' is a category column/],
    ['one group', { method: 'anova', value: 'y', group: 'note', ...level }, 'invalid_input', /'note' has one value here/],
    ['an unknown group', { method: 'welch_t', value: 'y', group: 'g', groups: ['a', 'd'], ...two }, 'invalid_input', /'g' has no value 'd'/],
    ['an unknown column', { method: 'anova', value: 'yy', group: 'g', ...level }, 'unknown_column', /'yy'/],
    ['itself', { method: 'anova', value: 'y', group: 'y', ...level }, 'invalid_input', /by itself/],
    ['too few values', { method: 'welch_t', value: 'y', group: 'g', groups: ['a', 'b'], view: { filter: "g = 'a' or (g = 'b' and z = max(z, by: g))" }, ...two }, 'invalid_input', /fewer than two values|has no value/],
    ['no spread', { method: 'anova', value: 'k', group: 'g', view: { derive: [{ name: 'k', expression: 'y * 0 + 1' }] }, ...level }, 'invalid_input', /there is no spread/],
  ])('%s', async (_, input, code, message) => {
    const error: unknown = await tests.engine.compareGroups(table, input).catch((reason: unknown) => reason);
    if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });
});
