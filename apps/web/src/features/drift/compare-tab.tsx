import { pInTable, type ColumnDrift, type DatasetComparison } from '@columnist/contract';
import { Select, Skeleton } from 'antd';
import { Fragment, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { TypeGlyph } from '../../ui/icons.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatCount, formatFigure, formatShare } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import type { TabProps } from '../../lib/tab-props.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import '../results/sentence.css';
import '../results/results.css';
import './drift.css';

/** How this dataset has moved from another, or from its own earlier version. */
export default function CompareTab({ dataset }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const others = trpc.datasets.list.useQuery({ limit: 200 });
  const versions = trpc.datasets.listVersions.useQuery({ id: dataset.id });
  const { subscription_tier: tier } = useUser();
  const [kind = '', value = ''] = (query.get('with') ?? '').split(':');
  const input =
    kind === 'dataset'
      ? { id: dataset.id, other: value }
      : kind === 'version'
        ? { id: dataset.id, other_version: Number(value) }
        : null;
  const earlier = (versions.data ?? []).filter(({ current }) => !current);
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
      {input === null ? (
        <p className="s3 sm">
          Choose a dataset with the same columns, such as last month’s, or an earlier version of
          this one: columns that came and went, and how each shared column is distributed in both.
        </p>
      ) : tier === 'paid' ? (
        <Comparison input={input} />
      ) : (
        <PremiumNotice />
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
      <p className="voice finding-small">{sentence}</p>
      <p className="s2 sm mt8">
        {formatCount(after.row_count)} rows of {after.name} (version {after.version}) against{' '}
        {formatCount(before.row_count)} of{' '}
        <Link to={`/datasets/${before.dataset_id}`}>{before.name}</Link> (version {before.version}).
      </p>
      <Schema comparison={found.data} />
      {columns.length > 0 && (
        <Columns
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
            <span className="tag ok">Added</span> {name} ({storage})
          </li>
        ))}
        {removed.map(({ name, storage }) => (
          <li key={name}>
            <span className="tag warn">Gone</span> {name} ({storage})
          </li>
        ))}
        {retyped.map(({ name, from, to }) => (
          <li key={name}>
            <span className="tag">Retyped</span> {name}: {from} is now {to}
          </li>
        ))}
      </ul>
    </section>
  );
}

const verdicts: Readonly<
  Record<ColumnDrift['verdict'], { readonly label: string; readonly tag: string }>
> = {
  alike: { label: 'Alike', tag: 'ok' },
  moved: { label: 'Moved', tag: 'warn' },
  changed: { label: 'Changed', tag: 'err' },
};

function Columns({
  columns,
  before,
  after,
}: {
  columns: DatasetComparison['columns'];
  before: string;
  after: string;
}) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section className="sec mt24" aria-labelledby="drift-columns">
      <header>
        <h2 id="drift-columns">{columns.length} shared columns</h2>
        <p>
          most changed first; light bars are {before}, dark ones {after}
        </p>
      </header>
      <div className="scroll-x" role="region" aria-label="Shared columns" tabIndex={0}>
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">column</th>
              <th scope="col">distribution</th>
              <th scope="col">verdict</th>
              <th scope="col" className="num">
                PSI
              </th>
              <th scope="col" className="num">
                p (Holm)
              </th>
              <th scope="col" className="num">
                missing
              </th>
              <th scope="col" className="num">
                mean
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <Fragment key={column.name}>
                <tr>
                  <td>
                    <button
                      type="button"
                      className="btn txt sml"
                      aria-expanded={open === column.name}
                      disabled={column.bins.length === 0}
                      onClick={() => setOpen(open === column.name ? null : column.name)}
                    >
                      <TypeGlyph type={column.type} />
                      {column.name}
                    </button>
                  </td>
                  <td>
                    {column.bins.length === 0 ? (
                      <span className="s3 sm">{column.reason}</span>
                    ) : (
                      <PairedBars bins={column.bins} name={column.name} />
                    )}
                  </td>
                  <td>
                    {column.psi === null ? (
                      ''
                    ) : (
                      <span className={`tag ${verdicts[column.verdict].tag}`}>
                        {verdicts[column.verdict].label}
                      </span>
                    )}
                  </td>
                  <td className="num">{column.psi === null ? '–' : formatFigure(column.psi, 3)}</td>
                  <td
                    className="num"
                    title={
                      column.test === null
                        ? undefined
                        : `${column.test.name} = ${formatFigure(column.test.statistic, 4)}`
                    }
                  >
                    {column.test === null ? '–' : pInTable(column.test.p_holm)}
                  </td>
                  <td className="num">
                    {shareMissing(column.before)} → {shareMissing(column.after)}
                  </td>
                  <td className="num">
                    {column.before.mean === null || column.after.mean === null
                      ? '–'
                      : `${formatFigure(column.before.mean, 4)} → ${formatFigure(column.after.mean, 4)}`}
                  </td>
                </tr>
                {open === column.name && (
                  <tr>
                    <td colSpan={7}>
                      <Bins column={column} before={before} after={after} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const shareMissing = ({ n, missing }: ColumnDrift['before']): string =>
  missing === 0 ? '0' : formatShare(missing / (n + missing));
const sharesOf = (bins: ColumnDrift['bins'], side: 'before' | 'after'): number[] => {
  const total = Math.max(
    1,
    bins.reduce((sum, bin) => sum + bin[side], 0),
  );
  return bins.map((bin) => bin[side] / total);
};

/** Shares of each bin, before and after beside each other. */
function PairedBars({ bins, name }: { bins: ColumnDrift['bins']; name: string }) {
  const [before, after] = [sharesOf(bins, 'before'), sharesOf(bins, 'after')];
  const highest = Math.max(...before, ...after, 1e-9);
  const width = 160 / bins.length;
  return (
    <svg
      className="drift-bars"
      viewBox="0 0 160 36"
      role="img"
      aria-label={`${name}: shares of ${bins.length} bins before and after`}
    >
      {before.map((share, i) => (
        <rect
          key={bins[i]?.label}
          className="then"
          x={i * width + 0.5}
          width={Math.max(0.5, width / 2 - 0.8)}
          y={36 - (34 * share) / highest}
          height={(34 * share) / highest}
        />
      ))}
      {after.map((share, i) => (
        <rect
          key={bins[i]?.label}
          className="now"
          x={(i + 0.5) * width - 0.2}
          width={Math.max(0.5, width / 2 - 0.8)}
          y={36 - (34 * share) / highest}
          height={(34 * share) / highest}
        />
      ))}
    </svg>
  );
}

function Bins({
  column: { bins, name },
  before,
  after,
}: {
  column: ColumnDrift;
  before: string;
  after: string;
}) {
  const [then, now] = [sharesOf(bins, 'before'), sharesOf(bins, 'after')];
  return (
    <table className="tb drift-bins">
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col" className="num">
            {before}
          </th>
          <th scope="col" className="num">
            share
          </th>
          <th scope="col" className="num">
            {after}
          </th>
          <th scope="col" className="num">
            share
          </th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin, i) => (
          <tr key={bin.label}>
            <td>{bin.label}</td>
            <td className="num">{formatCount(bin.before)}</td>
            <td className="num">{formatShare(then[i] ?? 0)}</td>
            <td className="num">{formatCount(bin.after)}</td>
            <td className="num">{formatShare(now[i] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
