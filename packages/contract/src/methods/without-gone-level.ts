import { z } from 'zod';

const leveled = z.looseObject({ confidence_level: z.number() });

/**
 * Options as a method takes them. Methods with neither an interval nor a test took a level of
 * confidence once: kept questions have one, and those of servers of the version before.
 */
export function withoutGoneLevel(
  options: unknown,
  areTaken: (options: unknown) => boolean,
): unknown {
  const { success, data } = leveled.safeParse(options);
  if (!success || areTaken(options)) return options;
  const { confidence_level: _level, ...others } = data;
  return others;
}
