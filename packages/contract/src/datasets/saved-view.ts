import { z } from 'zod';
import { view } from '../view.ts';
import { columnType } from './dataset.ts';
import { provenance } from './provenance.ts';

/** A view under a name of its dataset; any call takes it as `{ saved: name }`. */
export const savedView = z
  .object({
    name: z.string(),
    view,
    in_words: z.array(z.string()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    saved_by: z
      .string()
      .nullable()
      .describe('Who saved it last, and through what; null of views from before this was kept.'),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

export const viewExplanation = z
  .object({
    ...provenance.shape,
    columns: z
      .array(z.object({ name: z.string(), type: columnType }))
      .describe('Of the view; derived ones come last.'),
    code: z
      .object({ r: z.string(), python: z.string() })
      .describe(
        'Reads data.csv (export with plain=true, without a view) and does what the view does, ' +
          'in base R and with pandas.',
      ),
  })
  .meta({ id: 'ViewExplanation' });
export type ViewExplanation = z.infer<typeof viewExplanation>;
