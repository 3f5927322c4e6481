import { scatterSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import {
  pText,
  titleOf,
  type Cell,
  type CorrelationPair,
  type DatasetColumn,
  type View,
} from '@columnist/contract';
import { Select, Skeleton } from 'antd';
import { useCallback, useMemo } from 'react';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCorrelation, formatCount, formatFigure, formatInterval } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { Chart } from '../../ui/chart.tsx';
import { SavePicture } from '../../ui/save-picture.tsx';
import { reversedBy } from './reversed-by.ts';

/** Rows drawn, chosen by chance where there are more. */
const drawnAtMost = 1000;
/** Columns of groups that are read beside the two. */
const groupingsAtMost = 8;
const options = { staleTime: Infinity, retry: false } as const;

interface PairProps {
  readonly id: string;
  readonly x: DatasetColumn;
  readonly y: DatasetColumn;
  readonly rows: { readonly view?: View };
  /** Columns that may colour the points. */
  readonly groupings: readonly DatasetColumn[];
  readonly colour: string | null;
  readonly onColour: (name: string | null) => void;
}

/** Two numbers, or a number in time, as points; with the correlation of values and of ranks. */
export function PairOfNumbers({ id, x, y, rows, groupings, colour, onColour }: PairProps) {
  const numbers = x.type === 'number' && y.type === 'number';
  const sampled: View = {
    ...rows.view,
    drop_missing: [x.name, y.name],
    sample: rows.view?.sample ?? { n: drawnAtMost, seed: 1 },
  };
  const by = groupings.slice(0, groupingsAtMost);
  const columns = [x.name, y.name, ...by.map(({ name }) => name)];
  const drawn = trpc.datasets.rows.useQuery(
    { id, columns, limit: drawnAtMost, offset: 0, view: sampled },
    options,
  );
  const asked = { id, columns: [x.name, y.name], ...rows };
  const pearson = trpc.datasets.association.useQuery(
    { ...asked, method: 'pearson' },
    { ...options, enabled: numbers },
  );
  const spearman = trpc.datasets.association.useQuery(
    { ...asked, method: 'spearman' },
    { ...options, enabled: numbers },
  );
  const points = useMemo(
    () =>
      (drawn.data?.items ?? []).flatMap(([a, b, ...groups]) =>
        isDrawn(a) && isDrawn(b) ? [{ x: a, y: b, groups: groups.map(groupOf) }] : [],
      ),
    [drawn.data],
  );
  const at = by.findIndex(({ name }) => name === colour);
  const reversed = useMemo(
    () =>
      reversedBy(
        points.flatMap(({ x: a, y: b, groups }) =>
          typeof a === 'number' && typeof b === 'number' ? [{ x: a, y: b, groups }] : [],
        ),
        by.length,
      ),
    [points, by.length],
  );
  const shown = useMemo(
    () =>
      points.map(({ x: a, y: b, groups }) => ({
        x: a,
        y: b,
        ...(at < 0 ? {} : { group: groups[at] ?? 'missing' }),
      })),
    [points, at],
  );
  const spec = useCallback(
    (mode: Mode, width: number) =>
      scatterSpec(
        shown,
        {
          x: { name: titleOf(x), isTime: x.type === 'datetime' },
          y: { name: titleOf(y), isTime: y.type === 'datetime' },
          ...(at < 0 ? {} : { group: by[at]?.name ?? '' }),
        },
        mode,
        width,
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the names of the columns say which
    [shown, x, y, at],
  );
  const [r, rho] = [pairIn(pearson.data), pairIn(spearman.data)];
  const failures = [drawn, pearson, spearman].filter(({ isError }) => isError);
  const [failed] = failures;
  const all = r?.n_used ?? null;
  return (
    <div className="rel">
      <section className="sec" aria-labelledby="pair-title">
        <h2 id="pair-title" className="voice tr-lead">
          {numbers ? inWords(x.name, y.name, r) : `${y.name} against ${x.name}.`}
        </h2>
        {failed !== undefined && (
          <RequestFailed
            text="The pair could not be loaded."
            error={failed.error}
            onRetry={() => Promise.all(failures.map(({ refetch }) => refetch()))}
          />
        )}
        {reversed !== null && (
          <p className="simpson" role="note">
            <b>Within {by[reversed.column]?.name} it is the other way round (Simpson’s paradox):</b>{' '}
            r = {formatCorrelation(reversed.within)} within groups, {formatCorrelation(reversed.r)}{' '}
            over all. Compare within groups, or add {by[reversed.column]?.name} to the model.{' '}
            {by[reversed.column]?.name !== colour && (
              <button
                type="button"
                className="btn sml"
                onClick={() => onColour(by[reversed.column]?.name ?? null)}
              >
                Colour by {by[reversed.column]?.name}
              </button>
            )}
          </p>
        )}
        {by.length > 0 && (
          <p className="colour-by">
            <label htmlFor="colour-by">Colour by</label>
            <Select<string>
              id="colour-by"
              size="small"
              allowClear
              placeholder="nothing"
              popupMatchSelectWidth={false}
              value={at < 0 ? null : colour}
              options={by.map(({ name }) => ({ value: name, label: name }))}
              onChange={(name: string | undefined) => onColour(name ?? null)}
            />
          </p>
        )}
        <div className="mt8 pair-picture">
          {drawn.data === undefined ? (
            <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />
          ) : (
            <Chart spec={spec} name={`${y.name} against ${x.name}`} height={390} />
          )}
        </div>
        {points.length > 0 && (
          <p className="xs s3">
            {points.length === drawnAtMost
              ? `${formatCount(points.length)} rows drawn by ` +
                `chance${all === null ? '' : ` of ${formatCount(all)}`}; the coefficients are of all.`
              : `${formatCount(points.length)} rows.`}
          </p>
        )}
        {drawn.data !== undefined && (
          <SavePicture spec={spec} name={`${y.name} against ${x.name}`} />
        )}
      </section>
      {numbers && (
        <aside>
          <section className="sec" aria-labelledby="coefficients">
            <header>
              <h2 id="coefficients">Coefficients</h2>
            </header>
            <table className="tb">
              <tbody>
                <Coefficient name="Pearson" letter="r" pair={r} hasFailed={pearson.isError} />
                <Coefficient name="Spearman" letter="ρ" pair={rho} hasFailed={spearman.isError} />
              </tbody>
            </table>
            <p className="s2 sm mt8">{advice(r, rho)}</p>
          </section>
        </aside>
      )}
    </div>
  );
}

const isDrawn = (cell: unknown): cell is number | string =>
  typeof cell === 'number' || typeof cell === 'string';
const pairIn = (answer: unknown): CorrelationPair | null =>
  hasMatrix(answer) ? (answer.matrix.pairs[0] ?? null) : null;
const hasMatrix = (answer: unknown): answer is { matrix: { pairs: CorrelationPair[] } } =>
  typeof answer === 'object' && answer !== null && 'matrix' in answer;

function inWords(x: string, y: string, pair: CorrelationPair | null): string {
  if (pair === null) return `${y} against ${x}.`;
  if (pair.estimate === null) return pair.reason ?? `${x} and ${y} have no correlation.`;
  const r = pair.estimate;
  const size =
    Math.abs(r) < 0.1
      ? 'hardly goes'
      : Math.abs(r) < 0.3
        ? 'goes weakly'
        : Math.abs(r) < 0.7
          ? 'goes'
          : 'goes closely';
  return `${y} ${size} ${r >= 0 ? 'with' : 'against'} ${x} (r\u00a0=\u00a0${formatFigure(r, 2)}).`;
}

/** Where values and ranks disagree, the relation is no line. */
function advice(r: CorrelationPair | null, rho: CorrelationPair | null): string {
  if (
    r?.estimate === undefined ||
    r.estimate === null ||
    rho?.estimate === undefined ||
    rho.estimate === null
  )
    return '';
  if (Math.abs(rho.estimate) - Math.abs(r.estimate) > 0.1)
    return 'The ranks go together more closely than the values: the relation is bent, or a few values lie far out.';
  if (Math.abs(r.estimate) - Math.abs(rho.estimate) > 0.1)
    return 'The values go together more closely than the ranks: a few far values may make it so.';
  return 'Values and ranks agree.';
}

function Coefficient({
  name,
  letter,
  pair,
  hasFailed,
}: {
  name: string;
  letter: string;
  pair: CorrelationPair | null;
  hasFailed: boolean;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">
        <span className="stat">{letter}</span> ={' '}
        <b>{pair === null ? (hasFailed ? '–' : '…') : formatFigure(pair.estimate, 4)}</b>
        {pair?.ci !== null && pair?.ci !== undefined && (
          <span className="s2 under">95% CI {formatInterval(pair.ci.low, pair.ci.high)}</span>
        )}
        {pair?.p_value !== null && pair?.p_value !== undefined && (
          <span className="s2 under">
            p {pText(pair.p_value)}, {formatCount(pair.n_used)} rows
          </span>
        )}
      </td>
    </tr>
  );
}

const groupOf = (cell: Cell): string | null => (cell === null ? null : String(cell));
