import { z } from 'zod';
import { view } from '../view.ts';
import { provenance } from './provenance.ts';

const column = z.string().min(1).max(1000);

export const chartOptions = {
  x: column.describe('One column alone: its distribution.'),
  y: column.optional().describe('Two: points, means in groups, or counts of pairs.'),
  view: view.optional(),
  theme: z.enum(['light', 'dark']).default('light'),
  width: z.int().min(200).max(1600).default(640),
};

export const chart = z
  .object({
    ...provenance.shape,
    caption: z.string().describe('What is drawn, in words.'),
    rows_drawn: z
      .int()
      .nullable()
      .describe(
        'Points that were drawn, chosen by chance where there are more; null where figures are drawn.',
      ),
    spec: z.record(z.string(), z.json()).describe('Vega-Lite specification with its data.'),
    png: z.base64().describe('The picture, twice as fine as its size in pixels.'),
  })
  .meta({ id: 'Chart' });
export type Chart = z.infer<typeof chart>;
