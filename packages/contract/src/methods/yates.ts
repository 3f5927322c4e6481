import type { z } from 'zod';
import { field } from './field.ts';

/** Whether Yates' correction is made. */
export const yatesOf = <Schema extends z.ZodType>(schema: Schema): Schema =>
  field(schema, {
    kind: 'choice',
    label: 'Yates’ correction',
    options: [
      { value: true, label: 'with Yates’ correction' },
      { value: false, label: 'without correction' },
    ],
  });
