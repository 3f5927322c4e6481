import type { Tier, Usage } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { formatCount, formatDay } from '../../lib/formats.ts';
import { nextReset } from '../../lib/next-reset.ts';

const warnAt = 0.9;
const near = (used: number, limit: number): boolean => limit > 0 && used >= limit * warnAt;

/** From 90 percent of the API queries or the datasets on. */
export function UsageWarning({ usage, tier }: { usage: Usage; tier: Tier }) {
  const {
    api_queries: calls,
    max_api_queries: maxCalls,
    datasets_uploaded: datasets,
    max_datasets: maxDatasets,
  } = usage;
  const callsNear = near(calls, maxCalls);
  const datasetsNear = near(datasets, maxDatasets);
  if (!callsNear && !datasetsNear) return null;
  const upgrade = tier === 'free' && (
    <Link className="btn pri sml" to="/subscription">
      Upgrade Now
    </Link>
  );
  return (
    <Note kind="warn" action={upgrade}>
      {callsNear && (
        <p>
          <b>
            {formatCount(calls)} of {formatCount(maxCalls)} API queries used this month.
          </b>{' '}
          Calls by API key stop at {formatCount(maxCalls)}. The count starts again on{' '}
          {formatDay(nextReset(usage.last_reset))}.
        </p>
      )}
      {datasetsNear && (
        <p>
          <b>
            {datasets} of {maxDatasets} datasets used.
          </b>{' '}
          At {maxDatasets}, a new one needs the place of another.
        </p>
      )}
    </Note>
  );
}
