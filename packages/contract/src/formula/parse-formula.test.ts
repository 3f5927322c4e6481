import { describe, expect, it } from 'vitest';
import { parseFormula, sayFormula } from './parse-formula.ts';

describe('a formula is read as R reads it', () => {
  it.each([
    ['y ~ x', 'y ~ x'],
    ['y~1', 'y ~ 1'],
    ['y ~ x + g - 1', 'y ~ 0 + x + g'],
    ['y ~ 0 + x', 'y ~ 0 + x'],
    ['y ~ x * g', 'y ~ x + g + x:g'],
    ['y ~ g:x + x', 'y ~ x + g:x'],
    ['y ~ (a + b + c)^2', 'y ~ a + b + c + a:b + a:c + b:c'],
    ['y ~ a*b*c - a:b:c', 'y ~ a + b + c + a:b + a:c + b:c'],
    ['y ~ (a + b):c', 'y ~ a:c + b:c'],
    ['y ~ a + a', 'y ~ a'],
    ['y ~ x + g + x', 'y ~ x + g'],
    ['log(y) ~ I(x^3) + sqrt(z) + factor(k)', 'log(y) ~ I(x^3) + sqrt(z) + factor(k)'],
    ['np.log(y) ~ C(g) * as.factor(k)', 'log(y) ~ factor(g) + factor(k) + factor(g):factor(k)'],
    ["`net ~ amount` ~ `it's` * x", "`net ~ amount` ~ `it's` + x + `it's`:x"],
  ])('%s', (written, said) => {
    expect(sayFormula(parseFormula(written))).toBe(said);
    expect(sayFormula(parseFormula(said))).toBe(said);
  });

  it.each([
    ['y + x', 'A formula has a ~ between what is explained and what explains it.'],
    ['y ~ ', 'A column is missing here.'],
    ['y ~ x +', 'A column is missing here.'],
    ['y ~ (x', "A ')' is missing."],
    ['y ~ x ) ', "')' is not understood here."],
    [
      'y ~ Größe [cm]',
      "'[' is not understood here. Names that are no plain words are in backticks: `size [cm]`.",
    ],
    [
      'y ~ home town',
      "'town' is not understood here. Names that are no plain words are in backticks: `size [cm]`.",
    ],
    [
      'y ~ x + offset(log(weight))',
      "There is no function 'offset' in a formula. A Poisson model takes it as 'exposure': the name of the column, without its logarithm.",
    ],
    [
      "y ~ x + relevel(g, ref = 'b')",
      "There is no function 'relevel' in a formula. The group that comes first is the reference: derive one whose name another begins, if(g = 'b', '(b)', g).",
    ],
    [
      "y ~ x + C(g, Treatment('b'))",
      "',' cannot be here. The group that comes first is the reference: derive one whose name another begins, if(g = 'b', '(b)', g).",
    ],
    [
      'y ~ poly(x, 2)',
      "There is no function 'poly' in a formula. Powers are written out: x + I(x^2).",
    ],
    ['y ~ constructor(x)', "There is no function 'constructor' in a formula. Known are I, log"],
    ['y ~ .', "Name the columns that explain it: '.' means none."],
    ['y ~ 2', "'2' is no term: 1 is the intercept, 0 none."],
    [
      'y ~ sin(x)',
      "There is no function 'sin' in a formula. Known are I, log, log2, log10, exp, sqrt, factor; anything else can be derived with a view first.",
    ],
    [
      'y ~ I(x + z)',
      "'+' cannot be here. I() takes a power of one column, such as I(x^2); derive anything else with a view first.",
    ],
    [
      'y ~ I(x',
      "A ')' is missing. I() takes a power of one column, such as I(x^2); derive anything else with a view first.",
    ],
    ['y ~ I(x^99)', 'A whole number from 1 to 12 belongs here.'],
    ['factor(y) ~ x', 'What is explained cannot be a factor here.'],
    ['y ~ x + log(y)', "'y' cannot explain itself."],
    [
      `y ~ (${Array.from({ length: 60 }, (_, i) => `x${i}`).join(' + ')})^6`,
      'The formula has far more than 100 terms when it is written out.',
    ],
    [
      `y ~ ${Array.from({ length: 101 }, (_, i) => `x${i}`).join(' + ')}`,
      'The formula has 101 terms; a model takes at most 100.',
    ],
    ['y ~ x | g', "Random effects, written with '|' as in (1 | subject), are not supported"],
    ['y ~ x * g + (1 | subject)', 'a model here has fixed effects alone.'],
  ])('%s is refused', (written, said) => expect(() => parseFormula(written)).toThrow(said));

  // What is short to write may take long to write out, again and again.
  it.each([
    [
      'a term of 13 columns',
      `y ~ ${Array.from({ length: 13 }, (_, i) => `x${i}`).join(':')}`,
      'A term multiplies at most 12 columns.',
    ],
    [
      'a product of 11 columns',
      `y ~ ${Array.from({ length: 11 }, (_, i) => `x${i}`).join(' * ')}`,
      'The formula has 2047 terms; a model takes at most 100.',
    ],
    [
      '60 products of 11 columns',
      `y ~ ${Array.from({ length: 60 }, (_, k) => `(${Array.from({ length: 11 }, (_1, i) => `x${k}${i}`).join('*')})`).join('+')}`,
      'The formula has far more than 100 terms when it is written out.',
    ],
    [
      '3900 brackets',
      `y ~ ${'('.repeat(3900)}x`,
      'The brackets of a formula are nested at most 32 deep.',
    ],
  ])('%s is refused', (_name, written, said) => expect(() => parseFormula(written)).toThrow(said));
});
