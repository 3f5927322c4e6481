import {
  overAllRows,
  keptQuestion,
  viewLanguage,
  type Report as WireReport,
  type ReportItem,
} from '@columnist/contract';
import type { Report } from './report.entity.ts';

/** A report as every door shows it; of a dataset that has none, the empty one. */
export function presentReport(kept: Report | null): WireReport {
  if (kept === null)
    return { title: '', introduction: '', items: [], revision: 0, changed_at: null };
  const { title, introduction, items, language, revision, changedAt } = kept;
  return {
    title,
    introduction,
    items: items.flatMap((item) => presentItem(item, language)),
    revision,
    changed_at: changedAt.toISOString(),
  };
}

/**
 * An item with the meaning that its view was kept with; nothing where this release no longer has
 * its question.
 */
function presentItem({ question, note }: ReportItem, language: number): ReportItem[] {
  const { operation, options } = question;
  const asked =
    language < viewLanguage && options.view !== undefined
      ? { operation, options: { ...options, view: overAllRows(options.view) } }
      : question;
  const known = keptQuestion.safeParse(asked);
  return known.success ? [{ question: known.data, note }] : [];
}
