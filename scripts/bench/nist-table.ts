import type { Engine } from '@columnist/workers';
import { digitsOf } from '@columnist/statistics/validation';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { admitTable } from './admit-table.ts';

/** Where NIST's files are, beside the repository. */
export const nist = resolve(import.meta.dirname, '../../../shared/data/nist');

/** The right digits of one set, and how many there have to be. */
export interface NistRow {
  readonly set: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly mark: number;
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

/** The digits of every certified value, computed through the product. */
export async function nistTable(engine: Engine, folder: string): Promise<NistRow[]> {
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
      const table = await admitTable(engine, join(nist, 'csv', file), folder);
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
      const table = await admitTable(engine, join(nist, 'csv', file), folder);
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
          'R²': digitsOf(effect(intercept ? 'R²' : 'R² about 0'), Number(r2)),
        },
      });
    }
    if (kind === 'anova') {
      const table = await admitTable(engine, join(nist, 'csv', file), folder);
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
