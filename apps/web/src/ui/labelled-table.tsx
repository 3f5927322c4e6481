/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- CSS takes the parts of a table their own roles */
import type { ReactNode } from 'react';

export interface LabelledColumn<Row> {
  /** The head of the column, and the label of its cells on narrow screens. */
  readonly label: string;
  /**
   * `corner`: at the top right of its row on narrow screens, without its label. `action`: the same,
   * with a head for screen readers alone.
   */
  readonly place?: 'corner' | 'action' | undefined;
  readonly headClass?: string | undefined;
  /** What the head shows in place of its label, as a button that sorts. */
  readonly head?: ReactNode;
  readonly sorted?: 'ascending' | 'descending' | undefined;
  readonly className?: string | undefined;
  readonly render: (row: Row) => ReactNode;
}

/**
 * The frame of tables that narrow screens show without their heads: each cell has the label of its
 * column. Its roles are written out: where CSS shows the parts of a table as blocks, some browsers
 * no longer say to screen readers that it is one.
 */
export function LabelledTable<Row>({
  label,
  role,
  frameClass,
  name,
  className,
  columns,
  rows,
  keyOf,
}: {
  /** Of what is scrolled. */
  readonly label: string;
  readonly role: 'group' | 'region';
  readonly frameClass: string;
  /** Of the table in it. */
  readonly name?: string;
  readonly className: string;
  readonly columns: readonly LabelledColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, place: number) => string | number;
}) {
  return (
    <div className={frameClass} role={role} aria-label={label} tabIndex={0}>
      <table className={className} role="table" aria-label={name}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label, place, headClass, head = label, sorted }) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className={headClass}
                aria-sort={sorted}
              >
                {place === 'action' ? <span className="vh">{label}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, i) => (
            <tr key={keyOf(row, i)} role="row">
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
