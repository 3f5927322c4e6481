import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { askMethod, type OfTable } from './testing-methods.ts';
import { apart, withError } from './words.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** What is answered of a table of columns. */
async function ask(
  columns: Readonly<Record<string, readonly (string | number)[]>>,
  operation: OfTable,
  given: Readonly<Record<string, unknown>>,
) {
  const lists = Object.values(columns);
  const rows = (lists[0] ?? []).map((_, i) => lists.map((list) => list[i]).join(','));
  const { table } = await tests.admit(`${Object.keys(columns).join(',')}\n${rows.join('\n')}\n`);
  const found = await askMethod(tests.engine, table, operation, given);
  if (found === null) throw new Error('One test is asked.');
  return found;
}
const times = <T>(n: number, of: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => of(i));

describe('limits and the values beyond them', () => {
  // Twenty values within 0.05 of 1000, and one 0.4 above.
  const x = [...times(20, (i) => `${(99955 + ((i * 7) % 10)) / 100}`.padEnd(6, '0')), '1000.4'];
  test.each([
    // numpy: np.quantile(x, [.25, .75]) ± 2 times their distance
    ['tukey_outliers', { k: 2 }, 'quartiles: below 999.47 or above 999.72.'],
    // numpy: x.mean() ± 3 * x.std(ddof=1)
    ['z_score_outliers', {}, 'mean: below 999.10 or above 1,000.17.'],
    ['grubbs', {}, 'distribution: 1,000.40 in row 21 lies 4.31 '],
  ])('are written apart: %s', async (method, given, said) => {
    const asked = { method, column: 'x', ...given };
    expect((await ask({ x }, 'testDistribution', asked)).sentence).toContain(said);
  });

  it('have three digits where these suffice, else two of the smallest distance', () => {
    const said = (...figures: number[]): string[] => figures.map(apart(...figures));
    expect(said(12.3456, 45.678)).toEqual(['12.3', '45.7']);
    expect(said(1000.01, 1000.05, 2000)).toEqual(['1,000.010', '1,000.050', '2,000.000']);
    expect(said(1e-20, 1.00003e-20)).toEqual(['1e−20', '1.00003e−20']);
    expect(said(-Infinity, 4)).toEqual(['−∞', '4']);
  });
});

describe('figures of 10^15 and more', () => {
  const x = times(12, (i) => `${9_000_000_000_000_000n + BigInt(i) * 1_000_000_001n}`);

  it('have the digits of their error', async () => {
    const { sentence } = await ask({ x }, 'compareGroups', {
      method: 'one_sample_t',
      value: 'x',
      mu: 9e15,
    });
    // 9·10^15 + 5.5 · 1,000,000,001
    expect(sentence).toContain(': 9,000,005,500,000,006, difference 5,500,000,006, 95% CI [');
    expect(sentence).not.toContain('nearest double');
    expect([9.1234567e25, 0].map(withError(3e20))).toEqual(['9.123457e+25', '0']);
    expect([1.234567e-20].map(withError(3e-24))).toEqual(['1.23457e−20']);
  });

  test.each([
    ['one_sample_t', { mu: 2 ** 53 }, " 'mu' was read as 9007199254740992: "],
    ['wilcoxon_signed_rank', { mu: 2 ** 53 }, " 'mu' was read as 9007199254740992: "],
    [
      'tost_one_sample',
      { low: -(2 ** 53), high: 1e17 },
      " 'low' was read as −9007199254740992, 'high' was read as 100000000000000000: ",
    ],
  ])('that are asked of %s are said as they were read', async (method, asked, said) => {
    const { sentence } = await ask({ x }, 'compareGroups', { method, value: 'x', ...asked });
    expect(sentence).toContain(`${said}numbers beyond 2^53 are rounded to the nearest double.`);
  });
});

