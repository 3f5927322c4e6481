import type { JoinReport } from '@columnist/contract';
import { formatCount } from '../../lib/formats.ts';
import { ofNumbers, ofText, PlainTable } from '../../ui/plain-table.tsx';

const width = 640;
const height = 148;
const bar = 34;
const room = 30;

/** Both datasets as bars: rows that match face one another, the others lie beside them. */
export function MatchedRows({
  join: { left, right },
  names,
  rows,
}: {
  join: JoinReport;
  names: readonly [string, string];
  rows: number;
}) {
  const scale = (width - 2) / Math.max(1, left.rows, right.rows);
  const said = (side: typeof left, name: string): string =>
    `${name}: ${formatCount(side.matched)} of ${formatCount(side.rows)} rows match, ` +
    `${formatCount(side.unmatched)} do not` +
    (side.without_key === 0 ? '' : `, ${formatCount(side.without_key)} of these without a key`);
  const [top, bottom] = [room, height - bar - room];
  const [one, other] = [left.matched * scale, right.matched * scale];
  return (
    <figure className="cmb-fig">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${said(left, names[0])}. ${said(right, names[1])}. The result has ${formatCount(rows)} rows.`}
      >
        <polygon
          className="cmb-band"
          points={`0,${top + bar} ${one},${top + bar} ${other},${bottom} 0,${bottom}`}
        />
        {(
          [
            [left, names[0], top, top - 10],
            [right, names[1], bottom, height - 4],
          ] as const
        ).map(([side, name, y, text]) => (
          <g key={text}>
            <rect className="cmb-rest" x={0} y={y} width={side.rows * scale} height={bar} />
            <rect className="cmb-in" x={0} y={y} width={side.matched * scale} height={bar} />
            <text x={0} y={text}>
              {name}, {formatCount(side.rows)} rows: {formatCount(side.matched)} match,{' '}
              {formatCount(side.unmatched)} do not
            </text>
          </g>
        ))}
      </svg>
      <PlainTable
        name="Rows that match"
        heads={[
          ofText('dataset'),
          ofNumbers('rows'),
          ofNumbers('match'),
          ofNumbers('do not'),
          ofNumbers('without a key'),
          ofNumbers('repeated keys'),
        ]}
      >
        {[left, right].map((side, i) => (
          <tr key={i}>
            <td>{names[i]}</td>
            <td className="num">{formatCount(side.rows)}</td>
            <td className="num">{formatCount(side.matched)}</td>
            <td className="num">{formatCount(side.unmatched)}</td>
            <td className="num">{formatCount(side.without_key)}</td>
            <td className="num">{formatCount(side.repeated_keys)}</td>
          </tr>
        ))}
      </PlainTable>
    </figure>
  );
}
