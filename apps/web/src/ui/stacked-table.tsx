import { LabelledTable, type LabelledColumn } from './labelled-table.tsx';
import './stacked-table.css';

export type StackedColumn<Row> = LabelledColumn<Row>;

/** A table whose cells are stacked on narrow screens, each with its label. */
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
    <LabelledTable
      {...{ name, columns, rows }}
      label={name}
      // No landmark: the section around it is one already.
      role="group"
      frameClass="scroll-x"
      className="tb stacked"
      keyOf={({ id }) => id}
    />
  );
}
