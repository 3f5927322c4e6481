import type { Usage } from '@columnist/contract';
import { formatCount, formatDay } from '../../lib/formats.ts';
import { nextReset } from '../../lib/next-reset.ts';
import { limitOf } from '../../lib/plan-words.ts';

interface UsageStatisticsProps {
  readonly usage: Omit<Usage, 'user_id' | 'daily_api_queries'>;
}

export function UsageStatistics({ usage }: UsageStatisticsProps) {
  return (
    <section className="sec" aria-labelledby="usage-title">
      <header>
        <h2 id="usage-title">Usage Statistics</h2>
        <p className="r">Last reset: {formatDay(usage.last_reset)}</p>
      </header>
      <UsageBar name="Datasets" used={usage.datasets_uploaded} limit={usage.max_datasets} />
      <UsageBar name="API Queries" used={usage.api_queries} limit={usage.max_api_queries} />
      <p className="sm s2 mt12">
        The count starts again on {formatDay(nextReset(usage.last_reset))}. Browser use is free.
      </p>
    </section>
  );
}

const highAbove = 0.8;
/** The width of a bar that has no end. */
const unlimitedWidth = 5;

function UsageBar({ name, used, limit }: { name: string; used: number; limit: number }) {
  const share = limit === 0 ? null : Math.min(1, used / limit);
  const percent = share === null ? null : Math.round(share * 100);
  const high = share !== null && share > highAbove;
  const said = `${formatCount(used)} of ${limitOf(limit)}`;
  return (
    <div className="usage">
      <p className="row">
        <b>{name}</b>
        <span>{said}</span>
        {percent !== null && <span className={`pc${high ? ' high' : ''}`}>{percent}%</span>}
      </p>
      <div
        className={`bar${high ? ' err' : ''}`}
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent ?? 0}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={said}
      >
        <i style={{ width: `${percent ?? unlimitedWidth}%` }} />
      </div>
    </div>
  );
}
