import { z } from 'zod';
import { sortKey, view } from '../view.ts';
import { alertKinds } from './alert-kinds.ts';
import { provenance } from './provenance.ts';

export const severities = ['high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

const share = z.number().min(0).max(1);
/** From where on there is an alert. Shares are of the rows of the view. */
export const alertThresholds = z.strictObject({
  missing: share.default(0.05).describe('Share of a column that is missing.'),
  duplicate_rows: share.default(0).describe('Share of rows equal to an earlier row; any where 0.'),
  imbalance: share
    .default(0.5)
    .describe(
      '1 − entropy / log(number of values): 0 where all values occur alike, 1 where one value is all.',
    ),
  high_correlation: share.default(0.9).describe('Size of a Pearson or Spearman correlation.'),
  skewed: z.number().min(0).max(1000).default(3).describe('Size of the skewness (type 2).'),
  zeros: share.default(0.1).describe('Share of zeros.'),
  mixed_types: share.default(0.05).describe('Share of texts that are numbers.'),
  date_like: share.default(0.5).describe('Share of texts that are written as dates.'),
  personal_data: share
    .default(0.5)
    .describe('Share of texts that look like e-mail addresses, telephone numbers and the like.'),
});
export type AlertThresholds = z.output<typeof alertThresholds>;

const alertKey = z
  .string()
  .min(1)
  .max(2100)
  .describe("kind:column, or the kind alone for alerts of the whole table, e.g. 'missing:age'.");
const reason = z.string().trim().min(1, 'Say why.').max(500);

export const alert = z
  .object({
    key: alertKey,
    kind: z.enum(alertKinds),
    severity: z.enum(severities),
    columns: z.array(z.string()),
    count: z.int().nullable().describe('Rows concerned; null where it is not about rows.'),
    measure: z.number().nullable().describe('What is compared with the threshold.'),
    threshold: z.number().nullable(),
    said: z.string().describe('What was found, in one sentence.'),
    why: z.string().describe('Why it matters for an analysis.'),
    fix: z.string().describe('What can be done.'),
    rows: z
      .string()
      .nullable()
      .describe('A filter that shows the rows; null where there are none to show.'),
    sort: z
      .array(sortKey)
      .nullable()
      .describe('The order that puts what is noticed first among these rows.'),
    remedy: z
      .object({
        said: z.string().describe('What the step does, as on a button.'),
        view: view.describe('The step as a view: pass it to any call, or add it to another view.'),
      })
      .nullable()
      .describe('A step that mends it; null where only a person can decide.'),
    dismissed: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alert>;

/** What in a dataset should be checked before it is analysed. */
export const alerts = z
  .object({
    ...provenance.shape,
    thresholds: alertThresholds,
    alerts: z.array(alert).describe('The most severe first; dismissed ones last.'),
  })
  .meta({ id: 'Alerts' });
export type Alerts = z.infer<typeof alerts>;

export const alertsOptions = {
  view: view.optional(),
  thresholds: alertThresholds
    .partial()
    .optional()
    .describe('For this call alone; otherwise those kept for the dataset.'),
};
export const dismissal = { key: alertKey, reason };
