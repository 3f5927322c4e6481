import { isNamedByLabels, type ColumnDescription, type DatasetColumn } from '@columnist/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { typeClass } from '../../ui/icons.tsx';
import { formatCount, formatShare } from '../../lib/formats.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';
import { writeValue } from './column-words.ts';

/** What values mean, where they are not named by it. */
const labelsIn = (column: DatasetColumn): ReadonlyMap<string, string> =>
  new Map(
    isNamedByLabels(column)
      ? []
      : column.value_labels?.map(({ value, label }) => [String(value), label]),
  );

/** The most frequent values, and the way to all of them. */
export function TopValues({
  column,
  description: { top_values: top, distinct },
}: {
  column: DatasetColumn;
  description: ColumnDescription;
}) {
  const [first] = top;
  if (first === undefined) return null;
  const write = writeValue(column);
  const labels = labelsIn(column);
  // Where no value comes twice, the most frequent are only the first.
  if (first.n === 1 && distinct > top.length) return null;
  return (
    <section className="mt16">
      <h3 className="ch">
        Most frequent{' '}
        <span>
          {distinct > top.length ? `${top.length} of ${formatCount(distinct)} values` : ''}
        </span>
      </h3>
      <table className={`tb freq ${typeClass(column.type)}`}>
        <tbody>
          {top.map(({ value, n, share }) => (
            <tr key={String(value)}>
              <td className="val" title={String(value)}>
                {visibleEnds(write(value))}
                {labels.has(String(value)) && (
                  <span className="s2"> {labels.get(String(value))}</span>
                )}
              </td>
              <td className="len">
                <div className="bar">
                  <i style={{ width: `${(100 * n) / first.n}%` }} />
                </div>
              </td>
              <td className="num">{formatCount(n)}</td>
              <td className="num s2">{formatShare(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {distinct > top.length && <AllValues of={column.name} distinct={distinct} />}
    </section>
  );
}

/** To the values of a column with their counts, of the view that is open. */
function AllValues({ of, distinct }: { of: string; distinct: number }) {
  const [query] = useSearchParams();
  const view = query.get('view');
  const counted = {
    by: [of],
    across: null,
    figures: [{ statistic: 'count', of: null }],
    having: '',
    sort: { column: 'count', direction: 'descending' },
  };
  const address = new URLSearchParams({
    tab: 'groups',
    groups: JSON.stringify(counted),
    ...(view === null ? {} : { view }),
  });
  return (
    <p className="mt8 sm">
      <Link to={`?${address.toString()}`}>All {formatCount(distinct)} values</Link>
    </p>
  );
}
