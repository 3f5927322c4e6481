import type { TestResult } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { openCodeRunner } from '@columnist/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askMethod, type OfTable } from '../testing-methods.ts';

const sites = ['north', 'south', "west's"];
const rowOf = (i: number): (string | number)[] => {
  const site = sites[i % 3] ?? '';
  const arm = Math.floor(i / 3) % 2 === 0 ? 'a' : 'b';
  const more = arm === 'a' ? 0 : site === 'north' ? 6 : site === 'south' ? 2 : 0;
  const y = ((i * 37) % 29) / 2 + more;
  return [site, arm, y, ((i * 17) % 23) + y / 3, 2020 + (i % 2)];
};
/** 60 rows in three sites, one in a site of its own, and one without a site. */
const csv = `site,arm,y,z,year\n${Array.from({ length: 60 }, (_, i) => rowOf(i).join(',')).join('\n')}\nalone,a,1,2,2020\n,b,3,4,2021\n`;

let tests: TestEngine;
let table: TableRef;
beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(csv));
  await tests.engine.exportRows(table, { forSpreadsheets: false }, join(runner.folder, 'data.csv'));
});
const runner = openCodeRunner();
afterAll(async () => {
  runner.close();
  await tests.close();
});

const ask = async (operation: OfTable, given: object): Promise<TestResult> => {
  const found = await askMethod(tests.engine, table, operation, { ...given });
  if (found === null) throw new Error('A matrix was answered.');
  return found;
};
const welch = { method: 'welch_t', value: 'y', group: 'arm', by: 'site' };
const near = (value: number) => expect.closeTo(value, 9);

