import { keptQuestion, reportLimits } from '@columnist/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { problemIn } from '../../lib/errors.ts';
import { trpcClient } from '../../lib/trpc.ts';
import { addReport, fitsLimits, type ReportContent } from './report-edits.ts';
import { createReportKeeper, type KeptReport, type ReportKeeper } from './report-keeper.ts';

/** As earlier releases kept a report: in one browser. */
const stored = z.object({
  title: z.string(),
  introduction: z.string(),
  items: z.array(z.object({ question: keptQuestion, note: z.string() })),
});
const keyOf = (id: string): string => `columnist.report.${id}`;

function keptHere(id: string): ReportContent | null {
  try {
    return stored.safeParse(JSON.parse(localStorage.getItem(keyOf(id)) ?? '')).data ?? null;
  } catch {
    return null;
  }
}

const keepers = new Map<string, ReportKeeper>();

function keeperOf(id: string): ReportKeeper {
  const known = keepers.get(id);
  if (known !== undefined) return known;
  const keeper = createReportKeeper({
    read: () => trpcClient.datasets.report.query({ id }),
    write: (next) =>
      trpcClient.datasets.putReport.mutate({ id, ...next }).catch((error: unknown) => {
        if (problemIn(error)?.code === 'conflict') return null;
        throw error;
      }),
  });
  keepers.set(id, keeper);
  addEventListener('online', () => void keeper.save());
  addEventListener('beforeunload', (event) => {
    const { state } = keeper.current();
    if (state === 'unsaved' || state === 'saving') event.preventDefault();
  });
  return keeper;
}

/** Reads the report, and brings over what an earlier release kept in this browser. */
async function open(id: string, keeper: ReportKeeper): Promise<void> {
  await keeper.refresh();
  const { report, state } = keeper.current();
  const here = keptHere(id);
  if (here === null || report === null || state === 'saving') return;
  if (fitsLimits(addReport(report, here)))
    keeper.edit({
      kind: 'items',
      apply: (now) => addReport(now, here),
      onKept: () => localStorage.removeItem(keyOf(id)),
    });
}

/**
 * The report of a dataset: kept with it on the server, question by question; figures are asked for
 * again.
 */
export function useReport(id: string): KeptReport & {
  readonly isFull: boolean;
  readonly keeper: ReportKeeper;
} {
  const keeper = keeperOf(id);
  const kept = useSyncExternalStore(keeper.subscribe, keeper.current);
  useEffect(() => {
    void open(id, keeper);
    const onShown = (): void => {
      if (document.visibilityState === 'visible') void keeper.refresh();
      else void keeper.save();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      void keeper.save();
    };
  }, [id, keeper]);
  return { ...kept, keeper, isFull: (kept.report?.items.length ?? 0) >= reportLimits.items };
}
