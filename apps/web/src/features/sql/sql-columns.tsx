import type { Dataset } from '@columnist/contract';
import { typeName } from '../../ui/icons.tsx';
import { plainName, tableNameAmong } from './sql-names.ts';

/** The datasets with their columns; a press writes the name where the cursor is. */
export function SqlColumns({
  datasets,
  onInsert,
}: {
  datasets: readonly Dataset[];
  onInsert: (name: string) => void;
}) {
  return (
    <aside className="sqc" aria-label="Datasets and columns">
      {datasets.map(({ id, name, columns, column_count: count }, i) => (
        <details key={id} open={i === 0}>
          <summary>{name}</summary>
          <ul>
            <li>
              <button
                type="button"
                onClick={() => onInsert(tableNameAmong({ id, name }, datasets))}
              >
                <code>{tableNameAmong({ id, name }, datasets)}</code>
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
          {count > columns.length && <p className="sm s3">{count - columns.length} more columns</p>}
        </details>
      ))}
    </aside>
  );
}
