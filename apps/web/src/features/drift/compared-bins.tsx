import type { ColumnDrift } from '@columnist/contract';
import { formatCount, formatShare } from '../../lib/formats.ts';

const sharesOf = (bins: ColumnDrift['bins'], side: 'before' | 'after'): number[] => {
  const total = Math.max(
    1,
    bins.reduce((sum, bin) => sum + bin[side], 0),
  );
  return bins.map((bin) => bin[side] / total);
};

/** Shares of each bin, before and after beside each other. */
export function PairedBars({ bins, name }: { bins: ColumnDrift['bins']; name: string }) {
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

/** Counts and shares of each bin, before and after. */
export function Bins({
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
