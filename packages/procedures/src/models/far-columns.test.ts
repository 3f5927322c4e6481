import { openCodeRunner, type Language } from '@columnist/testing';
import { describe, expect, test } from 'vitest';
import { useTable } from '../testing-code.ts';
import { expectSame } from '../testing-figures.ts';
import { askMethod, type OfTable } from '../testing-methods.ts';

/** Numbers whose distance from 0 is up to 10⁹ times their spread, and as many near 0. */
const rows = Array.from({ length: 60 }, (_, i) => ({
  far: (1e9 + ((i * 37) % 23) / 8).toFixed(3),
  low: (-1e7 - ((i * 29) % 17) / 4).toFixed(2),
  seconds: 1.7e9 + ((i * 7919) % 100) * 1e6,
  near: ((i * 13) % 11) / 2,
  g: ['a', 'b', 'c'][i % 3] ?? '',
  h: i % 4 < 2 ? 'p' : 'q',
  w: 1 + (i % 3),
  y: ((i * 37) % 23) / 5 + ((i * i) % 13) / 3,
  event: ((i * 37) % 23) / 8 + ((i * i) % 13) / 5 > 2.4,
  count: Math.floor(((i * 37) % 23) / 6 + ((i * i) % 7) / 3),
}));
const csv = `${Object.keys(rows[0] ?? {}).join(',')}\n${rows.map((row) => Object.values(row).join(',')).join('\n')}\n`;

const runner = openCodeRunner();
const opened = useTable(csv, runner);

const asked: readonly (readonly [OfTable, Readonly<Record<string, unknown>>])[] = [
  ['fitRegression', { method: 'linear', formula: 'y ~ far' }],
  ['fitRegression', { method: 'linear', formula: 'y ~ seconds' }],
  ['fitRegression', { method: 'linear', formula: 'y ~ far * g + low + near' }],
  ['fitRegression', { method: 'linear', formula: 'y ~ far + I(far^2)' }],
  ['fitRegression', { method: 'linear', formula: 'y ~ far + low + near', errors: 'hc3' }],
  ['fitRegression', { method: 'linear', formula: 'y ~ far + low', weights: 'w' }],
  // Neither has the lower term that moving the origin needs.
  ['fitRegression', { method: 'linear', formula: 'y ~ far + near - 1' }],
  ['fitRegression', { method: 'linear', formula: 'y ~ near + far:near' }],
  ['fitRegression', { method: 'logistic', formula: 'event ~ far + near' }],
  ['fitRegression', { method: 'poisson', formula: 'count ~ far + low' }],
  ...[1, 2, 3].map(
    (type) =>
      [
        'compareGroups',
        {
          method: 'factorial_anova',
          value: 'y',
          factors: ['g', 'h'],
          covariates: ['far'],
          sums_of_squares: type,
        },
      ] as const,
  ),
];
const ending: Readonly<Record<Language, string>> = {
  R: 'cat("\nfound:", sprintf("%.17g", result$p.value))\n',
  Python: 'print("found:", repr(float(result)))\n',
};

describe.each<Language>(['R', 'Python'])('%s code of columns far from 0', (language) => {
  const ran = async (at: (typeof asked)[number], skip: (note: string) => never) => {
    const result = await askMethod(opened().engine, opened().table, ...at);
    if (result === null) throw new Error('A matrix comes without code.');
    const code = `${language === 'R' ? result.code.r : result.code.python}${ending[language]}`;
    return { result, code, output: await runner.run(language, code, skip) };
  };

  test.for(asked)('gives the figures of %s %j', async (at, { skip }) => {
    const { result, output } = await ran(at, skip);
    expectSame([/found: (\S+)\s*$/.exec(output)?.[1]], [result.p_value ?? NaN], 1e-9);
  });

  test('prints the intercept at 0, and takes nothing from columns near 0', async ({ skip }) => {
    const { code, output } = await ran(
      ['fitRegression', { method: 'linear', formula: 'y ~ far + near' }],
      skip,
    );
    // Normal equations in fractions: −1997851883.0775924 with an error of 218678067.3885147.
    expect(output).toMatch(language === 'R' ? /-1997851883 +218678067/ : /c0 +-1\.998e\+09/);
    expect(code.split('\n').filter((line) => /^m(\$|\[")x/.test(line))).toEqual(
      language === 'R'
        ? [
            'm$x1 <- as.numeric(d[["far"]]) - 1000000000  # "far"',
            'm$x2 <- as.numeric(d[["near"]])  # "near"',
          ]
        : [
            'm["x1"] = pd.to_numeric(d["far"]).astype(float) - 1000000000  # "far"',
            'm["x2"] = pd.to_numeric(d["near"]).astype(float)  # "near"',
          ],
    );
  });
});
