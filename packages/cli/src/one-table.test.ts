import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnist, refusal } from './testing-columnist.ts';

// R's PlantGrowth, sleep, and mtcars.
const plants = {
  ctrl: [4.17, 5.58, 5.18, 6.11, 4.5, 4.61, 5.17, 4.53, 5.33, 5.14],
  trt1: [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
  trt2: [6.31, 5.12, 5.54, 5.5, 5.37, 5.29, 4.92, 6.15, 5.8, 5.26],
};
const extra = [
  0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2, 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6,
  3.4,
];
const cylinders = [
  6, 6, 4, 6, 8, 6, 8, 4, 4, 6, 6, 8, 8, 8, 8, 8, 8, 4, 4, 4, 4, 8, 8, 8, 8, 4, 4, 4, 8, 6, 8, 4,
];
const manual = [
  1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1,
];

let folder: string;
const at = (name: string): string => join(folder, `${name}.csv`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
  const write = (name: string, lines: readonly string[]): Promise<void> =>
    writeFile(at(name), `${lines.join('\n')}\n`);
  await write('plants', [
    'group,weight',
    ...Object.entries(plants).flatMap(([group, all]) => all.map((one) => `${group},${one}`)),
  ]);
  await write('sleep', ['drug,extra', ...extra.map((one, i) => `${i < 10 ? 'a' : 'b'},${one}`)]);
  await write('cars', [
    'cylinders,gears',
    ...cylinders.map((one, i) => `c${one}x,${manual[i] === 1 ? 'manual' : 'automatic'}`),
  ]);
  await write('months', [
    'month,sold',
    ...Array.from({ length: 48 }, (_, i) => {
      const month = `${2020 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, '0')}-01`;
      return `${month},${100 + i + 10 * (i % 12) + ((i * i) % 7)}`;
    }),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A command as it is written, with the files of the folder. */
const command = (text: string): string[] =>
  text.split(' ').map((word) => (word.endsWith('.csv') ? resolve(folder, word) : word));

/** CSV by its columns; cells of these tables have no commas in quotes beyond the header. */
async function csvOf(
  text: string,
): Promise<{ columns: string[]; rows: (string | number)[][]; said: string[] }> {
  const { out, said } = await columnist(command(`${text} --format csv`));
  const [header = '', ...lines] = out.trimEnd().split('\n');
  return {
    columns: header.split(','),
    rows: lines.map((line) =>
      line.split(',').map((cell) => (Number.isNaN(Number(cell)) ? cell : Number(cell))),
    ),
    said,
  };
}
const near = (value: number): unknown => expect.closeTo(value, 6);
const leftOut = (title: string, ...others: string[]): string =>
  `This is '${title}'. Left out: ${others.join('; ')}. --table TITLE chooses one, --format json has all.`;

describe('CSV of statistics', () => {
  test('of a model holds its coefficients', async () => {
    // R: summary(lm(weight ~ group, PlantGrowth)), confint()
    const { columns, rows, said } = await csvOf('regress plants.csv weight~group');
    expect(columns).toEqual([
      'term',
      'estimate',
      'standard error',
      '95% CI low',
      '95% CI high',
      't',
      'p',
      'standardized',
    ]);
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      [
        '(Intercept)',
        near(5.032),
        near(0.197128365774),
        near(4.62752600344),
        near(5.43647399656),
        near(25.52651405723),
        near(0),
      ],
      [
        'group[trt1]',
        near(-0.371),
        near(0.278781608406),
        near(-0.94301261156),
        near(0.20101261156),
        near(-1.33079080116),
        near(0.194387880054),
      ],
      [
        'group[trt2]',
        near(0.494),
        near(0.278781608406),
        near(-0.07801261156),
        near(1.06601261156),
        near(1.77199637675),
        near(0.0876816750627),
      ],
    ]);
    expect(said).toEqual([
      leftOut(
        'Coefficients',
        'Terms',
        'Checks of the residuals',
        'Rows of most influence',
        'Result',
        'assumptions',
      ),
    ]);
  });

  test('of a test holds statistic, degrees of freedom, p and effects in one line', async () => {
    // R: oneway.test(weight ~ group, PlantGrowth, var.equal = TRUE); effects from its sums of
    // squares, 3.76634 between and 10.49209 within
    const { columns, rows, said } = await csvOf(
      'test plants.csv anova --value weight --group group',
    );
    const bounded = (name: string): string[] => [name, `${name} low`, `${name} high`];
    expect(columns).toEqual([
      'method',
      'n',
      'F',
      'df 1',
      'df 2',
      'p',
      ...bounded('η²'),
      ...bounded('ω²'),
      ...bounded('ε²'),
    ]);
    const [line = []] = rows;
    expect(rows).toHaveLength(1);
    expect([...line.slice(0, 7), line[9], line[12]]).toEqual([
      'anova',
      30,
      near(4.846087862),
      2,
      27,
      near(0.0159099583),
      near(0.26414829),
      near(0.20407882),
      near(0.20964079),
    ]);
    expect(said).toEqual([leftOut('Result', 'Pairs by Tukey', 'groups', 'assumptions')]);
  });

  test('of counts holds χ² and p, not the counts', async () => {
    // R: chisq.test(table(mtcars$cyl, mtcars$am)); V = sqrt(χ² / 32)
    const { columns, rows, said } = await csvOf('test cars.csv chi_square --x cylinders --y gears');
    expect(columns.slice(0, 6)).toEqual(['method', 'n', 'χ²', 'df', 'p', 'Cramér’s V']);
    expect(rows.map((row) => row.slice(0, 6))).toEqual([
      ['chi_square', 32, near(8.740732951), 2, near(0.012646605), near(0.522635537183)],
    ]);
    expect(said).toEqual([leftOut('Result', 'Counts', 'Shares of rows', 'assumptions')]);
  });

  test('of a question in each value of a column holds a line each', async () => {
    // R: t.test(d$weight, mu = 5) in each group
    const { columns, rows } = await csvOf(
      'test plants.csv one_sample_t --value weight --mu 5 --by group',
    );
    const p = columns.indexOf('p');
    expect(rows.map((row) => [row[0], row[1], row[p]])).toEqual([
      ['ctrl', 10, near(0.866063260632)],
      ['trt1', 10, near(0.209772511791)],
      ['trt2', 10, near(0.00449622551442)],
    ]);
  });

  test('of correlations holds the pairs with their intervals', async () => {
    // R: cor.test(as.numeric(sleep$group), sleep$extra)
    const { columns, rows, said } = await csvOf(
      'test sleep.csv pearson --columns extra --columns number --derive number=if(drug="a",1,2)',
    );
    expect(columns).toEqual([
      'x',
      'y',
      'n_used',
      'estimate',
      'ci_low',
      'ci_high',
      'statistic',
      'df',
      'p_value',
    ]);
    expect([rows, said]).toEqual([
      [
        [
          'extra',
          'number',
          20,
          near(0.4016626081564),
          near(-0.0496903355588),
          near(0.7167800076907),
          near(1.8608134674869),
          18,
          near(0.0791867142159),
        ],
      ],
      [],
    ]);
  });

  test.each<[string, string, string, number, RegExp]>([
    ['ets', ' --horizon 2', 'month,sold,95% low,95% high', 2, /^This is 'Forecast'/],
    [
      'stl',
      '',
      'month,sold,trend,season,remainder',
      48,
      /^This is 'Components'. Left out: Season;/,
    ],
    ['stl', ' --robust', 'month,sold,trend,season,remainder', 48, /^This is 'Components'/],
    ['overview', '', 'month,sold,mean,standard deviation', 48, /^This is 'Rolling figures/],
  ])('of a series by %s %j holds its moments', async (method, options, header, lines, saying) => {
    const { columns, rows, said } = await csvOf(
      `series months.csv ${method} --value sold --time month${options}`,
    );
    expect([columns.join(','), rows.length, said]).toEqual([
      header,
      lines,
      [expect.stringMatching(saying)],
    ]);
  });

  test('of components holds their variances', async () => {
    const { columns } = await csvOf(
      'structure plants.csv principal_components --columns weight --columns square --derive square=weight^2',
    );
    expect(columns).toEqual([
      'component',
      'standard deviation',
      'variance',
      'share',
      'share up to here',
    ]);
  });

  test('of the size of a study holds it', async () => {
    // R: pwr.t.test(d = 0.5, power = 0.8)
    const { columns, rows } = await csvOf('power two_sample_t --effect 0.5 --power 0.8');
    expect([columns, rows]).toEqual([
      ['solved', 'n', 'effect', 'alpha', 'power'],
      [['n', near(63.76561), 0.5, 0.05, near(0.8)]],
    ]);
  });
});

test('CSV of a description has the quantiles that were asked for', async () => {
  // R: quantile(PlantGrowth$weight, c(0.1, 0.9))
  const asked = await csvOf('describe plants.csv weight --quantiles 0.1 --quantiles 0.9');
  const at = ['quantile_0.1', 'quantile_0.9'].map((name) => asked.columns.indexOf(name));
  expect(at.map((one) => asked.rows[0]?.[one])).toEqual([near(4.17), near(6.038)]);
  const { columns } = await csvOf('describe plants.csv weight');
  expect(columns.filter((name) => name.startsWith('quantile'))).toEqual([]);
});

describe('one table of an answer', () => {
  const anova = 'test plants.csv anova --value weight --group group';

  test('by its title, or how that begins, in every format', async () => {
    // R: TukeyHSD(aov(weight ~ group, PlantGrowth))
    const pairs = [
      ['trt1 − ctrl', near(-0.371), near(0.390871144202)],
      ['trt2 − ctrl', near(0.494), near(0.1979959913)],
      ['trt2 − trt1', near(0.865), near(0.012006423979)],
    ];
    const asCsv = await csvOf(`${anova} --table pairs`);
    expect(asCsv.rows.map((row) => [row[0], row[1], row[6]])).toEqual(pairs);
    expect(asCsv.said).toEqual([]);
    const asJson: unknown = JSON.parse(
      (await columnist(command(`${anova} --table pairs --format json`))).out,
    );
    expect(asJson).toMatchObject({ title: 'Pairs by Tukey', rows: { length: 3 } });
    const asText = await columnist(command(`${anova} --table pairs --format table`));
    expect(asText.out.split('\n').map((line) => line.trimEnd().split(/ {2,}/)[0])).toEqual([
      'Pairs by Tukey',
      'pair',
      'trt1 − ctrl',
      'trt2 − ctrl',
      'trt2 − trt1',
      '',
    ]);
  });

  test('in a file by its ending', async () => {
    const to = join(folder, 'result.csv');
    expect((await columnist(command(`${anova} --output ${to}`), true)).said).toEqual([
      leftOut('Result', 'Pairs by Tukey', 'groups', 'assumptions'),
    ]);
    expect((await readFile(to, 'utf8')).split('\n')[1]).toMatch(/^anova,30,4\.846087862/);
  });

  test('that is not there is refused with those that are', async () => {
    expect(await refusal(command(`${anova} --table Coefficients`))).toEqual([
      "This answer has no table 'Coefficients'.",
      'It has Pairs by Tukey; Result; groups; assumptions.',
    ]);
  });
});
