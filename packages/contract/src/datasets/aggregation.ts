import { z } from 'zod';
import { saySort } from '../foreign-view.ts';
import { cell, sortKey, view } from '../view.ts';
import { columnType } from './dataset.ts';
import { sayForeignAggregate, sayForeignList, sayForeignStatistic } from './foreign-aggregates.ts';
import { provenance } from './provenance.ts';

/** What can be said of the values of a group; the words and variants are those of a description. */
export const groupStatistic = z
  .enum(
    [
      'count',
      'share',
      'n',
      'missing',
      'missing_share',
      'distinct',
      'sum',
      'mean',
      'mean_ci_low',
      'mean_ci_high',
      'standard_error',
      'sd',
      'variance',
      'min',
      'q1',
      'median',
      'q3',
      'max',
      'range',
      'iqr',
      'mad',
      'quantile',
      'skewness',
      'kurtosis',
      'geometric_mean',
      'harmonic_mean',
      'trimmed_mean',
      'mode',
      'first',
      'last',
      'nth',
      'correlation',
      'covariance',
      'true_count',
      'true_share',
    ],
    { error: sayForeignStatistic },
  )
  .describe(
    'count: rows of the group; share: of all rows; n: values present; first, last, nth: of the ' +
      'values present, in the order of the view. Others as in a description of the column.',
  )
  .meta({ id: 'GroupStatistic' });
export type GroupStatistic = z.infer<typeof groupStatistic>;

const named = z.string().min(1).max(1000);
const expressionText = z.string().min(1).max(5000);

const grouping = z.union([
  named,
  z.strictObject({
    name: named,
    expression: expressionText.describe('For example bin(age, [0, 18, 65, 120]).'),
  }),
]);
const options = {
  p: z.number().min(0).max(1).optional().describe('For quantile.'),
  type: z
    .int()
    .min(1)
    .max(9)
    .optional()
    .describe('Of quantile, median, q1, q3, as in R; 7 where left out.'),
  ddof: z.literal([0, 1]).optional().describe('For sd, variance, covariance: 0 divides by n.'),
  n: z.int().optional().describe('For nth: 1 is the first, -1 the last.'),
  with: expressionText.optional().describe('The other column, for correlation and covariance.'),
  weights: expressionText.optional().describe('For mean, sum, sd, share.'),
};
const aggregate = z.strictObject({
  statistic: groupStatistic,
  of: expressionText.optional(),
  ...options,
  name: named.optional(),
});
/** One aggregate, or several in short. */
const aggregates = z.strictObject(
  {
    statistic: z.union([groupStatistic, z.array(groupStatistic).min(1).max(30)]),
    of: z
      .union([expressionText, z.array(expressionText).min(1).max(30)])
      .optional()
      .describe('A column, an expression or a list; not for count and share.'),
    ...options,
    name: named.optional().describe('Of the result column; statistic_column where left out.'),
  },
  { error: sayForeignAggregate },
);
type Aggregate = z.output<typeof aggregate>;

/** Every statistic of every column, by column; what is of rows, beside others, once. */
const oneByOne = (asked: readonly z.output<typeof aggregates>[]): Aggregate[] =>
  asked.flatMap(({ statistic, of, ...rest }) => {
    if (!Array.isArray(statistic) && !Array.isArray(of)) return [{ statistic, of, ...rest }];
    const wanted = [statistic].flat();
    return [
      ...wanted.filter(isOfRows).map((one) => ({ statistic: one, ...rest })),
      ...[of]
        .flat()
        .flatMap((column) =>
          wanted
            .filter((one) => !isOfRows(one))
            .map((one) => ({ statistic: one, of: column, ...rest })),
        ),
    ];
  });

/** Statistics of rows, which take no column. */
export const isOfRows = (statistic: GroupStatistic): boolean =>
  statistic === 'count' || statistic === 'share';

/** Aggregates of one call. */
export const mostAggregates = 30;

export const aggregateOptions = {
  group_by: z
    .array(grouping)
    .max(8)
    .default([])
    .describe(
      'Columns, or named expressions; one group of all rows where empty. Missing values are a group of their own.',
    ),
  aggregates: z
    .array(aggregates, { error: sayForeignList })
    .min(1)
    .max(mostAggregates)
    .default([{ statistic: 'count' }])
    .transform(oneByOne)
    .pipe(z.array(aggregate).max(mostAggregates)),
  view: view.optional(),
  having: expressionText
    .optional()
    .describe('Groups to keep, an expression over the result columns, for example count >= 5.'),
  sort: z
    .array(sortKey, { error: saySort })
    .max(8)
    .optional()
    .describe('By result columns; in order of the groups where left out.'),
  limit: z.int().min(1).max(1000).default(100),
  across: named
    .optional()
    .describe('One of the groups, whose values become the columns of a pivot table.'),
};

export const aggregation = z
  .object({
    ...provenance.shape,
    columns: z.array(
      z.object({ name: z.string(), type: columnType, role: z.enum(['group', 'aggregate']) }),
    ),
    items: z.array(z.array(cell)).describe('One array a group, in the order of columns.'),
    total: z.int().describe('Groups there are, after having; the limit may show fewer.'),
    groups_withheld: z
      .int()
      .exactOptional()
      .describe(
        'Groups left out for a credential that may not read rows: those of fewer than 5 rows, ' +
          'and others from which these would follow.',
      ),
    pivot: z
      .object({
        across: z.string(),
        headers: z.array(cell).describe('Values of that group, ascending.'),
        rows: z.array(
          z.object({
            keys: z.array(cell).describe('Values of the other groups.'),
            cells: z
              .array(z.array(cell).nullable())
              .describe('One array of aggregates a header; null where there is no such group.'),
          }),
        ),
        total: z.int().describe('Rows there are; the limit may show fewer.'),
      })
      .nullable(),
  })
  .meta({ id: 'Aggregation' });
export type Aggregation = z.infer<typeof aggregation>;
