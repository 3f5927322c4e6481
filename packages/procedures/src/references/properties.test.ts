import { AppError, everyMethod, type Asking } from '@columnist/contract';
import { ofRuns } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { answerOf } from '../testing-answers.ts';
import { at, type Json } from './figures.ts';
import {
  csvOf,
  differences,
  figuresIn,
  isOfOrder,
  kept,
  renamed,
  reordered,
  scaled,
  sheetOf,
  shifted,
  type Sheet,
} from './properties.ts';
import { exampleOf } from './questions.ts';
import { randomTable } from './tables.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const { numRuns, seed: first } = ofRuns(1, 200);
const admit = async (sheet: Sheet): Promise<TableRef> => (await tests.admit(csvOf(sheet))).table;
type Given = Readonly<Record<string, unknown>>;
/** An answer, or the code of what is refused: both must be alike. */
const ask = (table: TableRef, operation: Asking, given: Given): Promise<Json> =>
  answerOf(tests.engine, table, operation, given).catch((error: unknown) => {
    if (error instanceof AppError) return `refused: ${error.code}`;
    throw error;
  });

/** Parts of a cross-validation are drawn by the places of the rows. */
const withoutDraws = (example: Given): Given =>
  Object.fromEntries(Object.entries(example).filter(([name]) => name !== 'folds'));

const asked = everyMethod.flatMap(([operation, method]) =>
  operation === 'calculatePower'
    ? []
    : [
        {
          key: `${operation}.${method.method}`,
          operation,
          method: method.method,
          given: { method: method.method, ...withoutDraws(exampleOf(operation, method)) },
        },
      ],
);

/** What of an answer stays where the numbers are moved, and where they are made larger. */
const stays = ['statistic', 'df', 'p_value', 'effects'];
const staysOf: Readonly<Record<string, readonly string[]>> = {
  repeated_measures_anova: ['p_value', 'df'],
  // Its statistic is the difference of the means.
  permutation: ['p_value', 'effects'],
};
const ofDifferences: readonly string[] = [
  'welch_t',
  'student_t',
  'mann_whitney',
  'permutation',
  'anova',
  'welch_anova',
  'kruskal_wallis',
  'levene',
  'brown_forsythe',
  'bartlett',
  'fligner_killeen',
  'paired_t',
  'shapiro_wilk',
  'anderson_darling',
  'lilliefors',
  'jarque_bera',
  'dagostino_k2',
  'grubbs',
  'kolmogorov_smirnov_two_sample',
  'tukey_outliers',
  'z_score_outliers',
  'kendall',
  'partial',
  'mahalanobis_outliers',
  'point_biserial',
  'correlation_ratio',
  'factorial_anova',
  'friedman',
  'repeated_measures_anova',
  'principal_components',
  'little_mcar',
];
const numbers = ['mass', 'wing', 'bill', 'gappy'];
const groups = ['sex', 'kind', 'before', 'after'];

