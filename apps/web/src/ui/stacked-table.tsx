/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- CSS takes the parts of a stacked table their own roles */
import type { ReactNode } from 'react';
import './stacked-table.css';

export interface StackedColumn<Row> {
  /** The head of the column, and the label of its cells where they are stacked. */
  readonly label: string;
  /**
   * `corner`: at the top right of its row where cells are stacked, without its label. `action`: the
   * same, with a head for screen readers alone.
   */
  readonly place?: 'corner' | 'action';
  readonly className?: string;
  readonly render: (row: Row) => ReactNode;
}

/**
 * A table whose cells are stacked on narrow screens, each with its label. Its roles are written
 * out: where CSS shows the parts
 * of a table as blocks, some browsers no longer say to screen readers that it is one.
 */
export function StackedTable<Row extends { readonly id: string }>({
  name,
  columns,
  rows,
}: {
  readonly name: string;
  readonly columns: readonly StackedColumn<Row>[];
  readonly rows: readonly Row[];
}) {
  return (
    // A group, no landmark: the section around it is one already.
    <div className="scroll-x" role="group" aria-label={name} tabIndex={0}>
      <table className="tb stacked" role="table" aria-label={name}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label, place }) => (
              <th key={label} role="columnheader" scope="col">
                {place === 'action' ? <span className="vh">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map(({ label, place, className, render }) => (
                <td
                  key={label}
                  role="cell"
                  data-label={label}
                  data-place={place}
                  className={className}
                >
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
