import type { DatasetComparison } from '@columnist/contract';
import { Select, Skeleton } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatCount } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import type { TabProps } from '../../lib/tab-props.ts';
import { heldBeforeAndNow, heldIn } from '../../lib/storage-name.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { ComparedColumns } from './compared-columns.tsx';
import '../results/sentence.css';
import '../results/results.css';
import './drift.css';

/** How this dataset has moved from another, or from its own earlier version. */
export default function CompareTab({ dataset }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const others = trpc.datasets.list.useQuery({ limit: 200 });
  const versions = trpc.datasets.listVersions.useQuery({ id: dataset.id });
  const { subscription_tier: tier } = useUser();
  const earlier = (versions.data ?? []).filter(({ current }) => !current);
  // Most who come here have replaced the data: what it was before is looked at unless they choose.
  const [last] = earlier;
  const [kind = '', value = ''] = (
    query.get('with') ?? (last === undefined ? '' : `version:${last.version}`)
  ).split(':');
  const input =
    kind === 'dataset'
      ? { id: dataset.id, other: value }
      : kind === 'version'
        ? { id: dataset.id, other_version: Number(value) }
        : null;
  const options = [
    ...(earlier.length === 0
      ? []
      : [
          {
            label: 'Earlier versions',
            options: earlier.map(({ version: number, row_count: rows }) => ({
              value: `version:${number}`,
              label: `Version ${number}, ${formatCount(rows)} rows`,
            })),
          },
        ]),
    {
      label: 'Datasets',
      options: (others.data?.items ?? [])
        .filter(({ id }) => id !== dataset.id)
        .map(({ id, name }) => ({ value: `dataset:${id}`, label: name })),
    },
  ];
  const choose = (next: string) =>
    setQuery(
      (previous) => {
        previous.set('with', next);
        return previous;
      },
      { replace: true },
    );
  return (
    <main className="page gt">
      {tier === 'free' && <PremiumNotice />}
      <div className="gq tq">
        <span>How has {dataset.name} moved from</span>
        <Select
          aria-label="Compare with"
          className="tq-method"
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          placeholder="a dataset or a version"
          value={input === null ? null : `${kind}:${value}`}
          options={options}
          onChange={choose}
        />
      </div>
      {others.isError && (
        <RequestFailed
          text="The list of datasets could not be loaded."
          error={others.error}
          onRetry={others.refetch}
        />
      )}
      {versions.isError && (
        <RequestFailed
          text="The list of versions could not be loaded."
          error={versions.error}
          onRetry={versions.refetch}
        />
      )}
      {input === null ? (
        <p className="s3 sm">
          Choose a dataset with the same columns, such as last month’s, or an earlier version of
          this one: columns that came and went, and how each shared column is distributed in both.
        </p>
      ) : (
        tier === 'paid' && <Comparison input={input} />
      )}
    </main>
  );
}

function Comparison({ input }: { input: { id: string; other?: string; other_version?: number } }) {
  const found = trpc.datasets.compareDatasets.useQuery(input, {
    staleTime: Infinity,
    retry: false,
  });
  if (found.isError)
    return (
      <RequestFailed
        text="The two could not be compared."
        error={found.error}
        onRetry={found.refetch}
      />
    );
  if (found.data === undefined)
    return <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />;
  const { sentence, before, after, columns } = found.data;
  const same = before.dataset_id === after.dataset_id;
  return (
    <>
      <p className="voice finding-small">
        <Isolated text={sentence} />
      </p>
      <p className="s2 sm mt8">
        {formatCount(after.row_count)} rows of {after.name} (version {after.version}) against{' '}
        {formatCount(before.row_count)} of{' '}
        <Link to={`/datasets/${before.dataset_id}`}>{before.name}</Link> (version {before.version}).
      </p>
      <Schema comparison={found.data} />
      {columns.length > 0 && (
        <ComparedColumns
          columns={columns}
          before={same ? `version ${before.version}` : before.name}
          after={same ? `version ${after.version}` : after.name}
        />
      )}
    </>
  );
}

function Schema({ comparison: { added, removed, retyped } }: { comparison: DatasetComparison }) {
  if (added.length + removed.length + retyped.length === 0) return null;
  return (
    <section className="sec mt24" aria-labelledby="drift-schema">
      <header>
        <h2 id="drift-schema">Columns that came, went or hold something else</h2>
      </header>
      <ul className="drift-schema">
        {added.map(({ name, storage }) => (
          <li key={name}>
            <span className="tag ok">Added</span> <bdi>{name}</bdi> ({heldIn(storage)})
          </li>
        ))}
        {removed.map(({ name, storage }) => (
          <li key={name}>
            <span className="tag warn">Gone</span> <bdi>{name}</bdi> ({heldIn(storage)})
          </li>
        ))}
        {retyped.map(({ name, from, to }) => (
          <li key={name}>
            <span className="tag">Retyped</span> <bdi>{name}</bdi>: {saidOf(from, to)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function saidOf(from: string, to: string): string {
  const [before, now] = heldBeforeAndNow(from, to);
  return `${before} before, ${now} now`;
}
