import type { TestResult } from '@columnist/contract';
import { openCodeRunner, type Language } from '@columnist/testing';
import { describe, expect, test } from 'vitest';
import { useTable } from './testing-code.ts';
import { askMethod } from './testing-methods.ts';

/** Decimals whose distances are equal as written and differ as doubles; few values, with ties. */
const csv = `g,y,z,few,side
a,0.1,1.07,1,l
a,0.2,0.95,2,l
a,0.3,0.83,2,l
a,0.7,0.99,3,l
a,0.9,1.12,5,r
a,1.1,1.30,5,r
a,1.4,0.90,6,r
b,0.2,1.14,7,r
b,0.3,1.01,,
b,0.4,1.07,,
b,0.4,0.96,,
b,0.5,1.18,,
b,0.6,,,
b,0.8,,,
`;
const runner = openCodeRunner();
const opened = useTable(csv, runner);

async function ask(given: Readonly<Record<string, unknown>>): Promise<TestResult> {
  const found = await askMethod(opened().engine, opened().table, 'compareGroups', given);
  if (found === null) throw new Error('A comparison is no matrix.');
  return found;
}
const fligner = { method: 'fligner_killeen', value: 'y', group: 'g' };
const wilcoxon = { method: 'wilcoxon_signed_rank', value: 'z', mu: 1.07 };
const groups = { method: 'mann_whitney', value: 'few', group: 'side' };

/** Of the same in whole units: SciPy 1.10.1 stats.fligner; R 4.2.2 wilcox.test(exact = FALSE). */
const figures = [
  [fligner, 0.03806571883243395],
  [wilcoxon, 0.385962079264427],
  [groups, 0.0284295359987965],
] as const;

test.each(figures)('%j has the p of whole units', async (given, p) => {
  expect((await ask(given)).p_value).toBeCloseTo(p, 12);
});

describe.each<Language>(['R', 'Python'])('%s code of decimals', (language) => {
  test.for(figures)('%j gives the p of whole units', async ([given, p], { skip }) => {
    const { code } = await ask(given);
    const ending =
      language === 'R'
        ? 'cat("\\nfound:", sprintf("%.17g", result$p.value))\n'
        : 'print("found:", repr(float(result.pvalue)))\n';
    const own = language === 'R' ? code.r : code.python;
    const output = await runner.run(language, `${own}${ending}`, skip);
    expect(Number(/found: (\S+)\s*$/.exec(output)?.[1])).toBeCloseTo(p, 12);
  });

  test('prints the estimate of Hodges and Lehmann with its interval', async ({ skip }) => {
    const { code } = await ask(wilcoxon);
    const own = language === 'R' ? code.r : code.python;
    const output = await runner.run(language, own, skip);
    // R 4.2.2, wilcox.test(conf.int = TRUE) of hundreds: 104, [92.50005, 115].
    expect(output).toMatch(/1\.(04|0399999)\d*\s+(\[1\] )?0\.92(5|4999)\d* 1\.1(5|4999)\d*/);
  });
});

test('the pseudomedian counts from what is tested', async () => {
  expect((await ask(wilcoxon)).estimate).toEqual({
    name: 'pseudomedian (Hodges–Lehmann)',
    value: 1.04,
    ci: { level: 0.95, low: 0.925, high: 1.15 },
  });
});

test('few values with ties, all in one order, have doubts instead of intervals', async () => {
  const { estimate, effects, assumptions } = await ask(groups);
  expect(estimate).toEqual({
    name: 'shift (Hodges–Lehmann)',
    value: -4,
    // R 4.2.2, wilcox.test(conf.int = TRUE), within 10⁻⁴: −3.99996, [−5.99994, −2].
    ci: { level: 0.95, low: -6, high: -2 },
  });
  expect(effects).toEqual([{ name: 'rank-biserial correlation', value: -1, ci: null }]);
  expect(assumptions).toEqual([
    {
      name: 'values enough for the normal approximation',
      verdict: 'doubtful',
      said: '4 and 4 values: the approximation of p by the normal distribution, which ties or zeros make necessary, is rough for so few.',
    },
    {
      name: 'pairs that disagree',
      verdict: 'doubtful',
      said: 'All pairs agree, so the rank-biserial correlation is at its end and has no interval: that of Fisher’s z would be a point.',
    },
  ]);
});
