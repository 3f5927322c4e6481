import type { FoundTable } from '@columnist/contract';
import { Button } from 'antd';
import { plural } from '../../lib/formats.ts';
import { useAddTable } from './add-tables.tsx';

/** A table of an imported file, which can be read in place of another, or become a dataset too. */
export function TableOfFile({
  id,
  table: { table, rows, columns, range, hidden, problem },
  isRead,
  busy,
  onChoose,
  ticked,
  onTick,
}: {
  readonly id: string;
  readonly table: FoundTable;
  readonly isRead: boolean;
  readonly busy: boolean;
  readonly onChoose: () => void;
  /** Null where there are no several to choose of. */
  readonly ticked: boolean | null;
  readonly onTick: (isTicked: boolean) => void;
}) {
  const add = useAddTable(id);
  const size =
    rows === null || columns === null
      ? null
      : `${plural(rows, 'row')} × ${plural(columns, 'column')}`;
  return (
    <li className={isRead ? 'is-read' : undefined}>
      <span className="table-name">
        {ticked !== null && !isRead && problem === null ? (
          <label>
            <input
              type="checkbox"
              checked={ticked}
              disabled={busy}
              onChange={({ target }) => onTick(target.checked)}
            />
            <b>{table}</b>
          </label>
        ) : (
          <b>{table}</b>
        )}
        {hidden && <small className="tag">hidden</small>}
        {isRead && <small className="tag on">read here</small>}
      </span>
      <span className="s2">
        {problem ?? size}
        {problem === null && range !== null && (
          <>
            {' '}
            <code>{range}</code>
          </>
        )}
      </span>
      <span className="row">
        {!isRead && problem === null && (
          <>
            <Button
              size="small"
              disabled={busy}
              aria-label={`Read this: ${table}`}
              onClick={onChoose}
            >
              Read this
            </Button>
            <Button
              size="small"
              loading={add.isPending}
              disabled={busy || add.isSuccess}
              aria-label={`${add.isSuccess ? 'Added' : 'Add as dataset'}: ${table}`}
              onClick={() => void add.add(table).catch(() => {})}
            >
              {add.isSuccess ? 'Added' : 'Add as dataset'}
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
