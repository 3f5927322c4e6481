import type { Overview } from '@columnist/contract';
import { formatCount, formatShare, plural } from '../../lib/formats.ts';

const patternsShown = 8;
const columnsShown = 12;
/** Each has a column of the table of patterns; the others are named in one. */
const columnsOfPatterns = 4;

/** Step of the sequential palette for a share; 0 is the empty ground. */
const shade = (share: number): string =>
  share === 0 ? 'var(--well)' : `var(--s${Math.min(8, 1 + Math.floor(share * 7.999))})`;

export function MissingValues({ overview, columns }: { overview: Overview; columns: number }) {
  const { missing, patterns, n_used: rows } = overview;
  return (
    <section className="sec" aria-labelledby="missing-title">
      <header>
        <h2 id="missing-title">Missing values</h2>
        <p>
          {missing.length === 0
            ? ''
            : `${missing.length} of ${columns} columns, rows from left to right; stronger is more missing`}
        </p>
      </header>
      {missing.length === 0 ? (
        <p className="voice finding-small">Every cell of this table has a value.</p>
      ) : (
        <>
          <p className="voice finding-small mb12">{inWords(overview)}</p>
          <table className="miss">
            <tbody>
              {missing.slice(0, columnsShown).map(({ column, n, by_position: shares }) => (
                <tr key={column}>
                  <th scope="row" title={column}>
                    {column}
                  </th>
                  <td>
                    <svg
                      viewBox={`0 0 ${shares.length} 1`}
                      preserveAspectRatio="none"
                      role="img"
                      aria-label={`${column}: where values are missing, from the first row to the last`}
                    >
                      {shares.map((share, i) => (
                        <rect key={i} x={i} y="0" width="1.05" height="1" fill={shade(share)} />
                      ))}
                    </svg>
                  </td>
                  <td className="num">
                    {n / rows >= 0.01 ? <b>{formatShare(n / rows)}</b> : formatCount(n)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="miss-axis xs s3">
            <span>row 1</span>
            <span>{formatCount(rows)}</span>
          </div>
          {missing.length > columnsShown && (
            <p className="sm s3">
              and {plural(missing.length - columnsShown, 'more column')} with fewer
            </p>
          )}
          <Patterns
            patterns={patterns.slice(0, patternsShown)}
            names={missing.slice(0, columnsOfPatterns).map((entry) => entry.column)}
            rows={rows}
          />
        </>
      )}
    </section>
  );
}

/** The column that lacks most, and how many rows lack nothing. */
function inWords({ missing, complete_rows: complete, n_used: rows }: Overview): string {
  const [most] = missing;
  if (most === undefined) return '';
  const lacking =
    most.n === rows
      ? `Every value of ${most.column} is missing`
      : `${most.column} is missing in ` +
        `${most.n / rows >= 0.01 ? formatShare(most.n / rows) : formatCount(most.n)} of the rows`;
  const whole =
    complete === 0
      ? 'no row is complete'
      : `${plural(complete, 'row')} of ${formatCount(rows)} ${complete === 1 ? 'is' : 'are'} complete`;
  return `${lacking}; ${whole}.`;
}

function Patterns({
  patterns,
  names,
  rows,
}: {
  patterns: Overview['patterns'];
  names: string[];
  rows: number;
}) {
  const most = Math.max(1, ...patterns.map((pattern) => pattern.n));
  const further = patterns.map(({ columns }) => columns.filter((name) => !names.includes(name)));
  const others = rows - patterns.reduce((sum, { n }) => sum + n, 0);
  const hasFurther = further.some((columns) => columns.length > 0);
  return (
    <div className="scroll-x" role="region" aria-label="Missing together" tabIndex={0}>
      <h3 className="mt16">Missing together</h3>
      <table className="tb pat">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
            {hasFurther && <th scope="col">others</th>}
            <th scope="col" style={{ width: '100%' }}>
              <span className="vh">picture</span>
            </th>
            <th scope="col" className="num">
              rows
            </th>
            <th scope="col" className="num">
              share
            </th>
          </tr>
        </thead>
        <tbody>
          {patterns.map(({ columns, n }, i) => (
            <tr key={columns.join('\u0000')}>
              {names.map((name) => (
                <td key={name}>
                  <i
                    className={columns.includes(name) ? 'mi' : 'pr'}
                    role="img"
                    aria-label={columns.includes(name) ? 'missing' : 'present'}
                  />
                </td>
              ))}
              {hasFurther && (
                <td className="further" title={further[i]?.join(', ')}>
                  {further[i]?.join(', ')}
                </td>
              )}
              <td>
                <div className="bar">
                  <i
                    style={{
                      width: `${(100 * n) / most}%`,
                      background: columns.length === 0 ? 'var(--line)' : 'var(--s5)',
                    }}
                  />
                </div>
              </td>
              <td className="num">{formatCount(n)}</td>
              <td className="num s2">{formatShare(n / rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p className="sm s3">and {plural(others, 'row')} with other patterns</p>}
    </div>
  );
}
