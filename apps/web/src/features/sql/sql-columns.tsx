import type { Dataset } from '@columnist/contract';
import { typeName } from '../../ui/icons.tsx';
import { formatDay, plural } from '../../lib/formats.ts';
import { namedIn, namesakesIn, plainName } from './sql-names.ts';

/**
 * The datasets with their columns; a press writes the name where the cursor is. Drafts are left out,
 * though they may have the name of another.
 */
export function SqlColumns({
  datasets,
  onInsert,
}: {
  datasets: readonly Dataset[];
  onInsert: (name: string) => void;
}) {
  const namesakes = namesakesIn(datasets);
  const kept = datasets.filter(({ status }) => status !== 'draft');
  return (
    <aside className="sqc" aria-label="Datasets and columns">
      {kept.map((dataset, i) => {
        const { id, name, columns, column_count: count, row_count: rows, created_at: at } = dataset;
        const named = namedIn(dataset, namesakes);
        return (
          <details key={id} open={i === 0}>
            <summary>
              <bdi>{name}</bdi>
              {namesakes.has(id) && (
                <small>
                  {plural(rows, 'row')}, {formatDay(at)}, id …{id.slice(-4)}
                </small>
              )}
            </summary>
            <ul>
              <li>
                <button type="button" onClick={() => onInsert(named)}>
                  <code>{named}</code>
                  <small>dataset</small>
                </button>
              </li>
              {columns.map((column) => (
                <li key={column.name}>
                  <button type="button" onClick={() => onInsert(plainName(column.name))}>
                    <code>{column.name}</code>
                    <small>{typeName(column.type)}</small>
                  </button>
                </li>
              ))}
            </ul>
            {count > columns.length && (
              <p className="sm s3">{count - columns.length} more columns</p>
            )}
          </details>
        );
      })}
    </aside>
  );
}
