import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
const compared = z.object({ dataset_id: z.string(), name: z.string(), version: z.int() });
const twoDatasets = z.object({ before: compared, after: compared });
const page = z.object({ row_numbers: z.array(z.int()), total: z.int() });
const profile = z.object({ overview: fields });
const power = z.object({ solved: z.string(), procedure: z.object({ name: z.string() }) });

/**
 * What an answer says of itself, as answerFacts names it; null where it is no answer with fields.
 * Most have these fields; of the others they are found here.
 */
export function factsIn(answer: unknown): Readonly<Record<string, unknown>> | null {
  const given = fields.safeParse(profile.safeParse(answer).data?.overview ?? answer).data;
  if (given === undefined) return null;
  const both = twoDatasets.safeParse(given).data;
  if (both !== undefined)
    return { ...given, datasets: [both.after, both.before].map(asSource), method: {} };
  const rows = page.safeParse(given).data;
  if (rows !== undefined) return { ...given, n_used: rows.total };
  const planned = power.safeParse(given).data;
  if (planned !== undefined)
    return { ...given, method: { [`solved for ${planned.solved}`]: planned.procedure.name } };
  // Of a recommendation it is the name of a test.
  return typeof given['method'] === 'string' ? { ...given, method: {} } : given;
}

const asSource = ({ dataset_id: id, name, version }: z.infer<typeof compared>) => ({
  id,
  name,
  version,
});
