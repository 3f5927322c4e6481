import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askMethod, type OfTable } from './testing-methods.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

async function ask(csv: string, operation: OfTable, given: Readonly<Record<string, unknown>>) {
  const { table } = await tests.admit(csv);
  const found = await askMethod(tests.engine, table, operation, given);
  if (found === null) throw new Error('One test is asked.');
  return found;
}

it('a share near all is not called all, nor the share that was asked', async () => {
  const csv = `e\n${'yes\n'.repeat(9990)}${'no\n'.repeat(10)}`;
  const { hypotheses, sentence } = await ask(csv, 'compareGroups', {
    method: 'one_proportion',
    event: 'e',
    success: 'yes',
    p: 0.9996,
  });
  // R: binom.test(9990, 10000, 0.9996) has the interval 0.9981619 to 0.9995203.
  expect([hypotheses?.null, sentence]).toEqual([
    'The share of e = yes is 99.96%.',
    'The share of e = yes is smaller than 99.96%: 9990 of 10000, 99.90%, 95% CI [99.82%, 99.95%] (p = .008).',
  ]);
});

it('p and the end of an interval show on which side they lie', async () => {
  const rows = Array.from({ length: 8 }, (_, i) => `a,${i + 1}\nb,${i + 1 + 2.6397}`);
  const csv = `g,v\n${rows.join('\n')}\n`;
  const asked = { method: 'welch_t', value: 'v', group: 'g' };
  // R: t.test(v ~ g) has p = 0.04903 and the interval -5.2661 to -0.0133.
  expect((await ask(csv, 'compareGroups', asked)).sentence).toContain(
    'difference −2.6, 95% CI [−5.3, −0.01] (p = .049',
  );
  expect(
    (await ask(csv, 'compareGroups', { ...asked, confidence_level: 0.951 })).sentence,
  ).toContain('(p = .0490');
});

it('one enormous value among 40 is no large sample', async () => {
  const csv = `g,v\n${Array.from({ length: 80 }, (_, i) => `${'ab'[i % 2]},${i === 10 ? 9000 : (i * 7) % 11}`).join('\n')}\n`;
  const asked = { method: 'welch_t', value: 'v', group: 'g' };
  const normal = ({ assumptions }: Awaited<ReturnType<typeof ask>>) =>
    assumptions.find(({ name }) => name.startsWith('roughly normal'));
  // skewness(type = 2) of R's e1071 is 6.32 for one value far from 39 others.
  expect(normal(await ask(csv, 'compareGroups', asked))).toMatchObject({
    verdict: 'doubtful',
    said: 'a has a skewness of 6.32 with 40 values.',
  });
  const even = csv.replace(',9000\n', ',5\n');
  expect(normal(await ask(even, 'compareGroups', asked))).toMatchObject({
    verdict: 'large_enough',
    said: expect.stringMatching(
      /^Each has 30 values or more: large enough for means at a skewness of up to 0\.\d+\.$/,
    ),
  });
});

it('a measure that rounds to its limit shows on which side it lies', async () => {
  const rows = Array.from(
    { length: 20 },
    (_, i) => `${i},${((i * 8) % 13) + Math.floor(i / 2)},${((i * 8) % 7) + Math.floor(i / 3)}`,
  );
  const { assumptions } = await ask(`x,y,z\n${rows.join('\n')}\n`, 'structure', {
    method: 'principal_components',
    columns: ['x', 'y', 'z'],
  });
  // psych::KMO has 0.5965.
  expect(assumptions[0]?.said).toContain('Kaiser–Meyer–Olkin .597, below .60');
});

it('an interval that says otherwise is of a figure with its article', async () => {
  const rows = Array.from({ length: 31 }, (_, i) => (i < 9 ? -1 : 1));
  const { sentence } = await ask(`v\n${rows.join('\n')}\n`, 'compareGroups', {
    method: 'wilcoxon_signed_rank',
    value: 'v',
    mu: 0,
  });
  expect(sentence).toContain('The 95% interval of the pseudomedian');
});
