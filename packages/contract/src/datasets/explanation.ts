import { z } from 'zod';
import { methodDescription } from '../methods/describe-method.ts';
import { provenance } from './provenance.ts';
import { sqlResult } from './sql.ts';

/** The id of an answer, short enough to be typed. The same question of the same version has the same. */
export const answerId = z
  .string()
  .length(14)
  .regex(/^[0-9a-f]{14}$/, "An answer's id is 14 digits and letters from a to f.")
  .describe('Of an earlier answer.');

const { answer_id: _id, n_used: used, n_excluded: excluded, ...provenanceShape } = provenance.shape;

/** What is kept of an answer; the answer itself is not. Fields that it lacks are none. */
export const answerFacts = z.object({
  ...provenanceShape,
  dataset_id: provenanceShape.dataset_id.default(null),
  dataset_version: provenanceShape.dataset_version.default(null),
  view: provenanceShape.view.default(null),
  n_used: used
    .nullable()
    .default(null)
    .describe('Rows used; null where no dataset, or more than one, was asked about.'),
  n_excluded: excluded
    .nullable()
    .default(null)
    .describe(
      'Rows left out, with the reason; null as with n_used, or where the rows have changed since.',
    ),
  method: provenanceShape.method.default({}),
  datasets: sqlResult.shape.datasets.exactOptional(),
  sentence: z
    .string()
    .nullable()
    .default(null)
    .describe('The finding, of tests, models, comparisons and power.'),
  code: z
    .object({ r: z.string(), python: z.string() })
    .nullable()
    .default(null)
    .describe(
      'Of tests, models and power: gives the same figures. Of other answers: reads the rows that were ' +
        'used into d. null for SQL and comparisons, and where the credential may not read rows.',
    ),
});
export type AnswerFacts = z.infer<typeof answerFacts>;

/** How an earlier answer was computed. */
const explanation = answerFacts
  .extend({
    answer_id: z.string(),
    answered_at: z.iso.datetime(),
    operation: z.string().describe('What was asked, as agents call it.'),
    input: z.record(z.string(), z.unknown()).describe('As asked; the operation takes it again.'),
  })
  .meta({ id: 'Explanation' });

/** One of both, by what was asked about. */
export const explanationAsked = z.object({
  answer: explanation.nullable(),
  method: methodDescription.nullable(),
});
