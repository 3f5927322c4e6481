import { keyForms, pivotStatistics } from '@columnist/contract';
import { z } from 'zod';
import type { RecipeDraft } from './recipe-draft.ts';

const key = 'columnist.combine';
const sides = z.object({ left: z.string(), right: z.string() });
const names = z.array(z.string());
const recipeDraft = z.object({
  kind: z.enum(['join', 'append', 'pivot', 'unpivot']),
  datasets: names,
  how: z.enum(['inner', 'left', 'full', 'semi', 'anti', 'as_of']),
  keys: z.array(sides.extend({ as: z.enum(keyForms).optional() })).nullable(),
  at: sides,
  direction: z.enum(['backward', 'forward', 'nearest']),
  tolerance: z.number().nullable(),
  asText: z.boolean(),
  sourceColumn: z.string(),
  rows: names,
  namesFrom: z.string(),
  valuesFrom: z.string(),
  statistic: z.enum(pivotStatistics).nullable(),
  columns: names,
}) satisfies z.ZodType<RecipeDraft>;
const kept = z.object({ asked: z.string(), draft: recipeDraft });

/** What was chosen in this tab of the browser since the same page was asked for; else null. */
export function keptDraft(asked: string): RecipeDraft | null {
  try {
    const parsed = kept.safeParse(JSON.parse(sessionStorage.getItem(key) ?? ''));
    return parsed.success && parsed.data.asked === asked ? parsed.data.draft : null;
  } catch {
    return null;
  }
}

/** Keeps it over a reload; `asked` is who asks, and what the address names. */
export const keepDraft = (asked: string, draft: RecipeDraft): void =>
  sessionStorage.setItem(key, JSON.stringify({ asked, draft }));

export const forgetDraft = (): void => sessionStorage.removeItem(key);
