import { askMethod } from '@columnist/procedures/testing-methods';
import { comparedWith, fileOf, references } from '@columnist/procedures/testing-references';
import { createEngine, type Engine, type TableRef } from '@columnist/workers';
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
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { writeFigures } from './verified.ts';

/**
 * How many digits of every figure are right, against NIST's certified values and against R, SciPy
 * and mpmath:
 *   pnpm bench:accuracy            prints the tables; fails where a row does not reach its mark
 *   pnpm bench:accuracy --write    also writes docs/validation.md and what the validation page shows
 */
const root = resolve(import.meta.dirname, '..');
const nist = resolve(root, '../shared/data/nist');
/** What the validation page shows. */
const page = join(root, 'apps/web/src/features/validation/figures.json');

interface Row {
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
interface NistRow {
  readonly set: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly mark: number;
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
const fixtureCases = (): Case[] =>
  fixtureFiles().flatMap(({ versions, fixtures }) => {
    const from = Object.keys(versions).includes('R') ? 'R' : Object.keys(versions).join(', ');
    return fixtures.map((fixture) => ({
      fixture,
      from,
      found: procedures[fixture.procedure]?.(fixture.input) ?? {},
    }));
  });

/** The questions that procedures bring along, answered from a file as callers ask them. */
async function referenceCases(engine: Engine, folder: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [i, { operation, method, reference }] of references.entries()) {
    const source = join(folder, `reference-${i}.csv`);
    writeFileSync(source, fileOf(reference));
    const answer = await askMethod(engine, await admit(engine, source, folder), operation, {
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

const proceduresTable = (cases: readonly Case[]): Row[] =>
  [...Map.groupBy(cases, ({ fixture }) => fixture.procedure)]
    .map(([name, of]): Row => {
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

async function admit(engine: Engine, source: string, folder: string): Promise<TableRef> {
  const parquet = join(folder, `${basename(source)}.parquet`);
  const { rowCount, columns } = await engine.admit({ source, parquet });
  return { parquet, datasetId: null, version: null, rowCount, columns };
}

interface Certified {
  readonly univariate: Readonly<
    Record<string, { readonly mean: string; readonly sd: string; readonly lag1_autocorr: string }>
  >;
  readonly linear: Readonly<
    Record<
      string,
      {
        readonly intercept: boolean;
        readonly model: string;
        readonly params: readonly { readonly estimate: string; readonly se: string }[];
        readonly residual_sd: string;
        readonly r2: string;
      }
    >
  >;
  readonly anova: Readonly<Record<string, { readonly F: string }>>;
}

async function nistTable(engine: Engine, folder: string): Promise<NistRow[]> {
  const certified: Certified = JSON.parse(readFileSync(join(nist, 'certified.json'), 'utf8'));
  const rows: NistRow[] = [];
  for (const file of readdirSync(join(nist, 'csv')).toSorted()) {
    const [kind = '', set = ''] = file.replace('.csv', '').split('_');
    if (kind === 'univariate') {
      const {
        mean,
        sd,
        lag1_autocorr: lag,
      } = certified.univariate[set] ?? { mean: 'NaN', sd: 'NaN', lag1_autocorr: 'NaN' };
      const table = await admit(engine, join(nist, 'csv', file), folder);
      const column = table.columns[0]?.name ?? '';
      const [described] = (
        await engine.describe(table, {
          quantiles: [],
          confidence_level: 0.95,
          correlations: false,
          plot: false,
        })
      ).columns;
      if (described?.type !== 'number') throw new Error(`${set} has no number column.`);
      const { estimate } = await engine.testDistribution(table, {
        method: 'autocorrelation',
        column,
        lags: 1,
        confidence_level: 0.95,
      });
      rows.push({
        set,
        mark: 14,
        figures: {
          mean: digitsOf(described.mean ?? NaN, Number(mean)),
          sd: digitsOf(described.sd ?? NaN, Number(sd)),
          'lag-1 autocorrelation': digitsOf(estimate?.value ?? NaN, Number(lag)),
        },
      });
    }
    if (kind === 'linear') {
      const {
        intercept = true,
        model = '',
        params = [],
        residual_sd: sd = 'NaN',
        r2 = 'NaN',
      } = certified.linear[set] ?? {};
      const table = await admit(engine, join(nist, 'csv', file), folder);
      const degree = Number(/degree (\d+)/.exec(model)?.[1] ?? 1);
      const terms =
        degree > 1
          ? Array.from({ length: degree }, (_, i) => `I(x^${i + 1})`)
          : table.columns.slice(1).map(({ name }) => name);
      const result = await engine.fitRegression(table, {
        method: 'linear',
        formula: `y ~ ${[...terms, ...(intercept ? [] : ['0'])].join(' + ')}`,
        errors: 'classical',
        sums_of_squares: 2,
        seed: 1,
        confidence_level: 0.95,
      });
      const found = result.tables.find(({ title }) => title === 'Coefficients')?.rows ?? [];
      const least = (place: number, wanted: 'estimate' | 'se'): number =>
        Math.min(
          ...params.map((one, i) => digitsOf(Number(found[i]?.[place]), Number(one[wanted]))),
        );
      const effect = (name: string): number =>
        result.effects.find((one) => one.name === name)?.value ?? NaN;
      rows.push({
        set,
        mark: set === 'Filip' ? 10 : 12,
        figures: {
          coefficients: least(1, 'estimate'),
          'their errors': least(2, 'se'),
          'residual sd': digitsOf(effect('residual standard deviation'), Number(sd)),
          'R²': digitsOf(effect('R²'), Number(r2)),
        },
      });
    }
    if (kind === 'anova') {
      const table = await admit(engine, join(nist, 'csv', file), folder);
      const [group, value] = table.columns;
      const { statistic } = await engine.compareGroups(table, {
        method: 'anova',
        value: value?.name ?? '',
        group: group?.name ?? '',
        confidence_level: 0.95,
      });
      rows.push({
        set,
        mark: 12,
        figures: { F: digitsOf(statistic?.value ?? NaN, Number(certified.anova[set]?.F)) },
      });
    }
  }
  return rows;
}

/** What was found with NIST's files when they were here. */
function lastSets(): readonly NistRow[] {
  const { sets }: { readonly sets: readonly NistRow[] } = JSON.parse(readFileSync(page, 'utf8'));
  return sets;
}

const shown = (digits: number | null): string => (digits === null ? '–' : digits.toFixed(1));
const versions = fixtureFiles().flatMap((file) =>
  Object.entries(file.versions).map(([name, version]) =>
    version.startsWith(name) ? (version.split(' (')[0] ?? version) : `${name} ${version}`,
  ),
);

function document(sets: readonly NistRow[], rows: readonly Row[]): string {
  return [
    '# Validation',
    '',
    'How many digits of the figures are right: −log₁₀ of the relative error, 15 at most; ' +
      'absolute where the certified value is 0. Written by `pnpm bench:accuracy --write`; a ' +
      'test repeats the second table with every change.',
    '',
    '## NIST Statistical Reference Datasets',
    '',
    'Certified values, computed through the product: the file is uploaded, read and asked. ' +
      'Doubles lose digits of the sets that were made to lose them (R, pandas and DuckDB ' +
      'have 8 to 10 digits of the standard deviation of NumAcc3 and NumAcc4, and R 4.8 and ' +
      '2.6 of SmLs07 and SmLs09, and of the coefficients of Filip, a polynomial of degree ' +
      'ten, R finds 8.4 digits and only with another tolerance); here decimal text stays ' +
      'exact until the sums are done.',
    '',
    '| Set | Digits |',
    '|---|---|',
    ...sets.map(
      ({ set, figures }) =>
        `| ${set} | ${Object.entries(figures)
          .map(([name, digits]) => `${name} ${digits.toFixed(1)}`)
          .join(', ')} |`,
    ),
    '',
    '## Procedures',
    '',
    `Against ${versions.join(', ')}; on seeded data and on adversarial data: ties, ` +
      'constants, three values or fewer, offsets that dwarf the spread, values far from ' +
      'the rest, empty cells, all or none of a proportion, extreme arguments, tiny p. The ' +
      'fewest digits of any figure of any case. Statistics reach nine digits and p-values ' +
      'seven; where a row has fewer, the note says which side has them.',
    '',
    '| Procedure | Reference | Cases | Adversarial | Statistics | p | Note |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ name, reference, cases, difficult, difficulties, statistics, p, note }) =>
        `| \`${name}\` | ${reference} | ${cases} | ${difficult}: ${difficulties.join(', ')} ` +
        `| ${shown(statistics)} | ${shown(p)} | ${note} |`,
    ),
    '',
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'columnist-accuracy-'));
const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1 });
try {
  const sets = existsSync(nist) ? await nistTable(engine, folder) : lastSets();
  const rows = proceduresTable([...fixtureCases(), ...(await referenceCases(engine, folder))]);
  if (!existsSync(nist))
    console.log('../shared/data/nist is not here: the first table is the one written last.');
  console.table(
    sets.map(({ set, figures, mark }) => ({
      set,
      ...Object.fromEntries(
        Object.entries(figures).map(([name, digits]) => [name, Number(digits.toFixed(1))]),
      ),
      mark,
    })),
  );
  console.table(
    rows.map(({ name, cases, difficult, statistics, p }) => ({
      name,
      cases,
      difficult,
      statistics: shown(statistics),
      p: shown(p),
    })),
  );
  if (process.argv.includes('--write')) {
    writeFigures(document(sets, rows));
    writeFileSync(page, `${JSON.stringify({ versions, sets, rows }, null, 2)}\n`);
  }
  const short = [
    ...sets
      .filter(({ figures, mark }) => Object.values(figures).some((digits) => digits < mark))
      .map(({ set }) => set),
    ...rows
      .filter(
        ({ name, statistics, p }) =>
          name !== 'sample_size' && ((statistics ?? 15) < 9 || (p ?? 15) < 7),
      )
      .map(({ name }) => name),
  ];
  console.log(
    short.length === 0 ? 'Every row reaches its mark.' : `Below their marks: ${short.join(', ')}`,
  );
  process.exitCode = short.length === 0 ? 0 : 1;
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
