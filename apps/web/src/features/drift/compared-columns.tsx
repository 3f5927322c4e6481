import { pInTable, type ColumnDrift, type DatasetComparison } from '@columnist/contract';
import { Fragment, useState } from 'react';
import { formatFigure, formatShare, plural } from '../../lib/formats.ts';
import { TypeGlyph } from '../../ui/icons.tsx';
import { Bins, PairedBars } from './compared-bins.tsx';
import { ofNumbers, ofText, PlainTable } from '../../ui/plain-table.tsx';

const verdicts: Readonly<
  Record<NonNullable<ColumnDrift['verdict']>, { readonly label: string; readonly tag: string }>
> = {
  alike: { label: 'Alike', tag: 'ok' },
  moved: { label: 'Moved', tag: 'warn' },
  changed: { label: 'Changed', tag: 'err' },
};

/** Each shared column: how far its distribution has moved, and its bins on request. */
export function ComparedColumns({
  columns,
  before,
  after,
}: {
  columns: DatasetComparison['columns'];
  before: string;
  after: string;
}) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section className="sec mt24" aria-labelledby="drift-columns">
      <header>
        <h2 id="drift-columns">{plural(columns.length, 'shared column')} of the same type</h2>
        <p>
          most changed first; light bars are {before}, dark ones {after}
        </p>
      </header>
      <PlainTable
        name="Shared columns"
        heads={[
          ofText('column'),
          ofText('distribution'),
          ofText('verdict'),
          ofNumbers('PSI'),
          ofNumbers('p (Holm)'),
          ofNumbers('missing'),
          ofNumbers('mean'),
        ]}
      >
        {columns.map((column) => (
          <Fragment key={column.name}>
            <tr>
              <td>
                <button
                  type="button"
                  className="btn txt sml"
                  aria-expanded={open === column.name}
                  disabled={column.bins.length === 0}
                  onClick={() => setOpen(open === column.name ? null : column.name)}
                >
                  <TypeGlyph type={column.type} />
                  {column.name}
                </button>
              </td>
              <td>
                {column.bins.length === 0 ? (
                  <span className="s3 sm">{column.reason}</span>
                ) : (
                  <PairedBars bins={column.bins} name={column.name} />
                )}
              </td>
              <td>
                {column.verdict === null ? (
                  <span className="tag">Not compared</span>
                ) : (
                  <span className={`tag ${verdicts[column.verdict].tag}`}>
                    {verdicts[column.verdict].label}
                  </span>
                )}
              </td>
              <td className="num">{column.psi === null ? '–' : formatFigure(column.psi, 3)}</td>
              <td
                className="num"
                title={
                  column.test === null
                    ? undefined
                    : `${column.test.name} = ${formatFigure(column.test.statistic, 4)}`
                }
              >
                {column.test === null ? '–' : pInTable(column.test.p_holm)}
              </td>
              <td className="num">
                {shareMissing(column.before)} → {shareMissing(column.after)}
              </td>
              <td className="num">
                {column.before.mean === null || column.after.mean === null
                  ? '–'
                  : `${formatFigure(column.before.mean, 4)} → ${formatFigure(column.after.mean, 4)}`}
              </td>
            </tr>
            {open === column.name && (
              <tr>
                <td colSpan={7}>
                  <Bins column={column} before={before} after={after} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </PlainTable>
    </section>
  );
}

const shareMissing = ({ n, missing }: ColumnDrift['before']): string =>
  missing === 0 ? '0' : formatShare(missing / (n + missing));
