import { z } from 'zod';
import { scalar } from '../cell.ts';
import { partAdjustment } from '../methods/rows-asked.ts';
import { provenance } from './provenance.ts';

const interval = z.object({
  level: z.number(),
  low: z.number().nullable().describe('null is minus infinity.'),
  high: z.number().nullable().describe('null is infinity.'),
});
export const measured = z.object({
  name: z.string(),
  value: z.number().nullable().describe('null is infinity.'),
  ci: interval.nullable(),
});

/** What was seen of an assumption; a check that found nothing does not prove it. */
export const assumptionVerdict = z
  .enum(['holds', 'nothing_against', 'large_enough', 'doubtful', 'unknown'])
  .describe(
    'holds: counted, so certain; nothing_against: a check found nothing against it; large_enough: so many rows that means do not depend on it; doubtful: something speaks against it; unknown: too few values to judge.',
  );
export type AssumptionVerdict = z.infer<typeof assumptionVerdict>;

/** What a picture of the result shows. */
export const resultPicture = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('groups'),
    x_name: z.string(),
    groups: z.array(
      z.object({
        name: z.string(),
        density: z.object({ x: z.array(z.number()), y: z.array(z.number()) }).nullable(),
        points: z
          .array(z.number())
          .describe('Some of the values; none where the key may not read rows.'),
      }),
    ),
  }),
  z.object({
    kind: z.literal('quantiles'),
    column: z.string(),
    theoretical: z.array(z.number()),
    observed: z.array(z.number()),
    line: z.object({ slope: z.number(), intercept: z.number() }),
  }),
  z.object({
    kind: z.literal('points'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.number()),
    y: z.array(z.number()),
    marked: z.array(z.int()).describe('Places of the points that stand out.'),
  }),
  z.object({
    kind: z.literal('counts'),
    x_name: z.string(),
    y_name: z.string(),
    rows: z.array(z.string()),
    columns: z.array(z.string()),
    counts: z.array(z.array(z.number())),
    residuals: z
      .array(z.array(z.number()))
      .describe('Adjusted standardized: beyond ±2 a cell stands out.'),
  }),
  z.object({
    kind: z.literal('intervals'),
    x_name: z.string(),
    shares: z.literal(true).exactOptional(),
    items: z.array(
      z.object({
        name: z.string(),
        value: z.number(),
        low: z.number(),
        high: z.number(),
        expected: z.number().nullable().describe('What the null hypothesis expects.'),
      }),
    ),
  }),
  z.object({
    kind: z.literal('fit'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.number()).describe('Some of the rows; none where the key may not read rows.'),
    y: z.array(z.number()),
    line: z.object({
      x: z.array(z.number()),
      y: z.array(z.number()),
      low: z.array(z.number()),
      high: z.array(z.number()),
    }),
  }),
  z.object({
    kind: z.literal('series'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.union([z.string(), z.number()])).describe('Moments, or numbers.'),
    lines: z
      .array(z.object({ name: z.string(), y: z.array(z.number().nullable()) }))
      .describe('The first is what was observed.'),
    band: z
      .object({ low: z.array(z.number().nullable()), high: z.array(z.number().nullable()) })
      .nullable(),
  }),
  z.object({
    kind: z.literal('bars'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.union([z.string(), z.number()])),
    values: z.array(z.number()),
    limit: z.number().nullable().describe('Beyond ± this a value stands out.'),
  }),
  z.object({
    kind: z.literal('means'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.string()),
    lines: z
      .array(
        z.object({
          name: z.string(),
          y: z.array(z.number().nullable()),
          low: z.array(z.number().nullable()),
          high: z.array(z.number().nullable()),
        }),
      )
      .describe('One of each group; without groups one with an empty name.'),
  }),
  z.object({
    kind: z.literal('map'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.number()),
    y: z.array(z.number()),
    groups: z.array(z.string()).describe('Of each point; empty where there are none.'),
    arrows: z.array(z.object({ name: z.string(), x: z.number(), y: z.number() })),
  }),
  z.object({
    kind: z.literal('curve'),
    x_name: z.string(),
    y_name: z.string(),
    x: z.array(z.number()),
    y: z.array(z.number()),
    at: z.object({ x: z.number(), y: z.number() }),
  }),
]);
export type ResultPicture = z.infer<typeof resultPicture>;

