import { z } from 'zod';

const environment = z.object({
  COLUMNIST_URL: z.url({
    protocol: /^https?$/,
    error: 'COLUMNIST_URL: set the address of Columnist, e.g. https://columnist.example',
  }),
  COLUMNIST_API_KEY: z
    .string({ error: 'COLUMNIST_API_KEY: set your API key; it is on the dashboard' })
    .startsWith('col_', { error: 'COLUMNIST_API_KEY: an API key begins with col_' }),
  COLUMNIST_DATASET: z.string().optional(),
  COLUMNIST_READ_ONLY: z.string().optional(),
  COLUMNIST_TOOLSETS: z.string().optional(),
});

export type Config = z.output<typeof environment>;

/** Reads and checks the environment once. Throws with one line a wrong variable. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => issue.message).join('\n'));
  return parsed.data;
}
