import { AppError, type PowerOptions, type PowerResult } from '@columnist/contract';
import {
  alphaFor,
  effectFor,
  powerOfAnova,
  powerOfChiSquare,
  powerOfCorrelation,
  powerOfProportions,
  powerOfT,
  sizeFor,
  type PowerOf,
} from '@columnist/statistics';
import { engineVersion } from '../engine.ts';
import { percent, short } from '../procedures/words.ts';

interface Design {
  readonly name: string;
  readonly powerOf: PowerOf;
  /** Fewest values that the design takes, and the largest effect. */
  readonly least: number;
  readonly most: number;
  readonly effectName: string;
  readonly of: string;
  readonly code: (solved: Asked, figures: Figures) => { r: string; python: string };
}
type Asked = 'n' | 'effect' | 'power' | 'alpha';
type Figures = Readonly<Record<Asked, number>>;

const usualAlpha = 0.05;

/** Finds what was left out of n, effect, power and alpha. Throws invalid_input. */
export function calculatePower(input: PowerOptions): PowerResult {
  const design = designOf(input);
  const solved = askedFor(input);
  const alpha = input.alpha ?? usualAlpha;
  if (input.effect !== undefined && (input.effect === 0 || Math.abs(input.effect) > design.most))
    throw refuse(
      'effect',
      input.effect === 0
        ? 'No sample finds an effect of 0.'
        : `The effect ${design.effectName} is at most ${design.most}.`,
    );
  if (input.n !== undefined && input.n < design.least)
    throw refuse('n', `This design needs n of at least ${design.least}.`);
  const given = {
    n: input.n ?? design.least,
    effect: input.effect ?? 0.5,
    alpha,
    power: input.power ?? 0.8,
  };
  const found = solve(design, solved, given);
  const figures: Figures = { ...given, [solved]: found };
  return {
    engine_version: engineVersion,
    procedure: { method: input.method, name: design.name },
    solved,
    ...figures,
    picture: curveOf(design, figures),
    sentence: sentenceOf(design, solved, figures),
    code: design.code(solved, figures),
  };
}

const refuse = (field: string, message: string): AppError =>
  new AppError('invalid_input', message, { errors: [{ field, message }] });

function askedFor({ n, effect, power, alpha }: PowerOptions): Asked {
  const lacking = (['n', 'effect', 'power'] as const).filter(
    (name) => ({ n, effect, power })[name] === undefined,
  );
  const [only, second] = lacking;
  if (second !== undefined)
    throw refuse(second, 'Give two of n, effect and power; the third is found.');
  if (only !== undefined) return only;
  if (alpha !== undefined)
    throw refuse('alpha', 'Leave out what should be found: n, effect, power or alpha.');
  return 'alpha';
}

function solve(
  { powerOf, least, most }: Design,
  solved: Asked,
  { n, effect, alpha, power }: Figures,
): number {
  switch (solved) {
    case 'power':
      return powerOf({ n, effect, alpha });
    case 'n': {
      const size = sizeFor(powerOf, { effect, alpha }, power, least);
      if (size === null)
        throw refuse(
          'effect',
          'No sample of up to a billion reaches this power: is the effect in the direction of the alternative?',
        );
      return size;
    }
    case 'effect': {
      const size = effectFor(powerOf, { n, alpha }, power, most);
      if (size === null) throw refuse('power', 'No effect reaches this power with so few values.');
      return size;
    }
    case 'alpha':
      return alphaFor(powerOf, { n, effect }, power);
  }
}

function curveOf(
  { powerOf, least }: Design,
  { n, effect, alpha, power }: Figures,
): PowerResult['picture'] {
  const to = Math.max(2 * n, least + 10);
  const x = Array.from({ length: 41 }, (_, i) => least + ((to - least) * i) / 40);
  return {
    kind: 'curve',
    x_name: 'n',
    y_name: 'power',
    x,
    y: x.map((size) => powerOf({ n: size, effect, alpha })),
    at: { x: n, y: power },
  };
}

function sentenceOf(
  { of, effectName }: Design,
  solved: Asked,
  { n, effect, alpha, power }: Figures,
): string {
  const level = `at the ${percent(alpha)} level`;
  switch (solved) {
    case 'n':
      return `With ${Math.ceil(n - 1e-9)} ${of} an effect of ${effectName} = ${short(effect)} is found with a power of ${percent(power)} ${level}.`;
    case 'power':
      return `With ${short(n)} ${of} an effect of ${effectName} = ${short(effect)} is found with a power of ${percent(power)} ${level}.`;
    case 'effect':
      return `With ${short(n)} ${of} and a power of ${percent(power)}, the smallest effect that is found ${level} is ${effectName} = ${short(effect)}.`;
    case 'alpha':
      return `With ${short(n)} ${of} an effect of ${effectName} = ${short(effect)} is found with a power of ${percent(power)} at the ${percent(alpha)} level.`;
  }
}

