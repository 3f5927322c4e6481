import { pText, type CorrelationMatrix, type CorrelationPair } from '@columnist/contract';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { asksAbout } from '../../lib/purposes.ts';
import { Isolated } from '../../ui/isolated-text.tsx';
import { formatCorrelation, formatCount, formatFixed } from '../../lib/formats.ts';

import { strongestColumns } from './strongest-columns.ts';

/** Steps of the diverging palette. */
const steps = 11;
const stepOf = (r: number): number => Math.min(steps - 1, Math.floor(((r + 1) / 2) * steps));

/** Below it a phone shows a cell's colour alone. */
const strong = 0.3;

/** The columns that have no correlation with any other. */
const left = ({ columns, pairs }: CorrelationMatrix): string[] =>
  columns.filter((name) =>
    pairs.every((pair) => (pair.x !== name && pair.y !== name) || pair.estimate === null),
  );

/**
 * The lower triangle of the correlations. Pointing at a cell, or stepping to it with the arrows,
 * tells all of its pair; choosing it asks how the two go together. Of very many columns those of the
 * strongest pairs are shown until all are wanted.
 */
export function HeatMap({ matrix }: { matrix: CorrelationMatrix }) {
  const { method } = matrix;
  const without = left(matrix);
  const all = matrix.columns.filter((name) => !without.includes(name));
  const strongest = strongestColumns(all, matrix.pairs);
  const [whole, setWhole] = useState(false);
  const names = whole ? all : strongest;
  const [at, setAt] = useState({ row: 1, column: 0 });
  const [shown, setShown] = useState<CorrelationPair | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const view = query.get('view');
  const ask = ({ x, y }: CorrelationPair) =>
    void navigate(
      `?${new URLSearchParams({ ...asksAbout([x, y], 'relate'), ...(view === null ? {} : { view }) }).toString()}`,
    );
  const pairs = new Map(matrix.pairs.map((pair) => [`${pair.x}\u0000${pair.y}`, pair]));
  const step = (event: KeyboardEvent) => {
    const moves: Record<string, readonly [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const row = Math.min(names.length - 1, Math.max(1, at.row + move[0]));
    const next = { row, column: Math.min(row - 1, Math.max(0, at.column + move[1])) };
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus();
  };
  if (names.length === 0) return <p className="s2">No pair has a correlation.</p>;
  return (
    <>
      {strongest.length < all.length && (
        <p className="row sm s2 heat-which">
          <span>
            {whole
              ? `All ${all.length} columns`
              : `The ${strongest.length} columns of the strongest pairs, of ${all.length}`}
          </span>
          <button
            type="button"
            className="btn sml"
            onClick={() => {
              setWhole(!whole);
              setAt({ row: 1, column: 0 });
            }}
          >
            {whole ? 'Show the strongest' : `Show all ${all.length}`}
          </button>
        </p>
      )}
      <div className="scroll-x" role="region" aria-label="Correlation heat map">
        <table
          className="heat"
          aria-label={`${method === 'pearson' ? 'Pearson' : 'Spearman'} correlations`}
          ref={table}
        >
          <tbody>
            {names.map((name, row) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  <span dir="auto">{name}</span>
                </th>
                {names.slice(0, row).map((other, column) => {
                  const pair =
                    pairs.get(`${other}\u0000${name}`) ??
                    pairs.get(`${name}\u0000${other}`) ??
                    null;
                  const r = pair?.estimate ?? null;
                  return (
                    <td key={other}>
                      <button
                        type="button"
                        data-at={`${row} ${column}`}
                        tabIndex={at.row === row && at.column === column ? 0 : -1}
                        aria-label={`${r === null ? '–' : formatCorrelation(r)}; ${pair === null ? `${other}, ${name}` : saysAll(pair, method)}`}
                        className={r === null ? 'none' : Math.abs(r) < strong ? 'faint' : undefined}
                        style={
                          r === null
                            ? undefined
                            : { background: `var(--d${stepOf(r)})`, color: `var(--di${stepOf(r)})` }
                        }
                        onKeyDown={step}
                        onClick={() => {
                          if (pair !== null) ask(pair);
                        }}
                        onPointerEnter={() => setShown(pair)}
                        onPointerLeave={() => setShown(null)}
                        onFocus={() => {
                          setAt({ row, column });
                          setShown(pair);
                        }}
                        onBlur={() => setShown(null)}
                      >
                        {r === null ? '–' : formatCorrelation(r)}
                      </button>
                    </td>
                  );
                })}
                <td className="own" aria-hidden="true">
                  {/* The last column has no cells below its name. */}
                  {row < names.length - 1 && (
                    <span dir="auto" title={name}>
                      {name}
                    </span>
                  )}
                </td>
              </tr>
            ))}
            <tr className="feet" aria-hidden="true">
              <td />
              {names.slice(0, -1).map((name) => (
                <td key={name}>
                  <span dir="auto">{name}</span>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <div className="heat-legend">
        <div aria-hidden="true">
          {Array.from({ length: steps }, (_, i) => (
            <i key={i} style={{ background: `var(--d${i})` }} />
          ))}
          <span>
            <b>−1</b>
            <b>0</b>
            <b>1</b>
          </span>
        </div>
        <p className="sm">
          {shown === null ? (
            <span className="s3">
              {without.length > 0 && (
                <Isolated text={`${without.join(', ')}: constant, and so without correlation`} />
              )}
            </span>
          ) : (
            <Isolated text={saysAll(shown, method)} />
          )}
        </p>
      </div>
    </>
  );
}

/** 'temp, dewp: r = .89, 95% CI 0.890 to 0.895, p < .001, 26,114 rows' */
function saysAll(
  { x, y, estimate, ci, p_value: p, n_used: n, reason }: CorrelationPair,
  method: CorrelationMatrix['method'],
): string {
  if (estimate === null) return `${x}, ${y}: ${reason ?? 'no correlation'}`;
  const interval =
    ci === null
      ? ''
      : `, ${Number((100 * ci.level).toFixed(6))}% CI ${formatFixed(ci.low, 3)} to ${formatFixed(ci.high, 3)}`;
  return (
    `${x}, ${y}: ${method === 'pearson' ? 'r' : 'ρ'} = ` +
    `${formatFixed(estimate, 3)}${interval}, p ${p === null ? '–' : pText(p)}, ` +
    `${formatCount(n)} rows`
  );
}
