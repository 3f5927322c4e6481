import { keptQuestion, type TestQuestion } from '@columnist/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';

/** A result that was chosen for the report of a dataset, with what its author says of it. */
export interface ReportItem {
  readonly question: TestQuestion;
  readonly note: string;
}
export interface Report {
  readonly title: string;
  readonly introduction: string;
  readonly items: readonly ReportItem[];
}

const most = 40;
const stored = z.object({
  title: z.string(),
  introduction: z.string(),
  items: z.array(z.object({ question: keptQuestion, note: z.string() })),
});
const empty: Report = { title: '', introduction: '', items: [] };
const keyOf = (id: string): string => `columnist.report.${id}`;
const listeners = new Set<() => void>();

function read(text: string | null): Report {
  try {
    const parsed = stored.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : empty;
  } catch {
    return empty;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The same question is the same text, in whatever order its fields came. */
export const sameQuestion = (a: TestQuestion, b: TestQuestion): boolean => textOf(a) === textOf(b);
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/**
 * The report of a dataset: kept in this browser, question by question; figures are asked for again.
 */
export function useReport(id: string): {
  readonly report: Report;
  readonly isFull: boolean;
  readonly change: (next: Report) => void;
} {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(id)));
  const report = useMemo(() => read(text), [text]);
  const change = (next: Report) => {
    localStorage.setItem(keyOf(id), JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return { report, isFull: report.items.length >= most, change };
}
