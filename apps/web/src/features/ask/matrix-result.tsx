import { pInTable, type Correlations } from '@columnist/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount, formatFigure, formatInterval } from '../../lib/formats.ts';
import { Isolated } from '../../ui/isolated-text.tsx';
import { ofNumbers, ofText, PlainTable } from '../../ui/plain-table.tsx';

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
      <PlainTable
        name="Correlations"
        className="mt16"
        heads={[
          ofText('pair'),
          ofNumbers('n'),
          ofNumbers(<span className="stat">{letter}</span>),
          ofNumbers('95% CI'),
          ofNumbers(<span className="stat">t</span>),
          ofNumbers('df'),
          ofNumbers(<span className="stat">p</span>),
        ]}
      >
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
      </PlainTable>
    </section>
  );
}
