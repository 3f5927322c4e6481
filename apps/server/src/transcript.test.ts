import { agents, type Agent } from '@columnist/mcp/testing';
import { sharedData } from '@columnist/testing';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const datasets = sharedData('datasets');

/**
 * A question about nycflights13, the call that answers it, and the answer of R 4.2 (`d` is weather,
 * `p` is planes).
 */
interface Question {
  readonly question: string;
  readonly about: 'weather' | 'planes' | null;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Where in the result each figure is, and what R says. */
  readonly figures: readonly (readonly [path: string, figure: number])[];
  readonly r: string;
  readonly answer: string;
}

const questions: readonly Question[] = [
  {
    question: 'How many hourly observations are there for each airport?',
    about: 'weather',
    tool: 'query_dataset',
    input: { group_by: ['origin'], aggregates: [{ statistic: 'count' }] },
    figures: [
      ['items.0.1', 8703],
      ['items.1.1', 8706],
      ['items.2.1', 8706],
    ],
    r: 'table(d$origin)',
    answer: 'EWR has 8,703, JFK 8,706 and LGA 8,706.',
  },
  {
    question: 'Which of the airports is the warmest on average?',
    about: 'weather',
    tool: 'query_dataset',
    input: {
      group_by: ['origin'],
      aggregates: [{ statistic: 'mean', of: 'temp' }],
      sort: [{ column: 'mean_temp', direction: 'descending' }],
    },
    figures: [
      ['items.0.1', 55.7626050999311],
      ['items.1.1', 55.5465525166628],
      ['items.2.1', 54.472150241213],
    ],
    r: 'tapply(d$temp, d$origin, mean, na.rm = TRUE)',
    answer: 'LGA with 55.76 °F, before EWR (55.55) and JFK (54.47).',
  },
  {
    question: 'Which month is the windiest?',
    about: 'weather',
    tool: 'query_dataset',
    input: {
      group_by: ['month'],
      aggregates: [{ statistic: 'mean', of: 'wind_speed' }],
      sort: [{ column: 'mean_wind_speed', direction: 'descending' }],
      limit: 1,
    },
    figures: [
      ['items.0.0', 3],
      ['items.0.1', 12.9289564330638],
    ],
    r: 'tapply(d$wind_speed, d$month, mean, na.rm = TRUE)',
    answer: 'March, with 12.93 mph on average.',
  },
  {
    question: 'How often is the gust missing?',
    about: 'weather',
    tool: 'get_frequencies',
    input: { column: 'wind_gust', limit: 1 },
    figures: [
      ['missing', 20778],
      ['n', 5337],
    ],
    r: 'sum(is.na(d$wind_gust))',
    answer: 'In 20,778 of 26,115 hours, 79.6 percent.',
  },
  {
    question: 'How closely does the dew point follow the temperature?',
    about: 'weather',
    tool: 'analyze_association',
    input: { method: 'pearson', columns: ['temp', 'dewp'] },
    figures: [
      ['matrix.pairs.0.estimate', 0.894360372319076],
      ['matrix.pairs.0.ci.low', 0.891906560646773],
      ['matrix.pairs.0.ci.high', 0.896761520069956],
    ],
    r: 'cor.test(d$temp, d$dewp)',
    answer: 'Closely: r = .894, 95% CI .892 to .897.',
  },
  {
    question: 'Do the airports differ in wind speed?',
    about: 'weather',
    tool: 'compare_groups',
    input: { method: 'welch_anova', value: 'wind_speed', group: 'origin' },
    figures: [
      ['statistic.value', 110.380753174312],
      ['p_value', 2.41818565183725e-48],
    ],
    r: 'oneway.test(wind_speed ~ origin, d)',
    answer: 'Yes: Welch’s F(2, 16324.7) = 110.4, p < .001.',
  },
  {
    question: 'Are January temperatures at JFK normally distributed?',
    about: 'weather',
    tool: 'test_distribution',
    input: {
      method: 'shapiro_wilk',
      column: 'temp',
      view: { filter: "origin = 'JFK' and month = 1" },
    },
    figures: [
      ['statistic.value', 0.972157162776977],
      ['p_value', 1.11282381222887e-10],
      ['n_used', 742],
    ],
    r: "shapiro.test(d$temp[d$origin == 'JFK' & d$month == 1])",
    answer: 'No: W = 0.972 of 742 hours, p < .001.',
  },
  {
    question:
      'What does a mile per hour more of wind mean for the temperature, the dew point being equal?',
    about: 'weather',
    tool: 'fit_regression',
    input: { method: 'linear', formula: 'temp ~ dewp + wind_speed' },
    figures: [['tables.0.rows.2.1', 0.0856746550489481]],
    r: 'coef(lm(temp ~ dewp + wind_speed, d))',
    answer: '0.086 °F more.',
  },
  {
    question: 'How much does the mean temperature of a day at JFK tell of the next day’s?',
    about: 'weather',
    tool: 'analyze_time_series',
    input: {
      method: 'autocorrelation',
      value: 'temp',
      time: 'time_hour',
      every: 'day',
      lags: 3,
      view: { filter: "origin = 'JFK'" },
    },
    figures: [
      ['tables.0.rows.0.1', 0.949761677145182],
      ['tables.0.rows.1.1', 0.895851368584521],
    ],
    r: 'acf(tapply(j$temp, substr(j$time_hour, 1, 10), mean, na.rm = TRUE))',
    answer: 'Much: the correlation with the day before is .950, with the day before that .896.',
  },
  {
    question: 'How many seats has the middle one of the Boeings built since 2000?',
    about: 'planes',
    tool: 'describe_columns',
    input: { columns: ['seats'], view: { filter: "manufacturer = 'BOEING' and year >= 2000" } },
    figures: [
      ['columns.0.median', 149],
      ['columns.0.n', 896],
    ],
    r: "median(p$seats[which(p$manufacturer == 'BOEING' & p$year >= 2000)])",
    answer: '149, of 896 planes.',
  },
];

