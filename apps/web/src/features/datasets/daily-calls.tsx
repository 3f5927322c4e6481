import { nextReset } from '../../lib/next-reset.ts';

const day = 86_400_000;
const height = 44;
/** Of each day's ten units the last two are the gap. */
const step = 10;

/** A bar a day of the month that began at `since`; the days to come are dashes. */
export function DailyCalls({ days, since }: { days: readonly number[]; since: string }) {
  const length = Math.round((Date.parse(nextReset(since)) - Date.parse(since)) / day);
  const tallest = Math.max(1, ...days);
  const bar = (calls: number, i: number) =>
    `M${i * step} ${height}v-${Math.max(1, (height * calls) / tallest).toFixed(1)}h8V${height}Z`;
  return (
    <svg
      className="days"
      viewBox={`0 0 ${length * step - 2} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`API calls a day this month: ${days.join(', ')}`}
    >
      <path d={days.map(bar).join('')} fill="var(--num)" />
      <path
        d={`M${days.length * step} ${height - 0.5}H${length * step - 2}`}
        stroke="var(--line)"
        strokeDasharray="8 2"
      />
    </svg>
  );
}
