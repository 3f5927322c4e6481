import { z } from 'zod';
import { showsNothing } from '../invisible-characters.ts';
import { testQuestion } from './sharing.ts';

/** What a report may hold: results, characters of its title, of its introduction and of a note. */
export const reportLimits = { items: 40, title: 200, text: 5000 } as const;

const text = z.string().max(reportLimits.text);
const reportItem = z.strictObject({
  question: testQuestion.describe(
    'Asked again, of the current version, where the report is shown.',
  ),
  note: text.default('').describe('What its author says of the result.'),
});

/** What a report consists of. */
export const reportFields = {
  title: z
    .string()
    .max(reportLimits.title)
    .refine((title) => title === '' || !showsNothing(title), {
      error: 'Give a title that can be seen, or none.',
    })
    .default('')
    .describe('Empty: named after the dataset.'),
  introduction: text.default(''),
  items: z
    .array(reportItem)
    .max(reportLimits.items)
    .describe('The results, in the order of the report.'),
};

const revision = z.int().min(0);

/** Results of a dataset that were chosen, in an order, with words of their author. */
export const report = z
  .object({
    ...reportFields,
    revision: revision.describe('How often it was changed; 0 where there is none yet.'),
    changed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;
export type ReportItem = Report['items'][number];

export const reportChange = {
  ...reportFields,
  revision: revision.describe(
    'As it was read: the report is replaced only where nobody changed it meanwhile.',
  ),
};
