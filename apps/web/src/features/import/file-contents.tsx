import type { Dataset, FilePart, FoundTable } from '@columnist/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf } from '../../lib/errors.ts';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

interface Props {
  readonly dataset: Dataset;
  /** The range that was stated. */
  readonly range: string | null;
  readonly busy: boolean;
  readonly onChoose: (part: Pick<FilePart, 'range' | 'table'>) => void;
}

/** What an imported file holds: which table is read, which others could be, and of which cells. */
export function FileContents({ dataset, range, busy, onChoose }: Props) {
  const { id, admission } = dataset;
  const contents = trpc.datasets.contents.useQuery({ id }, { staleTime: Infinity });
  const { source } = admission;
  if (source === undefined) return null;
  const tables = contents.data?.tables ?? [];
  const others = tables.filter(({ table, problem }) => problem === null && table !== source.table);
  return (
    <section className="sec mt24" aria-labelledby="contents-title">
      <header>
        <h2 id="contents-title">What the file holds</h2>
        <p>{source.title}</p>
      </header>
      {contents.isError && (
        <RequestFailed
          text="Failed to list what the file holds"
          error={contents.error}
          onRetry={contents.refetch}
        />
      )}
      {contents.isPending && <p className="s2">Looking…</p>}
      {source.table !== null && tables.length > 0 && (
        <ul className="tables" aria-label="Tables of the file">
          {tables.map((table) => (
            <TableOfFile
              key={table.table}
              id={id}
              table={table}
              isRead={isWithin(source.table, table.table)}
              busy={busy}
              onChoose={() => onChoose({ table: table.table })}
            />
          ))}
        </ul>
      )}
      {source.range !== null && (
        <RangeForm
          key={`${source.table ?? ''} ${range ?? ''}`}
          range={range}
          found={source.range}
          busy={busy}
          onChange={(chosen) =>
            onChoose({ ...(source.table === null ? {} : { table: source.table }), range: chosen })
          }
        />
      )}
      {others.length > 1 && source.table !== null && <AddAll id={id} tables={others} />}
    </section>
  );
}

/** A sheet of a workbook in a ZIP is read of that workbook. */
const isWithin = (read: string | null, table: string): boolean =>
  read === table || read?.startsWith(`${table}/`) === true;

function TableOfFile({
  id,
  table: { table, rows, columns, range, hidden, problem },
  isRead,
  busy,
  onChoose,
}: {
  readonly id: string;
  readonly table: FoundTable;
  readonly isRead: boolean;
  readonly busy: boolean;
  readonly onChoose: () => void;
}) {
  const add = useAddTable(id);
  const size =
    rows === null || columns === null
      ? null
      : `${plural(rows, 'row')} × ${plural(columns, 'column')}`;
  return (
    <li className={isRead ? 'is-read' : undefined}>
      <span className="table-name">
        <b>{table}</b>
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
              onClick={() => add.mutate({ id, table })}
            >
              {add.isSuccess ? 'Added' : 'Add as dataset'}
            </Button>
          </>
        )}
      </span>
    </li>
  );
}

function useAddTable(id: string) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  return trpc.datasets.importTable.useMutation({
    onSuccess: async (made) => {
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      void message.success(
        <span>
          Added as <Link to={`/datasets/${made.id}`}>{made.name}</Link>
        </span>,
      );
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to add the table')),
    meta: { dataset: id },
  });
}

/** Makes a dataset of every other table, one after the other. */
function AddAll({ id, tables }: { readonly id: string; readonly tables: readonly FoundTable[] }) {
  const add = useAddTable(id);
  const [done, setDone] = useState(0);
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      for (const { table } of tables.slice(done)) {
        await add.mutateAsync({ id, table });
        setDone((count) => count + 1);
      }
    } catch {
      // Said by the mutation; what is done stays done.
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <p className="mt12">
      <Button
        size="small"
        loading={isRunning}
        disabled={done === tables.length}
        onClick={() => void run()}
      >
        {done === 0
          ? `Add all ${tables.length} others as datasets`
          : `${done} of ${tables.length} added`}
      </Button>
    </p>
  );
}

function RangeForm({
  range,
  found,
  busy,
  onChange,
}: {
  readonly range: string | null;
  readonly found: string;
  readonly busy: boolean;
  readonly onChange: (range: string | undefined) => void;
}) {
  const [text, setText] = useState(range ?? '');
  return (
    <form
      className="range-form"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() === '' ? undefined : text.trim());
      }}
    >
      <label htmlFor="range">Cells</label>
      <input
        id="range"
        className="inp"
        value={text}
        placeholder={`found: ${found}`}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit" disabled={busy || text.trim() === (range ?? '')}>
        Read these
      </Button>
      <small className="s3">As in A3:F200, A:F or 3:200; empty finds the table.</small>
    </form>
  );
}
