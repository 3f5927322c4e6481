/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- CSS takes the parts of a stacked table their own roles */
import type { ReactNode } from 'react';
import './lines-table.css';

interface LinesColumn<Row> {
  readonly name: string;
  readonly isNumber: boolean;
  readonly write: (row: Row) => ReactNode;
}

/** Tables of more columns do not fit on a phone. */
const columnsOnPhone = 4;
const isProbability = (name: string): boolean => /^p(?=$|[\s,(])/.test(name);

/**
 * A table of figures. On a phone the rows of a wide one become lines: what it is about, p at its
 * end, and below them the other figures, each with its label. Its roles are written out, as those
 * of `StackedTable`.
 */
export function LinesTable<Row>({
  name,
  columns,
  rows,
}: {
  readonly name: string;
  readonly columns: readonly LinesColumn<Row>[];
  readonly rows: readonly Row[];
}) {
  const corner = columns.findIndex((column, i) => i > 0 && isProbability(column.name));
  const isWide = columns.length > columnsOnPhone;
  return (
    <div
      className={columns.length > 3 ? 'scroll-x' : 'scroll-x narrow'}
      role="region"
      aria-label={name}
      tabIndex={0}
    >
      <table className={isWide ? 'tb lines' : 'tb'} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.name}
                role="columnheader"
                scope="col"
                className={column.isNumber ? 'num' : undefined}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, at) => (
            <tr key={at} role="row">
              {columns.map((column, i) => (
                <td
                  key={column.name}
                  role="cell"
                  data-label={column.name}
                  data-place={i === corner ? 'corner' : undefined}
                  className={column.isNumber ? 'num' : undefined}
                >
                  {column.write(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