function designOf(input: PowerOptions): Design {
  const tail =
    'alternative' in input ? `, alternative = "${input.alternative.replace('_', '.')}"` : '';
  const statsmodels =
    'alternative' in input
      ? `, alternative="${{ two_sided: 'two-sided', less: 'smaller', greater: 'larger' }[input.alternative]}"`
      : '';
  const r =
    (call: string, n: string, effect: string, extra: string) =>
    (solved: Asked, f: Figures): string =>
      `library(pwr)\nresult <- ${call}(${n} = ${solved === 'n' ? 'NULL' : f.n}, ${effect} = ${solved === 'effect' ? 'NULL' : f.effect}, sig.level = ${solved === 'alpha' ? 'NULL' : f.alpha}, power = ${solved === 'power' ? 'NULL' : f.power}${extra})\nprint(result)\n`;
  const python =
    (imports: string, call: string, n: string, extra: string) =>
    (solved: Asked, f: Figures): string =>
      `${imports}\n\nresult = ${call}(effect_size=${solved === 'effect' ? 'None' : f.effect}, ${n}=${solved === 'n' ? 'None' : f.n}, alpha=${solved === 'alpha' ? 'None' : f.alpha}, power=${solved === 'power' ? 'None' : f.power}${extra})\nprint(result)\n`;
  const both =
    (one: (solved: Asked, f: Figures) => string, other: (solved: Asked, f: Figures) => string) =>
    (solved: Asked, f: Figures) => ({ r: one(solved, f), python: other(solved, f) });
  const module = (name: string): string => `from statsmodels.stats.power import ${name}`;
  switch (input.method) {
    case 'two_sample_t':
      return {
        name: 'Two-sample t test',
        powerOf: powerOfT('two_sample', input.alternative),
        least: 2,
        most: 1e6,
        effectName: 'd',
        of: 'values in each group',
        code: both(
          r('pwr.t.test', 'n', 'd', `, type = "two.sample"${tail}`),
          python(module('TTestIndPower'), 'TTestIndPower().solve_power', 'nobs1', statsmodels),
        ),
      };
    case 'one_sample_t':
    case 'paired_t': {
      const paired = input.method === 'paired_t';
      return {
        name: paired ? 'Paired t test' : 'One-sample t test',
        powerOf: powerOfT(paired ? 'paired' : 'one_sample', input.alternative),
        least: 2,
        most: 1e6,
        effectName: 'd',
        of: paired ? 'pairs' : 'values',
        code: both(
          r('pwr.t.test', 'n', 'd', `, type = "${paired ? 'paired' : 'one.sample'}"${tail}`),
          python(module('TTestPower'), 'TTestPower().solve_power', 'nobs', statsmodels),
        ),
      };
    }
    case 'anova':
      return {
        name: 'One-way analysis of variance',
        powerOf: powerOfAnova(input.groups),
        least: 2,
        most: 1e6,
        effectName: 'f',
        of: `values in each of ${input.groups} groups`,
        code: both(
          r('pwr.anova.test', 'n', 'f', `, k = ${input.groups}`),
          (solved, f) =>
            `${module('FTestAnovaPower')}\n\nk = ${input.groups}  # nobs counts the values of all groups\nresult = FTestAnovaPower().solve_power(effect_size=${solved === 'effect' ? 'None' : f.effect}, nobs=${solved === 'n' ? 'None' : `${f.n} * k`}, alpha=${solved === 'alpha' ? 'None' : f.alpha}, power=${solved === 'power' ? 'None' : f.power}, k_groups=k)${solved === 'n' ? ' / k' : ''}\nprint(result)\n`,
        ),
      };
    case 'two_proportions':
      return {
        name: 'Two proportions',
        powerOf: powerOfProportions(2, input.alternative),
        least: 2,
        most: Math.PI,
        effectName: 'h',
        of: 'values in each group',
        code: both(
          r('pwr.2p.test', 'n', 'h', tail),
          python(module('NormalIndPower'), 'NormalIndPower().solve_power', 'nobs1', statsmodels),
        ),
      };
    case 'one_proportion':
      return {
        name: 'One proportion',
        powerOf: powerOfProportions(1, input.alternative),
        least: 2,
        most: Math.PI,
        effectName: 'h',
        of: 'values',
        code: both(
          r('pwr.p.test', 'n', 'h', tail),
          python(
            module('NormalIndPower'),
            'NormalIndPower(ddof=0).solve_power',
            'nobs1',
            `, ratio=0${statsmodels}`,
          ),
        ),
      };
    case 'correlation':
      return {
        name: 'Correlation',
        powerOf: powerOfCorrelation(input.alternative),
        least: 4,
        most: 0.999999,
        effectName: 'r',
        of: 'pairs of values',
        code: both(r('pwr.r.test', 'n', 'r', tail), (_, f) =>
          correlationPython(f, input.alternative),
        ),
      };
    case 'chi_square':
      return {
        name: 'Chi-square test',
        powerOf: powerOfChiSquare(input.df),
        least: 2,
        most: 1e6,
        effectName: 'w',
        of: 'values in all',
        code: both(
          r('pwr.chisq.test', 'N', 'w', `, df = ${input.df}`),
          python(
            module('GofChisquarePower'),
            'GofChisquarePower().solve_power',
            'nobs',
            `, n_bins=${input.df + 1}`,
          ),
        ),
      };
  }
}

/** Of the figures found: the power that they give. */
const correlationPython = (
  { n, effect, alpha }: Figures,
  alternative: 'two_sided' | 'less' | 'greater',
): string =>
  [
    'import numpy as np',
    'from scipy import stats',
    '',
    `n, r, alpha = ${n}, ${alternative === 'less' ? -effect : Math.abs(effect)}, ${alpha}`,
    `t = stats.t.isf(alpha / ${alternative === 'two_sided' ? 2 : 1}, n - 2)`,
    'critical = np.arctanh(np.sqrt(t**2 / (t**2 + n - 2)))',
    'shift = np.arctanh(r) + r / (2 * (n - 1))',
    alternative === 'two_sided'
      ? 'result = stats.norm.sf((critical - shift) * np.sqrt(n - 3)) + stats.norm.sf((critical + shift) * np.sqrt(n - 3))'
      : 'result = stats.norm.sf((critical - shift) * np.sqrt(n - 3))',
    'print(result)',
    '',
  ].join('\n');
