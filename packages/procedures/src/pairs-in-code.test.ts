import { openCodeRunner, type Language } from '@columnist/testing';
import { describe, expect, test } from 'vitest';
import { useTable } from './testing-code.ts';
import { askMethod, type OfTable } from './testing-methods.ts';
import { rowsOf } from './testing-figures.ts';

/** Groups of different sizes, ties, and measurements of the same rows. */
const csv = `g,h,y,i1,i2,i3,two\n${Array.from({ length: 41 }, (_, i) =>
  [
    ['a', 'b', "c'd", 'é'][(i * 7 + (i >> 2)) % 4],
    ['x', 'y', 'z'][i % 3],
    (((i * 37) % 29) / 4 + (i % 3) * 4).toFixed(2),
    1 + ((i * 5) % 4),
    1 + ((i * 5 + (i % 3)) % 7),
    (((i * 5 + (i % 2)) % 4) * 1.3).toFixed(1),
    i % 5 === 0 ? 1 : 0,
  ].join(','),
).join('\n')}\n`;

const runner = openCodeRunner();
const opened = useTable(csv, runner);

/** Figures of the pairs of one line each, as the code leaves them. */
const ending: Readonly<Record<Language, string>> = {
  R:
    'pairs <- as.data.frame(pairs)\nfor (i in seq_len(nrow(pairs))) cat("\\nfound:", ' +
    'sprintf("%.17g", unlist(pairs[i, columns])))\n',
  Python:
    'for row in pairs[columns].itertuples(index=False):\n    print("found:", *map(repr, map(float, row)))\n',
};

interface Asked {
  readonly name: string;
  readonly operation: OfTable;
  readonly given: Readonly<Record<string, unknown>>;
  readonly title: string;
  /** The columns of the code, and the places of the same figures in the table of the answer. */
  readonly columns: readonly string[];
  readonly places: readonly number[];
  /** Where emmeans prints them, which has an order of its own. */
  readonly inPythonAlone?: true;
}
const ofMeans = ['difference', 'low', 'high', 'q', 'df', 'adjusted_p'];
const ofRanks = ['z', 'p', 'adjusted_p'];
const compare = { operation: 'compareGroups' } as const;
const asked: readonly Asked[] = [
  {
    ...compare,
    name: 'Tukey',
    given: { method: 'anova', value: 'y', group: 'g', confidence_level: 0.9 },
    title: 'Pairs by Tukey',
    columns: ofMeans,
    places: [1, 2, 3, 4, 5, 6],
  },
  {
    ...compare,
    name: 'Games and Howell',
    given: { method: 'welch_anova', value: 'y', group: 'h', confidence_level: 0.99 },
    title: 'Pairs by Games and Howell',
    columns: ofMeans,
    places: [1, 2, 3, 4, 5, 6],
  },
  ...(
    [
      ['holm', 'Holm'],
      ['bonferroni', 'Bonferroni'],
      ['bh', 'Benjamini–Hochberg'],
      ['none', 'not adjusted'],
    ] as const
  ).map(([adjust, said]) => ({
    ...compare,
    name: `Dunn, ${adjust}`,
    given: { method: 'kruskal_wallis', value: 'i1', group: 'h', adjust },
    title: `Pairs by Dunn, ${said}`,
    columns: ofRanks,
    places: [1, 2, 3],
  })),
  ...[undefined, 'h'].map((group) => ({
    ...compare,
    name: `measurements${group === undefined ? '' : ' of groups'}`,
    given: {
      method: 'repeated_measures_anova',
      columns: ['i1', 'i2', 'i3'],
      ...(group === undefined ? {} : { group }),
      confidence_level: 0.99,
    },
    title: 'Pairs of measurements',
    columns: ['difference', 'low', 'high', 't', 'df', 'p', 'adjusted_p', 'd'],
    places: [2, 3, 4, 5, 6, 7, 8, 9],
  })),
  ...([1, 3] as const).map((sums): Asked => ({
    ...compare,
    name: `marginal means of a factorial analysis, type ${sums}`,
    given: {
      method: 'factorial_anova',
      value: 'y',
      factors: ['h', 'two'],
      covariates: ['i2'],
      sums_of_squares: sums,
      confidence_level: 0.8,
    },
    title: 'Differences of h × factor(two)',
    columns: ['difference', 'low', 'high', 'adjusted_p'],
    places: [2, 3, 4, 5],
    inPythonAlone: true,
  })),
  {
    operation: 'fitRegression',
    name: 'marginal means, a logarithm and a column of two values',
    given: {
      method: 'linear',
      formula: 'y ~ log(i1) + two + h',
      means: ['h'],
      errors: 'hc3',
      confidence_level: 0.99,
    },
    title: 'Differences of h',
    columns: ['difference', 'low', 'high', 'adjusted_p'],
    places: [2, 3, 4, 5],
    inPythonAlone: true,
  },
];

describe.each(['R', 'Python'] as const)('the %s code of an answer gives its pairs', (language) => {
  test.for(asked.filter((one) => language === 'Python' || one.inPythonAlone !== true))(
    '$name',
    async ({ operation, given, title, columns, places }, { skip }) => {
      const found = await askMethod(opened().engine, opened().table, operation, given);
      if (found === null) throw new Error('A matrix comes without code.');
      const list = columns.map((name) => `"${name}"`).join(', ');
      const output = await runner.run(
        language,
        `${language === 'R' ? found.code.r : found.code.python}\ncolumns ${language === 'R' ? `<- c(${list})` : `= [${list}]`}\n${ending[language]}`,
        skip,
      );
      const printed = [...output.matchAll(/^found: (.+)$/gm)].map(([, line = '']) =>
        line.trim().split(/\s+/).map(Number),
      );
      const wanted = rowsOf(found, title).map((row) => places.map((place) => Number(row[place])));
      expect(wanted.length).toBeGreaterThan(2);
      expect(printed).toHaveLength(wanted.length);
      wanted.flat().forEach((value, i) => {
        // Programs of the studentized range end at 1e-10.
        const off = Math.abs((printed.flat()[i] ?? NaN) - value);
        expect(off, `figure ${i}: ${value}\n${output}`).toBeLessThan(1e-7 * Math.abs(value) + 1e-9);
      });
    },
  );
});

test('emmeans of the R code are those of the answer', async ({ skip }) => {
  const given = {
    method: 'linear',
    formula: 'y ~ log(i1) + two + h',
    means: ['h'],
    confidence_level: 0.99,
  };
  const found = await askMethod(opened().engine, opened().table, 'fitRegression', given);
  if (found === null) throw new Error('A matrix comes without code.');
  const output = await runner.run(
    'R',
    `${found.code.r}\ncat("found:", sprintf("%.17g", unlist(as.data.frame(means)[c("emmean", ` +
      '"SE", "lower.CL", "upper.CL")])), "\\n")\n',
    skip,
  );
  const printed = /found: (.+)/.exec(output)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const rows = rowsOf(found, 'Estimated marginal means of h');
  const wanted = [1, 2, 3, 4].flatMap((place) => rows.map((row) => Number(row[place])));
  expect(printed).toHaveLength(wanted.length);
  wanted.forEach((value, i) => expect((printed[i] ?? NaN) / value).toBeCloseTo(1, 9));
});
