import type { SystemStats } from '@columnist/contract';
import { Icon } from '../../ui/icons.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatBytes, formatCount } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { DailySeries, type DailySeriesProps } from './daily-series.tsx';

const refreshMinutes = 5;

/** The six figures, each with its last thirty days; asked again every five minutes. */
export function SystemStatistics() {
  const stats = trpc.admin.stats.useQuery({}, { refetchInterval: refreshMinutes * 60_000 });
  return (
    <>
      <div className="row ahd">
        <p className="sm s2">
          {stats.isPending && 'Loading…'}
          {stats.data !== undefined &&
            `Updated ${timeOf(stats.dataUpdatedAt)} UTC, again in ${refreshMinutes} minutes`}
        </p>
        <button
          type="button"
          className="btn sml last"
          disabled={stats.isFetching}
          onClick={() => void stats.refetch()}
        >
          <Icon name="refresh" />
          Refresh
        </button>
      </div>
      {stats.isError && (
        <RequestFailed
          text="Failed to load system statistics"
          error={stats.error}
          onRetry={stats.refetch}
        />
      )}
      {stats.isPending && <div className="sk six-sk" />}
      {stats.data !== undefined && <Six stats={stats.data} />}
    </>
  );
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 16);

function Six({ stats }: { stats: SystemStats }) {
  const days = stats.days.map(({ day }) => day);
  const since = (total: number, added: readonly number[]) => standing(total, added);
  const users = stats.days.map(({ new_users: n }) => n);
  const datasets = stats.days.map(({ new_datasets: n }) => n);
  const bytes = stats.days.map(({ uploaded_bytes: n }) => n);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return (
    <>
      <section className="six" aria-label="System statistics">
        <Figure
          name="Total Users"
          value={formatCount(stats.total_users)}
          note={`+${formatCount(sum(users))} in 30 days`}
          series={{
            days,
            values: since(stats.total_users, users),
            kind: 'line',
            format: formatCount,
          }}
        />
        <Figure
          name="Active Users"
          value={formatCount(stats.active_users)}
          unit="signed in within 30 days"
          note="signed in a day"
          series={{
            days,
            values: stats.days.map(({ active_users: n }) => n),
            kind: 'bars',
            format: formatCount,
          }}
        />
        <Figure
          name="Total Datasets"
          value={formatCount(stats.total_datasets)}
          note={`+${formatCount(sum(datasets))} in 30 days`}
          series={{
            days,
            values: since(stats.total_datasets, datasets),
            kind: 'line',
            format: formatCount,
          }}
        />
        <Figure
          name="Storage Used"
          value={formatBytes(stats.storage_used)}
          note={`+${formatBytes(sum(bytes))} in 30 days`}
          series={{
            days,
            values: since(stats.storage_used, bytes),
            kind: 'line',
            format: formatBytes,
          }}
        />
        <Figure
          name="API Requests Today"
          value={formatCount(stats.api_requests_today)}
          unit="so far"
          note={`${formatCount(sum(stats.days.map(({ api_requests: n }) => n)))} in 30 days`}
          series={{
            days,
            values: stats.days.map(({ api_requests: n }) => n),
            kind: 'bars',
            format: formatCount,
          }}
        />
        <Figure
          name="Active Sessions"
          value={formatCount(stats.active_sessions)}
          unit="now"
          note="begun a day"
          series={{
            days,
            values: stats.days.map(({ new_sessions: n }) => n),
            kind: 'bars',
            format: formatCount,
          }}
        />
      </section>
      <p className="sm s3 mt16">
        Lines show the state at the end of each day, bars what happened in it, in UTC. The dashed
        bar is today, so far.
      </p>
    </>
  );
}

/** What stood at the end of each day, counted back from now. */
function standing(total: number, added: readonly number[]): number[] {
  let left = total;
  return added
    .toReversed()
    .map((n) => {
      const stood = left;
      left -= n;
      return stood;
    })
    .toReversed();
}

function Figure({
  name,
  value,
  unit,
  note,
  series,
}: {
  name: string;
  value: string;
  unit?: string;
  note: string;
  series: Omit<DailySeriesProps, 'label'>;
}) {
  return (
    <article>
      <h2>
        {name} <span>{note}</span>
      </h2>
      <p className="fig">
        {value} {unit !== undefined && <small>{unit}</small>}
      </p>
      <DailySeries label={name} {...series} />
    </article>
  );
}
