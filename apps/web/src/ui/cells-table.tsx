import type { Cell, DatasetColumn } from '@columnist/contract';
import { cellsFormat } from '../lib/cells-format.ts';

/**
 * Rows as they are answered, numbers to the right and whole under the pointer; `from` is the place
 * of the first one.
 */
export function CellsTable({
  label,
  columns,
  items,
  from = 0,
}: {
  label: string;
  columns: readonly Pick<DatasetColumn, 'name' | 'type'>[];
  items: readonly (readonly Cell[])[];
  from?: number;
}) {
  const writers = columns.map((column, i) =>
    cellsFormat(
      column,
      items.map((row) => row[i] ?? null),
    ),
  );
  return (
    <div className="scroll-x" role="region" aria-label={label} tabIndex={0}>
      <table className="tb">
        <thead>
          <tr>
            {columns.map(({ name, type }, i) => (
              <th
                key={`${i} ${name}`}
                scope="col"
                className={type === 'number' ? 'num' : undefined}
              >
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((row, at) => (
            <tr key={from + at}>
              {row.map((cell, i) => {
                const isNumber = columns[i]?.type === 'number';
                const kind = [isNumber ? 'num' : '', cell === null ? 'na' : ''].join(' ').trim();
                return (
                  <td
                    key={`${i} ${columns[i]?.name}`}
                    className={kind === '' ? undefined : kind}
                    title={typeof cell === 'number' ? String(cell) : undefined}
                  >
                    {writers[i]?.(cell)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
