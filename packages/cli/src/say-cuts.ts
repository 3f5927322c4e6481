import { z } from 'zod';
import type { Field } from './fields.ts';

const list = z.array(z.unknown());
const flat = z.record(z.string(), z.unknown());

/** What an answer says of entries that it does not hold, in the forms that answers have for it. */
const page = z.object({
  items: list,
  total: z.int().nullable(),
  offset: z.int().default(0),
  next_cursor: z.string().nullable().default(null),
});
const mostFrequent = z.object({ items: list, others: z.object({ values: z.int() }) });
const clusters = z.object({ clusters: list, found: z.int() });
const pivot = z.object({ rows: list, total: z.int() });

interface Cut {
  readonly shown: number;
  /** null where it was not counted. */
  readonly of: number | null;
  readonly cursor: string | null;
}

function cutOf(answer: unknown): Cut | null {
  const paged = page.safeParse(answer);
  if (paged.success) {
    const { items, total, offset, next_cursor: cursor } = paged.data;
    const isCut = total === null ? cursor !== null : offset + items.length < total;
    return isCut ? { shown: items.length, of: total, cursor } : null;
  }
  const counted =
    amounts(mostFrequent, answer, ({ items, others }) => [items.length, others.values]) ??
    amounts(clusters, answer, (of) => [of.clusters.length, of.found - of.clusters.length]) ??
    amounts(pivot, answer, ({ rows, total }) => [rows.length, total - rows.length]);
  if (counted === null || counted[1] <= 0) return null;
  const [shown, others] = counted;
  return { shown, of: shown + others, cursor: null };
}

/** How many entries there are of this form, and how many others; null where it is another. */
function amounts<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  count: (of: z.output<Schema>) => readonly [number, number],
): readonly [number, number] | null {
  const parsed = schema.safeParse(answer);
  return parsed.success ? count(parsed.data) : null;
}

/**
 * What is not in an answer that a limit cut, and how to have it: a sentence each. `limit` is that of
 * the verb; of a file it may be as large as one likes, and `convert` writes rows without one.
 */
export function sayCuts(
  answer: unknown,
  limit: Field | undefined,
  { isFile, isRows }: { readonly isFile: boolean; readonly isRows: boolean },
): string[] {
  if (limit === undefined) return [];
  const parts = [['', answer] as const, ...Object.entries(flat.catch({}).parse(answer))];
  return parts.flatMap(([name, part]) => {
    const cut = cutOf(part);
    if (cut === null) return [];
    const { shown, of, cursor } = cut;
    const isWithin = of !== null && (isFile || limit.most === undefined || of <= limit.most);
    const ways = [
      isWithin ? `--limit ${of} shows all` : `--limit shows up to ${limit.most}`,
      ...(cursor === null || isWithin ? [] : [`--cursor ${cursor} shows the next`]),
      ...(isFile && isRows ? ['columnist convert FILE rows.csv writes all rows'] : []),
    ];
    const count =
      of === null ? `the first ${grouped(shown)}` : `${grouped(shown)} of ${grouped(of)}`;
    return [`${name === '' ? '' : `${name}: `}Only ${count}: ${ways.join(', ')}.`];
  });
}

const grouped = (n: number): string => n.toLocaleString('en');