test('in parts whose tests have other hypotheses each is said, and none is called wrong', async () => {
  const answer = await ask(
    {
      s: times(24, (i) => (i < 12 ? 'north' : 'south')),
      g: times(24, (i) => `${i < 12 ? 'n' : 's'}${i % 2}`),
      y: times(24, (i) => (i % 5) + (i < 12 && i % 2 === 1 ? 9 : 0)),
    },
    'compareGroups',
    { method: 'student_t', value: 'y', group: 'g', by: 's' },
  );
  // R: p.adjust(c(t.test(...)$p.value, t.test(...)$p.value), 'holm')
  expect(answer.sentence).toBe(
    'In 1 of 2 values of s there is evidence against its null hypothesis ' +
      '(p adjusted by Holm, α = .05): north (‘The mean of y is the same in n0 and n1’: ' +
      'p < .001), but not in south (‘The mean of y is the same in s0 and s1’: p = .845).',
  );
});

test('a difference of shares and its ends have the same decimals', async () => {
  const { sentence } = await ask(
    {
      e: times(100, (i) => (i < 10 ? 'y' : 'n')),
      g: times(100, (i) => (i < 10 || i % 2 === 1 ? 'a' : 'b')),
    },
    'compareGroups',
    { method: 'proportions', event: 'e', success: 'y', group: 'g' },
  );
  // R: prop.test(c(10, 0), c(55, 45)): 0.1818, 0.0597 to 0.3040
  expect(sentence).toContain('difference 18.18 percentage points, 95% CI [5.97, 30.40]');
});

describe('names and terms', () => {
  const y = times(24, (i) => ((i * 7) % 11) + (i % 3));

  it('of a factorial analysis have no quotes of the formula', async () => {
    const { sentence, apa, effects } = await ask(
      {
        'my y': y,
        'dose mg': times(24, (i) => 'lh'[i % 2] ?? ''),
        sex: times(24, (i) => 'mmff'[i % 4] ?? ''),
      },
      'compareGroups',
      { method: 'factorial_anova', value: 'my y', factors: ['dose mg', 'sex'] },
    );
    expect(sentence).toContain(' No main effect of dose mg on my y was found (');
    expect(effects.map(({ name }) => name)).toEqual(
      ['dose mg:sex', 'sex', 'dose mg'].map((term) => `partial η² of ${term}`),
    );
    expect(`${sentence} ${apa}`).not.toContain('`');
  });

  const columns = {
    y,
    z: y.map((value) => Number(value > 5)),
    x: times(24, (i) => i % 6),
    k: times(24, () => 3),
    x2: times(24, (i) => 2 * (i % 6)),
  };
  const one = ' k is constant or a combination of other terms here, and is left out.';
  // R: coef(lm(y ~ x + k + x2)) has NA for k and x2
  test.each([
    ['linear', 'y ~ x + k', one],
    ['linear', 'y ~ k', one],
    [
      'linear',
      'y ~ x + k + x2',
      ' k, x2 are constant or combinations of other terms here, and are left out.',
    ],
    ['logistic', 'z ~ x + k', one],
    ['poisson', 'y ~ k', one],
  ])('that a %s model leaves out are said: %s', async (method, formula, said) => {
    const { sentence } = await ask(columns, 'fitRegression', { method, formula });
    expect(sentence.endsWith(said), sentence).toBe(true);
  });
  test.each([
    ['linear', 'y ~ x + k + x2', 'y ~ 1 + x1'],
    ['logistic', 'z ~ k + x', 'y ~ 1 + x2'],
    ['poisson', 'y ~ x2 + x - 1', 'y ~ 0 + x1'],
  ])('that a %s model leaves out are not in its code: %s', async (method, formula, written) => {
    const { code, assumptions } = await ask(columns, 'fitRegression', { method, formula });
    expect([code.r.includes(`(${written}, data`), code.python.includes(`"${written}", m`)]).toEqual(
      [true, true],
    );
    expect(assumptions[0]?.name).toBe('no column a combination of others');
  });
  it('of which none is left out say nothing', async () => {
    const { sentence } = await ask(columns, 'fitRegression', {
      method: 'linear',
      formula: 'y ~ x',
    });
    expect(sentence).not.toContain('left out');
  });
});

