import type { Cell, DatasetColumn } from '@columnist/contract';
import { formatValue } from '../lib/formats.ts';
import { visibleEnds } from '../lib/visible-ends.ts';

const sayCell = (cell: Cell, isNumber: boolean): string => {
  if (cell === null) return 'missing';
  if (typeof cell === 'number' || (isNumber && typeof cell === 'string')) return formatValue(cell);
  return visibleEnds(String(cell));
};

/** Rows as they are answered, numbers to the right; `from` is the place of the first one. */
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
                {name}
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
                  <td key={`${i} ${columns[i]?.name}`} className={kind === '' ? undefined : kind}>
                    {sayCell(cell, isNumber)}
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
