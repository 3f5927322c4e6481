import { pInTable, type Correlations } from '@columnist/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount, formatFigure, formatInterval } from '../../lib/formats.ts';
import { Isolated } from '../../ui/isolated-text.tsx';

/** Correlations of every pair of columns, the closest first. */
export function MatrixResult({ result }: { result: Correlations }) {
  const [query] = useSearchParams();
  const written = query.get('view');
  const view = written === null ? {} : { view: written };
  const { method, pairs } = result.matrix;
  const sorted = pairs.toSorted((a, b) => Math.abs(b.estimate ?? 0) - Math.abs(a.estimate ?? 0));
  const letter = method === 'pearson' ? 'r' : 'ρ';
  return (
    <section className="sec" aria-labelledby="test-finding">
      <h2 id="test-finding" className="voice tr-lead">
        <Isolated text={result.sentence} />
      </h2>
      <div className="scroll-x mt16" role="region" aria-label="Correlations" tabIndex={0}>
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">pair</th>
              <th scope="col" className="num">
                n
              </th>
              <th scope="col" className="num">
                <span className="stat">{letter}</span>
              </th>
              <th scope="col" className="num">
                95% CI
              </th>
              <th scope="col" className="num">
                <span className="stat">t</span>
              </th>
              <th scope="col" className="num">
                df
              </th>
              <th scope="col" className="num">
                <span className="stat">p</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ x, y, n_used, estimate, ci, statistic, df, p_value, reason }) => (
              <tr key={`${x} ${y}`}>
                <td title={reason ?? undefined}>
                  {x} and {y}{' '}
                  <Link
                    className="xs"
                    to={`?${new URLSearchParams({ tab: 'relationships', x, y, ...view }).toString()}`}
                    aria-label={`See the points of ${x} and ${y}`}
                  >
                    points
                  </Link>
                </td>
                <td className="num">{formatCount(n_used)}</td>
                <td className="num">
                  <b>{formatFigure(estimate, 4)}</b>
                </td>
                <td className="num">{ci === null ? '–' : formatInterval(ci.low, ci.high)}</td>
                <td className="num">{formatFigure(statistic, 4)}</td>
                <td className="num">{formatFigure(df, 5)}</td>
                <td className="num">{p_value === null ? '–' : pInTable(p_value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
