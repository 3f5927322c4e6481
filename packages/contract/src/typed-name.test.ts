import { expect, test } from 'vitest';
import { z } from 'zod';
import { allOperations } from './operations.ts';
import { schemasIn } from './testing-schemas.ts';

/** Names that are looked for, not given: a table has what its file says. */
const lookedFor = new Set(['confirm_name']);

/** Every text that a person names something with. */
const named = allOperations.flatMap(({ path, input }) =>
  [...schemasIn(input)]
    .filter(
      ({ field, schema }) =>
        /(?:^|_)(?:name|title|label)$/.test(field) &&
        schema instanceof z.ZodString &&
        !lookedFor.has(field) &&
        // Of columns, which are named by their file: no other name may be that long.
        schema.maxLength !== 1000,
    )
    .map(({ field, schema }) => ({ path, field, schema })),
);
const accepts = (schema: z.core.$ZodType, text: string): boolean =>
  z.core.safeParse(schema, text).success;

test('there are names to look at', () => {
  expect(named.map(({ path, field }) => `${path} ${field}`)).toEqual(
    expect.arrayContaining(['auth.register full_name', 'datasets.setColumns label']),
  );
});

test.each(named)('$path: no $field that shows nothing', ({ schema }) => {
  for (const text of ['\u200b\u200b', '\u2060 \u00ad', '\u3164\u3164', '\u202e\u202d'])
    expect([text, accepts(schema, text)]).toEqual([text, false]);
  // A joiner is needed within words of some scripts, and of pictures.
  for (const text of ['Ada King', 'می\u200cخواهم', '👩\u200d🔬👩\u200d🔬'])
    expect([text, accepts(schema, text)]).toEqual([text, true]);
});

test.each(named.filter(({ path }) => path.startsWith('auth.')))(
  '$path: $field is one line of characters that can be seen',
  ({ schema }) => {
    for (const text of ['Bob\r\nBcc: x', 'Bob\u202eevil', 'Bob\u2028x', 'Bob\u0007'])
      expect([text, accepts(schema, text)]).toEqual([text, false]);
  },
);