describe('an interval that would be a point is none, and said to be', () => {
  const pairs = (of: readonly (readonly [string, string])[]) => ({
    a: times(30, (i) => of[i % of.length]?.[0] ?? ''),
    b: times(30, (i) => of[i % of.length]?.[1] ?? ''),
  });
  const agree = pairs([
    ['x', 'x'],
    ['y', 'y'],
    ['z', 'z'],
  ]);
  const independent = pairs([
    ['x', 'p'],
    ['x', 'q'],
    ['y', 'p'],
    ['y', 'q'],
    ['z', 'p'],
    ['z', 'q'],
  ]);

  it('κ of raters who agree throughout', async () => {
    const asked = { method: 'cohen_kappa', x: 'a', y: 'b' };
    const answer = await ask(agree, 'association', asked);
    expect(answer.estimate).toEqual({ name: 'Cohen’s κ', value: 1, ci: null });
    expect(answer.assumptions).toEqual([
      {
        name: 'interval of κ',
        verdict: 'doubtful',
        said:
          'Both columns agree in every row, so the large-sample standard error of κ is 0 ' +
          'and there is no interval: it would be a point.',
      },
    ]);
    expect(answer.apa).not.toContain('CI');
  });

  it('effects of a χ² of 0', async () => {
    const answers = [
      await ask(independent, 'association', { method: 'chi_square', x: 'a', y: 'b' }),
      await ask(independent, 'association', { method: 'fisher_exact', x: 'a', y: 'b' }),
      await ask(independent, 'compareGroups', {
        method: 'proportions',
        group: 'a',
        event: 'b',
        success: 'p',
      }),
      await ask(independent, 'testDistribution', {
        method: 'chi_square_goodness_of_fit',
        column: 'a',
      }),
    ];
    expect(answers.map(({ effects: [effect] }) => [effect?.value, effect?.ci])).toEqual(
      answers.map(() => [0, null]),
    );
    for (const { assumptions } of answers)
      expect(assumptions.at(-1)?.said).toBe(
        'χ² is smaller than in nearly all samples of no effect at all, so the noncentral ' +
          'distribution has no effect that fits it, and there is no 95% interval.',
      );
  });

  it('Cramér’s V above its interval, which says why', async () => {
    const rows = times(
      60,
      (i) => [`r${i % 4}`, `c${(Math.floor((i * i * 11) / 7) + Math.floor(i / 5)) % 5}`] as const,
    );
    const { effects, assumptions } = await ask(
      { a: rows.map(([a]) => a), b: rows.map(([, b]) => b) },
      'association',
      { method: 'chi_square', x: 'a', y: 'b' },
    );
    // scipy: stats.chi2_contingency; ncx2.cdf(7.5419…, 12, ncp) = .025 at V 0.20009…
    expect(effects[0]).toMatchObject({
      name: 'Cramér’s V',
      value: expect.closeTo(0.20469396876065807, 12),
      ci: { low: 0, high: expect.closeTo(0.20009432006589215, 8) },
    });
    expect(assumptions.at(-1)).toEqual({
      name: 'interval of Cramér’s V',
      verdict: 'doubtful',
      said:
        'Cramér’s V of a sample is on average larger than that of all it was drawn from. Its ' +
        'interval, of the noncentral distribution of χ², allows for that, and ends below it ' +
        'here: the effect is smaller than it looks, or none.',
    });
  });

  it('η² of an F of nearly 0', async () => {
    const alike = {
      v: [1, 2, 3, 1, 2, 3.01, 1, 2.01, 3],
      g: ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'],
    };
    const answers = [
      await ask(alike, 'compareGroups', { method: 'anova', value: 'v', group: 'g' }),
      await ask(alike, 'association', { method: 'correlation_ratio', x: 'v', y: 'g' }),
    ];
    // R: f <- oneway.test(v ~ g, var.equal = TRUE)$statistic is 1.102e-5, and
    // pf(f, 2, 6) = 1.1074e-5 < .025; effectsize::eta_squared(…, alternative = "two.sided") 0 to 0.
    for (const { effects, assumptions } of answers) {
      const eta = effects.find(({ name }) => name === 'η²');
      expect([eta?.value, eta?.ci]).toEqual([expect.closeTo(3.691304e-6, 11), null]);
      expect(assumptions.at(-1)).toEqual({
        name: 'interval of η²',
        verdict: 'doubtful',
        said:
          'F is smaller than in nearly all samples of no effect at all, so the noncentral ' +
          'distribution has no effect that fits it, and there is no 95% interval.',
      });
    }
    expect(answers[1]?.estimate?.ci).toBe(null);
  });
});
