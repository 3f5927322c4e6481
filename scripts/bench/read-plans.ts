import { z } from 'zod';

/** A node of a plan as PostgreSQL explains it, and those under it. */
const node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().exactOptional(),
  get Plans() {
    return z.array(node).exactOptional();
  },
});
const explained = z.looseObject({ 'Query Text': z.string(), Plan: node });
export type Explained = z.output<typeof explained>;

/**
 * What a role must set so that PostgreSQL logs the plan of each of its statements (auto_explain).
 */
export const explainAll = (role: string): string[] =>
  [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_format = json',
  ].map((setting) => `alter role ${role} set ${setting}`);

/** The plans in a piece of PostgreSQL's log. */
export const readPlans = (log: string): Explained[] =>
  [...log.matchAll(/plan:\n\t(\{[\s\S]*?\n\t\})/g)].map(([, json = '']) =>
    explained.parse(JSON.parse(json.replace(/\n\t/g, '\n'))),
  );

/** The tables that a plan reads from end to end. */
export function scanned({ Plan }: Explained): string[] {
  const under = (one: z.output<typeof node>): string[] => [
    ...(one['Node Type'] === 'Seq Scan' ? [one['Relation Name'] ?? ''] : []),
    ...(one.Plans ?? []).flatMap(under),
  ];
  return under(Plan);
}
