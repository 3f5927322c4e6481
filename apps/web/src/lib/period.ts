/** Periods that lists of events may be narrowed to, in days. */
export const periods = [
  { value: '', label: 'All time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;
export type Period = (typeof periods)[number]['value'];

export const periodOf = (text: string | null): Period =>
  periods.find(({ value }) => value === text)?.value ?? '';

/** Whole minutes, so that what is asked stays the same while it is looked at. */
export function beginOf(period: Period): { from?: string } {
  if (period === '') return {};
  return {
    from: new Date(Math.floor(Date.now() / 60_000 - Number(period) * 1440) * 60_000).toISOString(),
  };
}
