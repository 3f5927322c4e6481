import type { CorrelationMatrix, CorrelationPair, Dataset } from '@columnist/contract';
import { Segmented, Skeleton, Tooltip } from 'antd';
import { useState } from 'react';
import { detailOf } from '../../lib/errors.ts';
import { formatCorrelation, formatCount, formatP } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

type Method = 'pearson' | 'spearman';
const pairsShown = 6;

export function Correlations({ dataset }: { dataset: Dataset }) {
  const [method, setMethod] = useState<Method>('pearson');
  const numbers = dataset.columns.filter((column) => column.type === 'number').length;
  const description = trpc.datasets.analyze.useQuery({ id: dataset.id }, { staleTime: Infinity, enabled: numbers > 1 });
  const matrix = description.data?.correlations?.[method];
  return (
    <div className="split s75 mt32">
      <section className="sec" aria-labelledby="cor-title">
        <header>
          <h2 id="cor-title">Correlations</h2>
          <p className="only-w">pairs of present values</p>
          <div className="r">
            <Segmented<Method> aria-label="Coefficient" options={[{ value: 'pearson', label: 'Pearson' }, { value: 'spearman', label: 'Spearman' }]} value={method} onChange={setMethod} />
          </div>
        </header>
        {numbers < 2 && <p className="voice finding-small">Correlations need two number columns.</p>}
        {numbers > 1 && description.isPending && <Skeleton active={false} paragraph={{ rows: 8 }} />}
        {description.isError && <p role="alert">{detailOf(description.error, 'Failed to load datasets')}</p>}
        {description.data !== undefined && matrix === undefined && numbers > 1 && <p className="s2">More than 60 number columns: choose two to sixty over the API.</p>}
        {matrix !== undefined && <HeatMap matrix={matrix} />}
      </section>
      <section className="sec" aria-labelledby="pairs-title">
        <header>
          <h2 id="pairs-title">Strongest pairs</h2>
        </header>
        {matrix !== undefined && <StrongestPairs matrix={matrix} />}
      </section>
    </div>
  );
}

const steps = 11;
const step = (r: number): number => Math.min(steps - 1, Math.floor(((r + 1) / 2) * steps));

function constantsOf({ columns, pairs }: CorrelationMatrix): string[] {
  return columns.filter((name) => columns.length > 1 && pairs.every((pair) => (pair.x !== name && pair.y !== name) || pair.estimate === null));
}

function HeatMap({ matrix }: { matrix: CorrelationMatrix }) {
  const constants = constantsOf(matrix);
  const names = matrix.columns.filter((name) => !constants.includes(name));
  const pairs = new Map(matrix.pairs.map((pair) => [`${pair.x}\u0000${pair.y}`, pair]));
  const find = (x: string, y: string) => pairs.get(`${x}\u0000${y}`) ?? pairs.get(`${y}\u0000${x}`);
  const symbol = matrix.method === 'pearson' ? 'r' : 'ρ';
  return (
    <>
      <div className="scroll-x" tabIndex={0} role="region" aria-label="Correlation heat map">
        <table className="heat">
          <tbody>
            {names.map((row, i) => (
              <tr key={row}>
                <th scope="row" title={row}>
                  {row}
                </th>
                {names.slice(0, i).map((column) => {
                  const pair = find(column, row);
                  return pair === undefined || pair.estimate === null ? (
                    <td key={column} className="none" title={pair?.reason ?? ''}>
                      –
                    </td>
                  ) : (
                    <Tooltip key={column} title={told(pair, symbol)}>
                      <td style={{ background: `var(--d${step(pair.estimate)})`, color: `var(--di${step(pair.estimate)})` }}>{formatCorrelation(pair.estimate)}</td>
                    </Tooltip>
                  );
                })}
                <td className="own">{row}</td>
              </tr>
            ))}
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
        {constants.length > 0 && (
          <p className="sm s3">
            {constants.join(', ')} {constants.length === 1 ? 'is constant and has' : 'are constant and have'} no correlation
          </p>
        )}
      </div>
    </>
  );
}

function told(pair: CorrelationPair, symbol: string): string {
  const interval = pair.ci === null ? '' : `, ${pair.ci.level * 100}% CI ${formatCorrelation(pair.ci.low)} to ${formatCorrelation(pair.ci.high)}`;
  return `${pair.x}, ${pair.y}: ${symbol} = ${pair.estimate === null ? '–' : formatCorrelation(pair.estimate)}${interval}, p ${formatP(pair.p_value)}, ${formatCount(pair.n_used)} rows`;
}

function StrongestPairs({ matrix }: { matrix: CorrelationMatrix }) {
  const strongest = matrix.pairs.filter((pair) => pair.estimate !== null).sort((a, b) => Math.abs(b.estimate ?? 0) - Math.abs(a.estimate ?? 0)).slice(0, pairsShown);
  if (strongest.length === 0) return <p className="s2">No pair has a correlation.</p>;
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">pair</th>
          <th scope="col" className="num">
            {matrix.method === 'pearson' ? <><span className="stat">r</span>, 95% CI</> : <span className="stat">ρ</span>}
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
        {strongest.map((pair) => (
          <tr key={`${pair.x} ${pair.y}`}>
            <td className="pairname">
              {pair.x}
              <br />
              {pair.y}
            </td>
            <td className="num">
              <b>{formatCorrelation(pair.estimate ?? 0)}</b>
              {pair.ci !== null && (
                <>
                  <br />
                  <span className="s2">
                    {formatCorrelation(pair.ci.low)} to {formatCorrelation(pair.ci.high)}
                  </span>
                </>
              )}
            </td>
            <td className="num">{formatP(pair.p_value).replace('= ', '')}</td>
            <td className="num">{formatCount(pair.n_used)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
