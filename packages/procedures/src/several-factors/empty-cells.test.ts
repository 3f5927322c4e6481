import { comparisonOptions, regressionOptions, type TestResult } from '@columnist/contract';
import { openCodeRunner, type Language } from '@columnist/testing';
import { describe, expect, test } from 'vitest';
import { useTable } from '../testing-code.ts';
import { rowsOf } from '../testing-figures.ts';

/** No row has b and v. */
const csv =
  'y,g,h\n0.946,a,u\n0.390,b,u\n1.380,c,v\n-0.205,a,v\n0.779,c,v\n-0.958,a,v\n1.691,c,u\n2.467,c,u\n';
const asked = { method: 'factorial_anova', value: 'y', factors: ['g', 'h'] };

const runner = openCodeRunner();
const opened = useTable(csv, runner);

const ask = (type: 1 | 2 | 3): Promise<TestResult> =>
  opened().engine.compareGroups(
    opened().table,
    comparisonOptions.parse({ ...asked, sums_of_squares: type }),
  );

describe('a combination of groups without rows', () => {
  // R: anova(lm(y ~ h), lm(y ~ g + h), lm(y ~ g * h)), and with g in the place of h.
  test('type II compares the combinations that have rows', async () => {
    const { sentence, assumptions, tables } = await ask(2);
    expect(sentence).toBe(
      'These data do not show that the effect of g on the mean of y depends on h (p = .556, partial η² = .13). No main effect of g on y was found (p = .051, partial η² = .86). No main effect of h on y was found (p = .054, partial η² = .76).',
    );
    expect(assumptions[0]?.said).toBe(
      'One combination of groups has no rows: tests of type III and marginal means over it do not follow from the data. Types I and II compare the combinations that have rows.',
    );
    expect(tables[0]?.rows.map((row) => row.slice(0, 3))).toEqual([
      ['g', expect.closeTo(4.7928964, 7), 2],
      ['h', expect.closeTo(2.4429908, 7), 1],
      ['g:h', expect.closeTo(0.1115136, 7), 1],
      ['residuals', expect.closeTo(0.765193, 7), 3],
    ]);
  });

  // R: car::Anova(type = 3) stops: there are aliased coefficients in the model.
  test('type III says that effects of the groups do not follow from the rows', async () => {
    const { sentence, effects, df, tables } = await ask(3);
    expect(sentence).toBe(
      'These data do not show that the effect of g on the mean of y depends on h (p = .556, partial η² = .13). Whether g has an effect on y does not follow from these rows. Whether h has an effect on y does not follow from these rows.',
    );
    const unknown = [null, null, null, null, null, null, null, null];
    expect(tables[0]?.rows.slice(0, 2)).toEqual([
      ['g', ...unknown],
      ['h', ...unknown],
    ]);
    // Neither is a share of the whole known.
    expect(tables[0]?.rows[2]?.slice(5)).toEqual([
      expect.closeTo(0.5557238991, 9),
      expect.closeTo(0.127196031, 9),
      0,
      null,
    ]);
    expect([df, effects.map(({ name }) => name)]).toEqual([[1, 3], ['partial η² of g:h']]);
  });

  test.each(['classical', 'hc1'])('nor does a linear model test them, %s', async (errors) => {
    const found = await opened().engine.fitRegression(
      opened().table,
      regressionOptions.parse({
        method: 'linear',
        formula: 'y ~ g * h',
        sums_of_squares: 3,
        errors,
      }),
    );
    expect(rowsOf(found, 'Terms').slice(0, 2)).toEqual(
      errors === 'classical'
        ? [
            ['g', null, 0, null, null, null],
            ['h', null, 0, null, null, null],
          ]
        : [
            ['g', 0, null, null],
            ['h', 0, null, null],
          ],
    );
  });

  const ending: Readonly<Record<Language, (type: number) => string>> = {
    R: (type) =>
      `cat("\\nfound:", sprintf("%.12g", ${type === 1 ? 'result$p.value' : 'as.matrix(terms)[, "p"]'}))\n`,
    Python: (type) => `print("found:", ${type === 1 ? 'result' : '*map(float, terms["p"])'})\n`,
  };
  const all: [Language, 1 | 2 | 3][] = (['R', 'Python'] as const).flatMap((language) =>
    ([1, 2, 3] as const).map((type): [Language, 1 | 2 | 3] => [language, type]),
  );
  test.for(all)(
    'the %s code of type %i prints the p of the answer',
    async ([language, type], { skip }) => {
      const { code, p_value: p, tables } = await ask(type);
      const whole = language === 'R' ? code.r : code.python;
      const printed = await runner.run(language, `${whole}${ending[language](type)}`, skip);
      const found = (/found: (.*)/.exec(printed)?.[1] ?? '').trim().split(' ').map(Number);
      const wanted =
        type === 1
          ? [p]
          : (tables[0]?.rows ?? []).map((row) => row[5]).filter((one) => typeof one === 'number');
      expect(found).toEqual(wanted.map((one) => expect.closeTo(Number(one), 9)));
    },
  );
});
