import { z } from 'zod';
import { withoutGoneLevel } from '../methods/without-gone-level.ts';
import { associationOptions, type AssociationOptions } from './association.ts';
import { comparisonOptions, type ComparisonOptions } from './comparison.ts';
import { distributionTestOptions, type DistributionTestOptions } from './distribution-test.ts';
import { regressionOptions, type RegressionOptions } from './regression.ts';
import { structureOptions, type StructureOptions } from './structure.ts';
import { testResult } from './test-result.ts';
import { timeSeriesOptions, type TimeSeriesOptions } from './time-series.ts';

/** A test as it can be asked again: which operation, with which options. */
export type TestQuestion =
  | { operation: 'compare_groups'; options: ComparisonOptions }
  | { operation: 'analyze_association'; options: AssociationOptions }
  | { operation: 'test_distribution'; options: DistributionTestOptions }
  | { operation: 'fit_regression'; options: RegressionOptions }
  | { operation: 'analyze_time_series'; options: TimeSeriesOptions }
  | { operation: 'find_structure'; options: StructureOptions };
/** As it may be sent: what has a default may be left out. */
export interface SentQuestion {
  operation: TestQuestion['operation'];
  options: object;
}
// The type is named: written out, all methods would be in it twice.
export const testQuestion: z.ZodType<TestQuestion, SentQuestion> = z
  .discriminatedUnion('operation', [
    z.strictObject({ operation: z.literal('compare_groups'), options: comparisonOptions }),
    z.strictObject({ operation: z.literal('analyze_association'), options: associationOptions }),
    z.strictObject({ operation: z.literal('test_distribution'), options: distributionTestOptions }),
    z.strictObject({ operation: z.literal('fit_regression'), options: regressionOptions }),
    z.strictObject({ operation: z.literal('analyze_time_series'), options: timeSeriesOptions }),
    z.strictObject({ operation: z.literal('find_structure'), options: structureOptions }),
  ])
  .meta({ id: 'TestQuestion' });

const anyQuestion = z.looseObject({ options: z.unknown() });

/** A question that a browser or an answer kept, maybe before its method changed. */
export const keptQuestion = z.preprocess((kept) => {
  const { success, data: question } = anyQuestion.safeParse(kept);
  if (!success) return kept;
  const areTaken = (options: unknown): boolean =>
    testQuestion.safeParse({ ...question, options }).success;
  return { ...question, options: withoutGoneLevel(question.options, areTaken) };
}, testQuestion);

export const shareQuestion = {
  question: testQuestion,
  single_values: z
    .boolean()
    .default(false)
    .describe(
      'Also show single values: points in pictures, rows in tables. Otherwise the link shows figures of groups only.',
    ),
};

/** A link, without its secret. */
export const sharedLink = z
  .object({
    id: z.uuid(),
    sentence: z.string(),
    dataset_version: z.int().nullable().describe('Of which the result is.'),
    single_values: z.boolean(),
    by: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso
      .datetime()
      .describe('When it closes, or has closed; renewing it gives it 30 days more.'),
    views: z.int().describe('How often the link was opened.'),
  })
  .meta({ id: 'SharedLink' });
export type SharedLink = z.infer<typeof sharedLink>;

/** What a link shows: the result as it was when it was shared. */
export const sharedResult = z
  .object({
    dataset_name: z.string(),
    row_count: z.int(),
    shared_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    result: testResult,
  })
  .meta({ id: 'SharedResult' });
export type SharedResult = z.infer<typeof sharedResult>;
