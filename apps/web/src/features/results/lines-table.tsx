import type { ReactNode } from 'react';
import { LabelledTable } from '../../ui/labelled-table.tsx';
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
 * end, and below them the other figures, each with its label.
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
  return (
    <LabelledTable
      label={name}
      // No landmark: the section around it has the same name.
      role="group"
      frameClass={columns.length > 3 ? 'scroll-x' : 'scroll-x narrow'}
      className={columns.length > columnsOnPhone ? 'tb lines' : 'tb'}
      columns={columns.map(({ name: label, isNumber, write }, i) => ({
        label,
        place: i === corner ? 'corner' : undefined,
        headClass: isNumber ? 'num' : undefined,
        className: isNumber ? 'num' : undefined,
        render: write,
      }))}
      rows={rows}
      keyOf={(_, i) => i}
    />
  );
}