export const resultTable = z.object({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  single_rows: z
    .literal(true)
    .exactOptional()
    .describe('Shows rows of the dataset; left out where the key may not read rows.'),
});
export type ResultTable = z.infer<typeof resultTable>;

const notEntered = z
  .string()
  .exactOptional()
  .describe('Where the ledger of tests is full: that the test is not in it.');

/** One question asked in each value of a column; the figures are in the tables. */
const askedInParts = z
  .object({
    column: z.string(),
    adjust: partAdjustment.describe('How adjusted p are adjusted, over all tests of the answer.'),
    parts: z.array(
      z.object({
        value: scalar,
        n: z.int().describe('Rows used.'),
        p_value: z.number().nullable(),
        adjusted_p: z.number().nullable(),
        sentence: z.string(),
      }),
    ),
    left_out: z
      .array(z.object({ value: scalar, n: z.int(), reason: z.string() }))
      .describe('Values whose rows cannot answer the question.'),
    not_entered: notEntered,
  })
  .meta({ id: 'AskedInParts' });

const shape = z
  .object({
    ...provenance.shape,
    procedure: z.object({
      method: z.string(),
      name: z.string(),
      variant: z.string().describe('What was chosen where the procedure has several forms.'),
    }),
    hypotheses: z.object({ null: z.string(), alternative: z.string() }).nullable(),
    statistic: z
      .object({ name: z.string(), value: z.number().nullable().describe('null is infinity.') })
      .nullable(),
    df: z.array(z.number()),
    p_value: z.number().nullable(),
    p_text: z.string().nullable().describe('As journals write it.'),
    estimate: measured.nullable(),
    effects: z.array(measured),
    groups: z.array(
      z.object({
        name: z.string(),
        n: z.int(),
        mean: z.number(),
        sd: z.number().nullable(),
        median: z.number(),
        mean_ci: interval.nullable(),
      }),
    ),
    tables: z.array(resultTable),
    picture: resultPicture.nullable(),
    pictures: z
      .array(
        z.object({
          title: z.string(),
          picture: resultPicture,
          checks: z.string().exactOptional().describe('The assumption that it shows.'),
        }),
      )
      .exactOptional()
      .describe('Further pictures.'),
    assumptions: z.array(
      z.object({ name: z.string(), verdict: assumptionVerdict, said: z.string() }),
    ),
    recommendation: z
      .object({ method: z.string(), said: z.string() })
      .nullable()
      .describe('Where an assumption is doubtful: what does without it.'),
    by: askedInParts
      .exactOptional()
      .describe('Where it was asked in each value of a column: then statistic and p are of each.'),
    multiplicity: z
      .object({ tests: z.int(), holm: z.number(), bh: z.number(), not_entered: notEntered })
      .exactOptional()
      .describe(
        'Tests run on this dataset so far, this one among them, and its p adjusted for them.',
      ),
    sentence: z.string().describe('The result in plain words.'),
    apa: z.string().describe('The result as the American Psychological Association has it.'),
    code: z
      .object({ r: z.string(), python: z.string() })
      .describe('Gives the same figures from data.csv (export with plain=true).'),
  })
  .meta({ id: 'TestResult' });

/**
 * What every statistical procedure answers. An interface, so that types which hold it name it and
 * do not repeat it.
 */
export interface TestResult extends z.infer<typeof shape> {}
export const testResult: z.ZodType<TestResult> = shape;

/** The groups of a result as one of its tables; none where it has no groups. */
export const tablesOfGroups = ({ groups }: Pick<TestResult, 'groups'>): ResultTable[] =>
  groups.length === 0
    ? []
    : [
        {
          title: 'Groups',
          columns: ['group', 'n', 'mean', 'sd', 'median'],
          rows: groups.map(({ name, n, mean, sd, median }) => [name, n, mean, sd, median]),
        },
      ];