const opened = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, step) => {
    const found = opened.safeParse(inner).data;
    return Array.isArray(found) ? found[Number(step)] : found?.[step];
  }, value);

describe.skipIf(!datasets.isHere)(
  `ten questions about nycflights13, over MCP${datasets.note}`,
  () => {
    let app: TestApp;
    let agent: Agent;
    const ids = new Map<string, string>();
    beforeAll(async () => {
      app = await createTestApp();
      const user = await app.createTestUser({ tier: 'paid' });
      for (const name of ['weather', 'planes']) {
        const uploaded = await app.upload(
          user,
          new Uint8Array(await readFile(join(datasets.path, `nycflights13_${name}.csv`))),
          `${name}.csv`,
        );
        ids.set(name, z.object({ id: z.uuid() }).parse(await uploaded.json()).id);
      }
      const connected = await agents[0]?.[1]({
        url: `${app.url}/mcp`,
        headers: { 'API-Key': user.apiKey ?? '' },
      });
      if (connected === undefined) throw new Error('There is a client.');
      agent = connected;
    });
    afterAll(async () => {
      await agent?.close();
      await app.close();
    });

    test.each(questions.map((one) => [one.question, one] as const))(
      '%s',
      async (_question, { about, tool, input, figures }) => {
        const { structuredContent, isError, content } = await agent.use(tool, {
          ...(about === null ? {} : { id: ids.get(about) }),
          ...input,
        });
        expect([isError, isError === true ? content : []]).toEqual([undefined, []]);
        for (const [path, figure] of figures) {
          const answered = Number(at(structuredContent, path));
          // Printed with fifteen digits, or nine of a table.
          expect({
            path,
            answered,
            near: Math.abs(answered - figure) <= 1e-8 * Math.abs(figure),
          }).toEqual({
            path,
            answered,
            near: true,
          });
        }
      },
    );

    test('are in the documentation as they were asked and answered', async () => {
      const shown = questions.map(
        ({ question, about, tool, input, answer, r }, i) =>
          `## ${i + 1}. ${question}\n\n\`${tool}\`\n\n\`\`\`json\n${JSON.stringify({ ...(about === null ? {} : { id: `${about}.csv` }), ...input }, null, 2)}\n\`\`\`\n\n${answer}\n\nIn R: \`${r}\`\n`,
      );
      await expect(
        `# Ten questions, asked by an agent\n\nAbout two tables of [nycflights13](https://github.com/tidyverse/nycflights13): the weather of every hour of 2013 at New York's airports (26,115 rows, \`d\` in R) and the planes that left them (3,322 rows, \`p\`). Each call is made over MCP whenever Columnist is tested, and each figure is held against R. An id is a UUID; the name of the dataset means it here.\n\n${shown.join('\n')}`,
      ).toMatchFileSnapshot(resolve(import.meta.dirname, '../../../docs/questions.md'));
    });
  },
);
