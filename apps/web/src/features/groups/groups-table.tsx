import type { Aggregation } from '@columnist/contract';
import { Fragment } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { sayKey, writeFigure } from './groups-answer.ts';
import { nameOf, sayFigure, type Figure, type GroupsQuestion } from './groups-question.ts';

interface GroupsTableProps {
  readonly found: Aggregation;
  readonly figures: readonly Figure[];
  readonly sort: GroupsQuestion['sort'];
  readonly onSort: (sort: GroupsQuestion['sort']) => void;
}

/** A row a group; the first figure also as a bar, beside its number. The heads sort. */
export function GroupsTable({ found, figures, sort, onSort }: GroupsTableProps) {
  const groups = found.columns.filter(({ role }) => role === 'group');
  const values = found.items.map((row) =>
    typeof row[groups.length] === 'number' ? Math.abs(Number(row[groups.length])) : 0,
  );
  const writers = figures.map((figure) => writeFigure(found, figure));
  const most = Math.max(0, ...values);
  const head = (name: string, title: string, kind: string) => {
    const direction = sort?.column === name ? sort.direction : null;
    const next =
      direction === null ? 'descending' : direction === 'descending' ? 'ascending' : null;
    return (
      <th key={name} scope="col" className={kind} aria-sort={direction ?? undefined}>
        <button
          type="button"
          className="sort"
          title={`Sort by ${title}`}
          onClick={() => onSort(next === null ? null : { column: name, direction: next })}
        >
          {direction !== null && <Icon name={direction === 'descending' ? 'down' : 'up'} />}
          {title}
        </button>
      </th>
    );
  };
  return (
    <div className="scroll-x" role="region" aria-label="Groups" tabIndex={0}>
      <table className="tb">
        <thead>
          <tr>
            {groups.map(({ name }) => head(name, name, ''))}
            {figures.map((figure, at) => (
              <Fragment key={nameOf(figure)}>
                {head(nameOf(figure), sayFigure(figure), 'num')}
                {at === 0 && most > 0 && (
                  <th scope="col" className="gt-bar">
                    <span className="vh">bar of {sayFigure(figure)}</span>
                  </th>
                )}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.items.map((row, i) => (
            <tr key={JSON.stringify(row.slice(0, groups.length))}>
              {groups.map(({ name }, at) => (
                <td key={name} className={row[at] === null ? 'na' : undefined}>
                  {sayKey(row[at] ?? null)}
                </td>
              ))}
              {figures.map((figure, at) => (
                <Fragment key={nameOf(figure)}>
                  <td className="num">{writers[at]?.(row[groups.length + at] ?? null)}</td>
                  {at === 0 && most > 0 && (
                    <td className="gt-bar">
                      <i style={{ width: `${(100 * (values[i] ?? 0)) / most}%` }} />
                    </td>
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