describe('a test in each value of a column', () => {
  test('is scipy’s test of each part, with p adjusted over the parts as statsmodels does', async () => {
    const found = await ask('compareGroups', welch);
    expect(found.by).toEqual({
      column: 'site',
      adjust: 'holm',
      parts: [
        {
          value: 'north',
          n: 20,
          p_value: near(0.02587011224936531),
          adjusted_p: near(0.07761033674809593),
          sentence: expect.any(String),
        },
        {
          value: 'south',
          n: 20,
          p_value: near(0.7975052784941953),
          adjusted_p: near(1),
          sentence: expect.any(String),
        },
        {
          value: "west's",
          n: 20,
          p_value: near(0.5799859186080794),
          adjusted_p: near(1),
          sentence: expect.any(String),
        },
      ],
      left_out: [{ value: 'alone', n: 1, reason: expect.stringContaining('arm') }],
    });
    expect([found.p_value, found.statistic, found.n_used, found.n_excluded]).toEqual([
      null,
      null,
      60,
      [
        { reason: 'site missing', n: 1 },
        { reason: 'site alone left out', n: 1 },
      ],
    ]);
    expect(found.sentence).toBe(
      "In no value of site do these data show that the mean of y differs between a and b (p adjusted by Holm, α = .05): north (p = .078), south (p > .999) and west's (p > .999). alone cannot answer and is left out.",
    );
  });

  test('answers each part as the same question with a filter does', async () => {
    for (const filter of [undefined, 'z > 3', { column: 'z', op: 'gt', value: 3 }]) {
      const view = filter === undefined ? {} : { view: { filter } };
      const found = await ask('compareGroups', { ...welch, ...view });
      const { by: _, ...alone } = welch;
      for (const { value, p_value, n, sentence } of found.by?.parts ?? []) {
        const part = { column: 'site', op: 'eq', value };
        const and =
          typeof filter === 'string'
            ? `z > 3 and site = '${String(value).replace("'", "''")}'`
            : { and: [...(filter === undefined ? [] : [filter]), part] };
        const own = await ask('compareGroups', { ...alone, view: { filter: and } });
        expect({ p_value, n, sentence }).toEqual({
          p_value: own.p_value,
          n: own.n_used,
          sentence: own.sentence,
        });
      }
      expect(found.by?.parts).toHaveLength(3);
    }
  });

  test('adjusts as asked', async () => {
    const { by } = await ask('compareGroups', { ...welch, by_adjust: 'bh' });
    expect(by?.parts.map(({ adjusted_p: p }) => p)).toEqual([
      near(0.07761033674809593),
      near(0.7975052784941953),
      near(0.7975052784941953),
    ]);
  });

  test('of correlations adjusts over all pairs of all parts', async () => {
    const found = await ask('association', { method: 'pearson', columns: ['y', 'z'], by: 'site' });
    const [each] = found.tables;
    expect(each?.columns).toEqual([
      'site',
      'x',
      'y',
      'n',
      'r',
      'low 95%',
      'high 95%',
      'p',
      'adjusted p',
    ]);
    expect(each?.rows.map((row) => [row[0], row[4], row[7], row[8]])).toEqual([
      ['alone', null, null, null],
      ['north', near(0.41405671421606205), near(0.06953219790616336), near(0.1390643958123267)],
      ['south', near(0.026455078484302414), near(0.9118450926954575), near(0.9118450926954575)],
      ["west's", near(0.5011545402528604), near(0.024386053075296336), near(0.073158159225889)],
    ]);
    // What is said is judged by the p of the table: west's p alone is .024.
    expect(found.by?.parts.map(({ sentence }) => sentence)).toEqual([
      'No pair of these columns has a coefficient that can be tested.',
      'These data do not show that the columns y and z go together (r = .41, p = .139, p adjusted by Holm over all 3 tests).',
      'These data do not show that the columns y and z go together (r = .03, p = .912, p adjusted by Holm over all 3 tests).',
      'These data do not show that the columns y and z go together (r = .50, p = .073, p adjusted by Holm over all 3 tests).',
    ]);
    expect(found.sentence).toContain('r = .50, p = .073, p adjusted by Holm over all 3 tests');
  });

  test('of matrices judges each pair by the p of the table', async () => {
    // Holm over 9: the smallest p, .0244 of west's, is .219; over its own three it would be .073.
    const of = async (adjust: string) => {
      const asked = { method: 'pearson', columns: ['y', 'z', 'year'], by: 'site' };
      const view = { filter: "site != 'alone'" };
      return ask('association', { ...asked, view, by_adjust: adjust, confidence_level: 0.9 });
    };
    const holm = await of('holm');
    const p = (found: TestResult, site: string) =>
      (found.tables[0]?.rows ?? []).filter(([one]) => one === site).map((row) => row.at(-1));
    expect(p(holm, "west's")[0]).toEqual(near(9 * 0.024386053075296336));
    expect(holm.by?.parts[2]?.sentence).toBe(
      'These data do not show that any of the 3 pairs go together (α = .1, p adjusted by Holm over all 9 tests).',
    );
    const none = await of('none');
    expect(p(none, "west's")[0]).toEqual(near(0.024386053075296336));
    expect(none.by?.parts[2]?.sentence).toMatch(
      /^1 of 3 pairs goes together \(α = \.1, p not adjusted\): y and z \(r = \.50\)\.$/,
    );
  });

  test('of models puts the coefficients of all parts into one table', async () => {
    const found = await ask('fitRegression', {
      method: 'linear',
      formula: 'z ~ y',
      by: 'year',
      view: { filter: "site != 'alone' and site is present" },
    });
    const coefficients = found.tables.find(({ title }) => title === 'Coefficients, in each year');
    const at = coefficients?.columns.indexOf('estimate') ?? -1;
    expect(coefficients?.rows.map((row) => [row[0], row[1], row[at]])).toEqual([
      ['2020', expect.any(String), near(10.868250679787641)],
      ['2020', 'y', near(0.42280633605248397)],
      ['2021', expect.any(String), near(9.132240148108961)],
      ['2021', 'y', near(0.5319580357930004)],
    ]);
  });

  test('names what cannot be asked so', async () => {
    const refusal = (given: object) =>
      ask('compareGroups', { ...welch, ...given }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
    expect(await refusal({ by: 'z' })).toBe("'z' has more than 50 values.");
    expect(await refusal({ by: 'sitee' })).toContain("There is no column 'sitee'");
    expect(await refusal({ view: { sample: { n: 10 } } })).toBe(
      "'by' and a sample of the view do not go together.",
    );
    expect(await refusal({ by: 'arm' })).toContain('arm');
  });

  test.for(['R', 'Python'] as const)(
    'comes with %s code that gives the same',
    async (language, { skip }) => {
      const found = await ask('compareGroups', welch);
      const code = language === 'R' ? found.code.r : found.code.python;
      const output = await runner.run(language, code, skip);
      expect(output).toMatch(/0\.07761/);
      for (const site of sites) expect(output).toContain(site);
    },
  );
});
