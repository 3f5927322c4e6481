import { z } from 'zod';

/** What is wrong with a value, and where. */
export interface Wrong {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The type that was expected, where the whole value is of another. */
  readonly expected?: 'object';
}

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A recursive schema that is read only once `firstWrong` has found nothing wrong: a union of forms,
 * asked of a wrong tree,
 * collects the complaints of every form about every part, at many times the cost of the tree.
 * Published as the schema is.
 */
export function checkedFirst<Out>(
  firstWrong: (value: unknown) => Wrong | null,
  schema: z.ZodType<Out>,
): z.ZodType<Out> {
  return z.preprocess((value, ctx) => {
    const wrong = firstWrong(value);
    if (wrong === null) return value;
    const { path, message, expected } = wrong;
    ctx.addIssue(
      expected === undefined
        ? { code: 'custom', path: [...path], message }
        : { code: 'invalid_type', expected, input: value, path: [...path], message },
    );
    return z.NEVER;
  }, schema);
}
