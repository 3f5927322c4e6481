// One schema, and so one file.
import { z } from 'zod';
import { cell, view } from '../view.ts';
import { correlationMatrix } from './association.ts';
import { provenance } from './provenance.ts';

/** A number, or a decimal string where a double would not hold it exactly. */
export const exactNumber = z.union([z.number(), z.string()]).meta({ id: 'ExactNumber' });
const figure = z.number().nullable();
const count = z.int();

export const interval = z
  .object({ level: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'Interval' });

export const histogram = z
  .object({
    rule: z
      .string()
      .describe(
        'How the bars were chosen: freedman-diaconis, sturges, whole numbers, or calendar.',
      ),
    edges: z.array(cell).describe('One more than counts; the last bar includes its upper bound.'),
    counts: z.array(count),
  })
  .meta({ id: 'Histogram' });

export const valueCount = z
  .object({ value: cell, n: count, share: z.number() })
  .meta({ id: 'ValueCount' });

const common = {
  name: z.string(),
  storage: z.string(),
  n: count.describe('Values used.'),
  missing: count,
  n_excluded: z
    .array(z.object({ reason: z.string(), n: count }))
    .describe('missing, and infinite for numbers.'),
  distinct: count,
  top_values: z
    .array(valueCount)
    .describe('At most ten, most frequent first; ties in the order of the values.'),
  reasons: z.record(z.string(), z.string()).describe('Why a figure is null, by its name.'),
};

export const numberDescription = z.object({
  ...common,
  type: z.literal('number'),
  min: exactNumber.nullable(),
  max: exactNumber.nullable(),
  sum: exactNumber.nullable(),
  mean: figure,
  mean_ci: interval.nullable().describe('Student t interval of the mean.'),
  standard_error: figure,
  variance: figure.describe('Sample variance, divisor n − 1.'),
  sd: figure,
  median: figure,
  q1: figure,
  q3: figure,
  quantiles: z
    .array(z.object({ p: z.number(), value: z.number() }))
    .describe('Of `quantile_type`; 7, as R and NumPy, where none is named.'),
  iqr: figure,
  mad: figure.describe('Median absolute deviation × 1.4826, as R mad().'),
  skewness: figure.describe(
    'Of `moments_type`; 2 (adjusted Fisher–Pearson), as SAS, SPSS, Excel and pandas, where none is named.',
  ),
  kurtosis: figure.describe('Excess kurtosis of `moments_type`.'),
  mode: z
    .object({ value: exactNumber, n: count })
    .nullable()
    .describe('The smallest of the most frequent values.'),
  geometric_mean: figure,
  harmonic_mean: figure,
  trimmed_mean: figure.describe(
    '`trim` cut at each end, 10 % where none is named, as R mean(x, trim).',
  ),
  winsorised_mean: figure
    .default(null)
    .describe('As many values as the trimmed mean cuts, set to the next one kept.'),
  weighted: z
    .object({
      n: count,
      sum_of_weights: z.number(),
      mean: z.number(),
      sd: z.number().nullable(),
      effective_n: z.number(),
    })
    .nullable()
    .default(null)
    .describe(
      'With `weights`: mean and sd as R weighted.mean and cov.wt (unbiased), and Kish’s effective number of values.',
    ),
  zeros: count,
  negatives: count,
  histogram: histogram.nullable(),
  outliers: z
    .object({
      low_fence: z.number(),
      high_fence: z.number(),
      low: count,
      high: count,
      lower_whisker: z.number(),
      upper_whisker: z.number(),
      examples: z.array(z.number()),
    })
    .nullable()
    .describe(
      "Tukey's fences, 1.5 IQR beyond the quartiles; whiskers end at the last value " +
        'inside; examples (with `plot`), at most 100, farthest first.',
    ),
  normal_plot: z
    .object({
      theoretical: z.array(z.number()),
      observed: z.array(z.number()),
      line: z.object({ slope: z.number(), intercept: z.number() }),
    })
    .nullable()
    .default(null)
    .describe(
      'With `plot`: quantiles of the values against those of a normal distribution, at most ' +
        '200, as R qqnorm and qqline.',
    ),
  extremes: z
    .object({
      lowest: z.array(z.object({ value: z.number(), n: count })),
      highest: z.array(z.object({ value: z.number(), n: count })),
    })
    .nullable()
    .default(null)
    .describe('With `plot`: the five smallest and the five largest values, outermost first.'),
  density: z
    .object({ bandwidth: z.number(), x: z.array(z.number()), y: z.array(z.number()) })
    .nullable()
    .describe('With `plot`: Gaussian kernel, bandwidth nrd0, from 512 bins.'),
});

