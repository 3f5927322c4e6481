import { askMethod } from '@columnist/procedures/testing-methods';
import { comparedWith, fileOf, references } from '@columnist/procedures/testing-references';
import type { Engine } from '@columnist/workers';
import {
  difficultiesOf,
  digitsOf,
  fixtureFiles,
  isRounding,
  listOf,
  numberOf,
  procedures,
  type Fixture,
} from '@columnist/statistics/validation';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admitTable } from './admit-table.ts';

/** How many digits of a procedure are right. */
export interface AccuracyRow {
  readonly name: string;
  readonly reference: string;
  readonly cases: number;
  /** Of them adversarial. */
  readonly difficult: number;
  /** What makes them so. */
  readonly difficulties: readonly string[];
  /**
   * Fewest right digits of statistics, estimates and intervals; and of p-values. null where there
   * are none.
   */
  readonly statistics: number | null;
  readonly p: number | null;
  readonly note: string;
}

const worst = (digits: readonly number[]): number | null =>
  digits.length === 0 ? null : Math.min(...digits);

/** Where the reference itself has fewer digits. */
const notes: Readonly<Record<string, string>> = {
  sample_size: 'R’s pwr searches for n with four digits (uniroot)',
  shapiro_wilk: 'the approximations of Royston 1995, as in R',
  anderson_darling: 'p by the formulas of Stephens 1986, as in nortest',
  lilliefors: 'p by Dallal and Wilkinson 1986, above .1 by Stephens 1974, as in nortest',
  studentized_range:
    'SciPy; R’s ptukey has fewer digits and gives NaN below two degrees of freedom',
  tukey_hsd: 'differences and q by R, p and intervals by SciPy',
  games_howell: 'differences, q and df by R, p and intervals by SciPy',
  power:
    'R’s pwr; of the noncentral F distribution a Poisson mixture by mpmath, R’s pf has nine digits',
  fisher_exact: 'p by R, odds ratio and interval by SciPy; R’s uniroot has four digits',
  quantile: 'all nine types',
  kpss: 'p about a level by SciPy’s limit of Cramér and von Mises; statsmodels ends at .01 and .10',
  marginal_means: 'p of the pairs is that of studentized_range',
  little_mcar: 'EM row by row in R',
  logistic_model: 'R’s glm, taken to its end (epsilon = 1e-15)',
  seasonal_decomposition:
    'values and trend at five places; robust fits are compared with statsmodels',
  kolmogorov_limit: 'SciPy; R stops the series early',
};

/** A question with the answer of another program and ours. */
interface Case {
  readonly fixture: Fixture;
  readonly from: string;
  readonly found: Readonly<Record<string, number | readonly number[]>>;
}

/** The questions of the files of fixtures, answered by `statistics` alone. */
export const fixtureCases = (): Case[] =>
  fixtureFiles().flatMap(({ versions, fixtures }) => {
    const from = Object.keys(versions).includes('R') ? 'R' : Object.keys(versions).join(', ');
    return fixtures.map((fixture) => ({
      fixture,
      from,
      found: procedures[fixture.procedure]?.(fixture.input) ?? {},
    }));
  });

/** The questions that procedures bring along, answered from a file as callers ask them. */
export async function referenceCases(engine: Engine, folder: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [i, { operation, method, reference }] of references.entries()) {
    const source = join(folder, `reference-${i}.csv`);
    writeFileSync(source, fileOf(reference));
    const answer = await askMethod(engine, await admitTable(engine, source, folder), operation, {
      method,
      ...reference.asked,
    });
    const { statistic, p } = comparedWith(reference, answer);
    cases.push({
      fixture: {
        procedure: method,
        input: {
          columns: Object.values(reference.columns).filter((cells) =>
            cells.every((cell) => typeof cell === 'number'),
          ),
        },
        want: { statistic: statistic[1], p: p[1] },
      },
      from: reference.from.split(' ')[0] ?? reference.from,
      found: { statistic: statistic[0], p: p[0] },
    });
  }
  return cases;
}

/** The fewest right digits of each procedure, over all of its cases. */
export const proceduresTable = (cases: readonly Case[]): AccuracyRow[] =>
  [...Map.groupBy(cases, ({ fixture }) => fixture.procedure)]
    .map(([name, of]): AccuracyRow => {
      const digits: Record<'statistics' | 'p', number[]> = { statistics: [], p: [] };
      for (const { fixture, found } of of)
        for (const [figure, wanted] of Object.entries(fixture.want)) {
          const actual = listOf(found[figure]);
          listOf(wanted).forEach((one, i) => {
            const [a, w] = [Number(actual[i]), numberOf(one)];
            digits[figure === 'p' || figure === 'ps' ? 'p' : 'statistics'].push(
              isRounding(figure, a, w) ? 15 : digitsOf(a, w),
            );
          });
        }
      return {
        name,
        reference: [...new Set(of.map(({ from }) => from))].join('; '),
        cases: of.length,
        difficult: of.filter(({ fixture }) => difficultiesOf(fixture).length > 0).length,
        difficulties: [...new Set(of.flatMap(({ fixture }) => difficultiesOf(fixture)))].toSorted(
          (a, b) => a.localeCompare(b),
        ),
        statistics: worst(digits.statistics),
        p: worst(digits.p),
        note: notes[name] ?? '',
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
