import type { Tier, Usage } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { Icon } from '../../app/icons.tsx';
import { formatCount, formatDay } from '../../lib/formats.ts';
import { nextReset } from '../../lib/next-reset.ts';

const warnAt = 0.9;
const near = (used: number, limit: number): boolean => limit > 0 && used >= limit * warnAt;

/** From 90 percent of the API queries or the datasets on. */
export function UsageWarning({ usage, tier }: { usage: Usage; tier: Tier }) {
  const { api_queries: calls, max_api_queries: maxCalls, datasets_uploaded: datasets, max_datasets: maxDatasets } = usage;
  const notes = [
    near(calls, maxCalls) && { said: `${formatCount(calls)} of ${formatCount(maxCalls)} API queries used this month.`, then: `Calls by API key stop at ${formatCount(maxCalls)}. The count starts again on ${formatDay(nextReset(usage.last_reset))}.` },
    near(datasets, maxDatasets) && { said: `${datasets} of ${maxDatasets} datasets used.`, then: `At ${maxDatasets}, a new one needs the place of another.` },
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <div className="note warn" role="status">
      <Icon name="warning" />
      <div>
        {notes.map(({ said, then }) => (
          <p key={said}>
            <b>{said}</b> {then}
          </p>
        ))}
      </div>
      {tier === 'free' && (
        <Link className="btn pri sml" to="/subscription">
          Upgrade Now
        </Link>
      )}
    </div>
  );
}
