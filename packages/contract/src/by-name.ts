import { z } from 'zod';
import { isPlainObject } from './checked-first.ts';
import { sayIssue } from './say-issue.ts';

const inWords = { error: sayIssue };
/** Names of one object: as many as a table has columns. */
const most = 2000;

/**
 * An object whose keys are names from a file: every name has its value, '__proto__' too, which
 * z.record leaves out. To be read
 * by `namedIn` alone, for '{}' has values of its own under 'constructor' and 'toString'.
 */
export function byName<Value>(
  name: z.ZodString,
  value: z.ZodType<Value>,
): z.ZodType<Readonly<Record<string, Value>>> {
  const { $schema: _, ...published } = z.toJSONSchema(z.record(name, value), { io: 'input' });
  return z
    .custom<Readonly<Record<string, Value>>>(
      isPlainObject,
      'Give an object of names with their values.',
    )
    .superRefine((given, ctx) => {
      const entries = Object.entries(given);
      if (entries.length > most) {
        ctx.addIssue({
          code: 'custom',
          path: [],
          message: `It has at most ${most.toLocaleString('en')} names.`,
        });
        return;
      }
      for (const [key, one] of entries) {
        const issue =
          name.safeParse(key, inWords).error?.issues[0] ??
          value.safeParse(one, inWords).error?.issues[0];
        if (issue === undefined) continue;
        ctx.addIssue({
          code: 'custom',
          path: [key.slice(0, 100), ...issue.path],
          message: issue.message,
        });
        return;
      }
    })
    .meta({ ...published, maxProperties: most });
}

/** What an object has under a name itself; undefined where it has nothing there. */
export const namedIn = <Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(values, name) ? values[name] : undefined);
