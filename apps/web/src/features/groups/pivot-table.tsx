import type { Aggregation } from '@columnist/contract';
import { sayKey, writeFigure } from './groups-answer.ts';
import { nameOf, sayFigure, type Figure } from './groups-question.ts';

interface PivotTableProps {
  readonly pivot: NonNullable<Aggregation['pivot']>;
  readonly found: Aggregation;
  readonly figures: readonly Figure[];
}

const steps = 9;

/**
 * One group down, one across; the first figure as a shade, so that rows and columns can be compared
 * at a glance.
 */
export function PivotTable({ pivot, found, figures }: PivotTableProps) {
  const keys = found.columns.filter(({ name, role }) => role === 'group' && name !== pivot.across);
  const values = pivot.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => (typeof cell?.[0] === 'number' ? [cell[0]] : [])),
  );
  const writers = figures.map((figure) => writeFigure(found, figure));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shadeOf = (value: unknown): number | null =>
    typeof value !== 'number' || low === high
      ? null
      : Math.min(steps - 1, Math.floor(((value - low) / (high - low)) * steps));
  return (
    <div className="scroll-x" role="region" aria-label="Pivot table" tabIndex={0}>
      <table className="tb pivot">
        <thead>
          <tr>
            {keys.map(({ name }) => (
              <th key={name} scope="col" rowSpan={figures.length > 1 ? 2 : 1}>
                {name}
              </th>
            ))}
            {pivot.headers.map((header) => (
              <th key={sayKey(header)} scope="colgroup" colSpan={figures.length} className="num">
                {sayKey(header)}
              </th>
            ))}
          </tr>
          {figures.length > 1 && (
            <tr>
              {pivot.headers.flatMap((header) =>
                figures.map((figure) => (
                  <th key={`${sayKey(header)} ${nameOf(figure)}`} scope="col" className="num">
                    {sayFigure(figure)}
                  </th>
                )),
              )}
            </tr>
          )}
        </thead>
        <tbody>
          {pivot.rows.map((row) => (
            <tr key={JSON.stringify(row.keys)}>
              {row.keys.map((key, i) => (
                <th key={keys[i]?.name} scope="row" className={key === null ? 'na' : undefined}>
                  {sayKey(key)}
                </th>
              ))}
              {row.cells.flatMap((cell, at) =>
                figures.map((figure, i) => {
                  const shade = i === 0 ? shadeOf(cell?.[0]) : null;
                  return (
                    <td
                      key={`${sayKey(pivot.headers[at] ?? null)} ${nameOf(figure)}`}
                      className="num"
                      style={
                        shade === null
                          ? undefined
                          : { background: `var(--s${shade})`, color: `var(--si${shade})` }
                      }
                    >
                      {cell === null ? '' : writers[i]?.(cell[i] ?? null)}
                    </td>
                  );
                }),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