/** Named figures keep their names: what is said of groups changes with their names alone. */
describe.each(Array.from({ length: numRuns }, (_, i) => first * 1000 + i))('table %i', (seed) => {
  test('answers hold whatever is done to what does not matter', async () => {
    const sheet = sheetOf(randomTable(seed));
    const [plain, mixed, moved, larger, called, alone] = [
      await admit(sheet),
      await admit(reordered(sheet, seed)),
      await admit(shifted(sheet, numbers)),
      await admit(scaled(sheet, numbers)),
      await admit(renamed(sheet, groups)),
      await admit(kept(sheet, 'share', 0.2)),
    ];
    const wrong: string[] = [];
    const look = (what: string, found: readonly string[]): void => {
      if (found.length > 0) wrong.push(`${what}: ${found.slice(0, 3).join('; ')}`);
    };
    for (const { key, operation, method, given } of asked) {
      const answer = await ask(plain, operation, given);
      const own = figuresIn(answer);
      if (!isOfOrder(operation, method))
        look(
          `${key}, rows in another order`,
          differences(own, figuresIn(await ask(mixed, operation, given))),
        );
      const view = { ...given, view: { filter: 'share > 0.2' } };
      look(
        `${key}, a view against its rows alone`,
        differences(
          figuresIn(await ask(plain, operation, view)),
          figuresIn(await ask(alone, operation, given)),
        ),
      );
      if (method !== 'one_proportion' && method !== 'proportions' && !('predict' in given))
        look(
          `${key}, groups called otherwise`,
          differences(own, figuresIn(await ask(called, operation, given))),
        );
      if (ofDifferences.includes(method) && operation !== 'timeSeries') {
        const figures = staysOf[method] ?? stays;
        look(
          `${key}, larger numbers`,
          differences(
            figuresIn(answer, figures),
            figuresIn(await ask(larger, operation, given), figures),
          ),
        );
        look(
          `${key}, numbers moved`,
          differences(
            figuresIn(answer, figures),
            figuresIn(await ask(moved, operation, given), figures),
          ),
        );
      }
    }
    expect(wrong).toEqual([]);
  });

  test('one method says what another says of the same rows', async () => {
    const sheet = sheetOf(randomTable(seed));
    const plain = await admit(sheet);
    // Two groups that are named, or all others left out by a view.
    for (const method of ['welch_t', 'student_t', 'mann_whitney', 'permutation']) {
      const two = { method, value: 'mass', group: 'kind' };
      const named = await ask(plain, 'compareGroups', { ...two, groups: ['adelie', 'gentoo'] });
      const viewed = await ask(plain, 'compareGroups', {
        ...two,
        view: { filter: "kind = 'adelie' or kind = 'gentoo'" },
      });
      expect(differences(figuresIn(named), figuresIn(viewed)), method).toEqual([]);
    }
    // Pairs of measurements are the paired t test of each pair.
    const columns = ['mass', 'wing', 'bill'];
    const repeated = await ask(plain, 'compareGroups', {
      method: 'repeated_measures_anova',
      columns,
    });
    const pairs = at(repeated, ['tables']);
    const table = (Array.isArray(pairs) ? pairs : []).find(
      (one: Json) => at(one, ['title']) === 'Pairs of measurements',
    );
    const rows = at(table, ['rows']);
    for (const row of Array.isArray(rows) ? rows : []) {
      const [value, other, difference, low, high, t, df, p] = Array.isArray(row) ? row : [];
      const paired = await ask(plain, 'compareGroups', {
        method: 'paired_t',
        value,
        other,
        view: { filter: columns.map((name) => `${name} is not missing`).join(' and ') },
      });
      const found = [
        at(paired, ['estimate', 'value']),
        at(paired, ['estimate', 'ci', 'low']),
        at(paired, ['estimate', 'ci', 'high']),
        at(paired, ['statistic', 'value']),
        at(paired, ['df', 0]),
        at(paired, ['p_value']),
      ];
      expect(
        differences([difference, low, high, t, df, p].map(Number), found.map(Number)),
        `${String(value)} − ${String(other)}`,
      ).toEqual([]);
    }
    // Whole weights are repeated rows.
    const repeat = sheet.names.indexOf('seen');
    const many = await admit({
      ...sheet,
      rows: sheet.rows.flatMap((row) => Array.from({ length: 1 + Number(row[repeat]) }, () => row)),
    });
    const formula = { method: 'linear', formula: 'wing ~ mass + kind' };
    const weighted = await ask(plain, 'fitRegression', {
      ...formula,
      weights: 'w',
      view: { derive: [{ name: 'w', expression: 'seen + 1' }] },
    });
    const alike = await ask(many, 'fitRegression', formula);
    const estimates = (answer: Json): number[] => {
      const all = at(answer, ['tables', 0, 'rows']);
      return (Array.isArray(all) ? all : []).map((row: Json) => Number(at(row, [1])));
    };
    expect(estimates(weighted).length).toBeGreaterThan(2);
    expect(differences(estimates(weighted), estimates(alike))).toEqual([]);
  });
});
