import {
  pInTable,
  type CorrelationMatrix,
  type CorrelationPair,
  type Dataset,
} from '@columnist/contract';
import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { AskLink } from '../../ui/ask-link.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCorrelation, formatCount, formatFixed, plural } from '../../lib/formats.ts';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { trpc } from '../../lib/trpc.ts';
import { HeatMap } from './heat-map.tsx';
import type { rowsAsked } from '../../lib/tab-props.ts';

type Method = CorrelationMatrix['method'];
const pairsShown = 6;
/** Number columns that one call correlates. */
const columnsAtOnce = 60;

/**
 * How the number columns go together: the strongest pair in words, all pairs as a map, the
 * strongest as a table.
 */
export function Correlations({
  dataset,
  view,
}: {
  dataset: Dataset;
  view: ReturnType<typeof rowsAsked>;
}) {
  const [method, setMethod] = useState<Method>('pearson');
  const named = dataset.columns.flatMap(({ name, type }) => (type === 'number' ? [name] : []));
  const numbers = named.length;
  const [picked, setPicked] = useState<string[]>([]);
  // A step of the view may have given one another name since.
  const chosen = picked.filter((name) => named.includes(name));
  const asked = chosen.length > 1 ? chosen : named.slice(0, columnsAtOnce);
  const analysis = trpc.datasets.analyze.useQuery(
    { id: dataset.id, ...(numbers > columnsAtOnce ? { columns: asked } : {}), ...view },
    {
      staleTime: Infinity,
      enabled: numbers > 1,
      placeholderData: (previous) => previous,
      retry: false,
    },
  );
  const matrix = analysis.data?.correlations?.[method];
  const strongest = strongestOf(matrix);
  return (
    <div className="split s75 mt32">
      <section className="sec" aria-labelledby="cor-title">
        <header>
          <h2 id="cor-title">Correlations</h2>
          <p className="only-w">pairs of present values</p>
          <div className="r">
            <Segmented<Method>
              aria-label="Coefficient"
              disabled={numbers < 2}
              options={[
                { value: 'pearson', label: 'Pearson' },
                { value: 'spearman', label: 'Spearman' },
              ]}
              value={method}
              onChange={setMethod}
            />
          </div>
        </header>
        {numbers < 2 && (
          <p className="voice finding-small">
            Correlations need two number columns; this table has {numbers === 0 ? 'none' : 'one'}.
          </p>
        )}
        {numbers > columnsAtOnce && (
          <div className="cor-of">
            <p className="sm s2">
              {chosen.length > 1
                ? `${formatCount(chosen.length)} of ${formatCount(numbers)} number columns.`
                : `The first ${columnsAtOnce} of ${formatCount(numbers)} number columns.`}
            </p>
            <Select
              mode="multiple"
              aria-label="Columns of the map"
              placeholder="choose others"
              maxCount={columnsAtOnce}
              maxTagCount={3}
              value={chosen}
              options={named.map((name) => ({ value: name, label: name }))}
              onChange={setPicked}
            />
          </div>
        )}
        {numbers > 1 && analysis.isPending && (
          <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
        )}
        {analysis.isError && (
          <RequestFailed
            text="Failed to load the correlations"
            error={analysis.error}
            onRetry={analysis.refetch}
          />
        )}
        {matrix !== undefined && <HeatMap key={method} matrix={matrix} />}
      </section>
      <section className="sec" aria-labelledby="pairs-title">
        <header>
          <h2 id="pairs-title">Strongest pairs</h2>
        </header>
        {matrix !== undefined && (
          <StrongestPairs method={method} pairs={strongest} among={matrix.pairs.length} />
        )}
      </section>
    </div>
  );
}

const strongestOf = (matrix: CorrelationMatrix | undefined): CorrelationPair[] =>
  (matrix?.pairs ?? [])
    .filter((pair) => pair.estimate !== null)
    .toSorted((a, b) => Math.abs(b.estimate ?? 0) - Math.abs(a.estimate ?? 0))
    .slice(0, pairsShown);

function StrongestPairs({
  method,
  pairs,
  among,
}: {
  method: Method;
  pairs: readonly CorrelationPair[];
  /** Of how many pairs these are the strongest. */
  among: number;
}) {
  const [first] = pairs;
  if (first === undefined) return <p className="s2">No pair has a correlation.</p>;
  const shown = pairs.filter((pair) => !mayBeChance(pair, among));
  return (
    <>
      <p className="voice finding-small">
        <Isolated text={inWords(first, method, among)} />
      </p>
      {shown.length > 0 && <PairsTable method={method} pairs={shown} />}
      {shown.length < pairs.length && (
        <p className="xs s3 mt8">
          Pairs that chance may explain are left out: those with <span className="stat">p</span> of
          0.05 or more, adjusted for {plural(among, 'pair')} (Bonferroni).
        </p>
      )}
    </>
  );
}

function PairsTable({ method, pairs }: { method: Method; pairs: readonly CorrelationPair[] }) {
  return (
    <table className="tb mt12">
      <thead>
        <tr>
          <th scope="col">pair</th>
          <th scope="col" className="num">
            <span className="stat">{method === 'pearson' ? 'r' : 'ρ'}</span>
            {method === 'pearson' && ', 95% CI'}
          </th>
          <th scope="col" className="num">
            <span className="stat">p</span>
          </th>
          <th scope="col" className="num">
            rows
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ x, y, estimate, ci, p_value: p, n_used: n }) => (
          <tr key={`${x} ${y}`}>
            <td className="pairname">
              <AskLink columns={[x, y]} purpose="relate" className="">
                <span dir="auto" title={x}>
                  {x}
                </span>{' '}
                <span dir="auto" title={y}>
                  {y}
                </span>
              </AskLink>
            </td>
            <td className="num">
              <b>{formatFixed(estimate ?? 0, 2)}</b>
              {ci !== null && (
                <span className="s2 under">
                  {formatFixed(ci.low, 2)} to {formatFixed(ci.high, 2)}
                </span>
              )}
            </td>
            <td className="num">{p === null ? '–' : pInTable(p)}</td>
            <td className="num">{formatCount(n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the p of a pair, taken as often as there are pairs (Bonferroni), is not below 0.05. */
const mayBeChance = ({ p_value: p }: CorrelationPair, among: number): boolean =>
  p !== null && p * among >= 0.05;

/** The strongest of many pairs is asserted only where it is not what chance may explain. */
function inWords(pair: CorrelationPair, method: Method, among: number): string {
  const { x, y, estimate, n_used: n } = pair;
  const r = estimate ?? 0;
  if (mayBeChance(pair, among))
    return (
      `No pair goes together more than chance would have it; the strongest is ${x} and ${y}, ` +
      `${method === 'pearson' ? 'r' : 'ρ'}\u00a0=\u00a0${formatCorrelation(r)}.`
    );
  const strength = Math.abs(r);
  const together =
    strength < 0.1 ? 'hardly go together' : r > 0 ? 'rise together' : 'go against each other';
  const most = strength < 0.1 ? 'Even' : 'Most of all,';
  return (
    `${most} ${x} and ${y} ${together}: ` +
    `${method === 'pearson' ? 'r' : 'ρ'}\u00a0=\u00a0${formatCorrelation(r)} over ` +
    `${formatCount(n)} rows.`
  );
}