/** What the weights make of the values of a column that are counted, not measured. */
const weighted = z.object({
  n: count,
  sum_of_weights: z.number(),
  effective_n: z.number(),
  top_values: z
    .array(valueCount.extend({ sum_of_weights: z.number() }))
    .describe('At most ten, heaviest first; `share` of the sum of weights.'),
});
const ofShares =
  'With `weights`: shares of the sum of weights, as R prop.table(xtabs(w ~ x)), and Kish’s effective number of values.';

const lengths = z.object({ min: count, max: count, mean: z.number(), median: z.number() });

export const textDescription = z.object({
  ...common,
  type: z.enum(['text', 'category']),
  lengths: lengths.nullable().describe('In characters (Unicode code points).'),
  first: z.string().nullable().describe('First in code point order.'),
  last: z.string().nullable(),
  mode: z.object({ value: z.string(), n: count }).nullable(),
  weighted: weighted
    .nullable()
    .default(null)
    .describe(`${ofShares} Not of texts of more than 100 values.`),
  histogram: histogram.nullable().describe('Of lengths.'),
});

export const datetimeDescription = z.object({
  ...common,
  type: z.literal('datetime'),
  min: z.string().nullable(),
  max: z.string().nullable(),
  median: z.string().nullable(),
  range_seconds: figure,
  gaps: z
    .object({
      median_seconds: z.number(),
      max_seconds: z.number(),
      regular: z.boolean().describe('All distinct moments are equally far apart.'),
      largest: z
        .array(z.object({ from: z.string(), to: z.string(), seconds: z.number() }))
        .describe('At most five.'),
    })
    .nullable()
    .describe('Between neighbouring distinct moments.'),
  histogram: histogram.nullable(),
});

export const booleanDescription = z.object({
  ...common,
  type: z.literal('boolean'),
  true_count: count,
  false_count: count,
  true_share: figure,
  true_share_ci: interval.nullable().describe('Wilson score interval, or the exact one.'),
  weighted: weighted.extend({ true_share: z.number() }).nullable().default(null).describe(ofShares),
});

export const columnDescription = z
  .discriminatedUnion('type', [
    numberDescription,
    textDescription,
    datetimeDescription,
    booleanDescription,
  ])
  .meta({ id: 'ColumnDescription' });
export type ColumnDescription = z.infer<typeof columnDescription>;
export type NumberDescription = z.infer<typeof numberDescription>;
export type TextDescription = z.infer<typeof textDescription>;
export type DatetimeDescription = z.infer<typeof datetimeDescription>;
export type BooleanDescription = z.infer<typeof booleanDescription>;
export type Histogram = z.infer<typeof histogram>;

export const describeOptions = {
  columns: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(2000)
    .optional()
    .describe('Column names; all where left out.'),
  view: view.optional(),
  quantiles: z
    .array(z.number().min(0).max(1))
    .max(99)
    .default([0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99])
    .describe('Probabilities of the quantiles to give.'),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
  correlations: z
    .boolean()
    .default(true)
    .describe('Also give the correlation matrices of the number columns.'),
  quantile_type: z
    .literal([1, 2, 3, 4, 5, 6, 7, 8, 9])
    .default(7)
    .describe(
      'Definition of quantiles, median and quartiles (Hyndman & Fan), as R quantile(type).',
    ),
  moments_type: z
    .literal([1, 2, 3])
    .default(2)
    .describe(
      'Definition of skewness and kurtosis (Joanes & Gill): 1 of the moments, 2 as SAS and SPSS, 3 as Minitab.',
    ),
  trim: z
    .number()
    .min(0)
    .lt(0.5)
    .default(0.1)
    .describe('Share cut at each end for the trimmed mean, and drawn in for the winsorised one.'),
  proportion_interval: z
    .enum(['wilson', 'exact'])
    .default('wilson')
    .describe('Interval of shares: Wilson score, or Clopper–Pearson.'),
  weights: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Number column of weights: also gives weighted figures, of rows whose weight is above 0.',
    ),
  plot: z
    .boolean()
    .default(false)
    .describe('Also give what pictures need: density curves and examples of outliers.'),
};

export const description = z
  .object({
    ...provenance.shape,
    columns: z.array(columnDescription),
    correlations: z
      .object({ pearson: correlationMatrix, spearman: correlationMatrix })
      .nullable()
      .describe(
        'Of the number columns; null where not asked for, fewer than two, or more than 60.',
      ),
  })
  .meta({ id: 'Description' });
export type Description = z.infer<typeof description>;
