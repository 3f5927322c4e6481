import type { Asked, DerivedEffect, Figures, InR } from './figures.ts';

type Alternative = 'two_sided' | 'less' | 'greater';

/** The alternative as R and statsmodels write it, after a comma. */
export const rAlternative = (alternative: Alternative): string =>
  `, alternative = "${alternative.replace('_', '.')}"`;
export const pythonAlternative = (alternative: Alternative): string =>
  `, alternative="${{ two_sided: 'two-sided', less: 'smaller', greater: 'larger' }[alternative]}"`;

/** The line that imports a class of statsmodels. */
export const fromStatsmodels = (name: string): string =>
  `from statsmodels.stats.power import ${name}`;

/** R's call; what is asked is NULL there. */
export const rPower = (
  { call, n, effect }: InR,
  extra: string,
  solved: Asked,
  f: Figures,
  derived?: DerivedEffect,
): string =>
  `library(pwr)\nresult <- ${call}(${n} = ${solved === 'n' ? 'NULL' : f.n}, ${effect} = ${solved === 'effect' ? 'NULL' : (derived?.r ?? f.effect)}, sig.level = ${solved === 'alpha' ? 'NULL' : f.alpha}, power = ${solved === 'power' ? 'NULL' : f.power}${extra})\nprint(result)\n`;

/** The call of a class of statsmodels; what is asked is None there. */
export const pythonPower =
  (
    name: string,
    call: string,
    n: string,
    extra: string,
    derived?: DerivedEffect,
  ): ((solved: Asked, f: Figures) => string) =>
  (solved, f) =>
    `${fromStatsmodels(name)}\n${derived === undefined ? '' : `${derived.imports}\n`}\nresult = ${call}.solve_power(effect_size=${solved === 'effect' ? 'None' : (derived?.python ?? f.effect)}, ${n}=${solved === 'n' ? 'None' : f.n}, alpha=${solved === 'alpha' ? 'None' : f.alpha}, power=${solved === 'power' ? 'None' : f.power}${extra})\nprint(result)\n`;
