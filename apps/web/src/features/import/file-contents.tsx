import type { Dataset, FilePart, FoundTable } from '@columnist/contract';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf } from '../../lib/errors.ts';
import { plural } from '../../lib/formats.ts';
import { appendAddress } from '../../lib/combine-address.ts';
import { trpc } from '../../lib/trpc.ts';
import { describesOthers, isWithin } from './take-tables.ts';

interface Props {
  readonly dataset: Dataset;
  /** What was stated of the file. */
  readonly part: FilePart;
  readonly busy: boolean;
  readonly onChoose: (part: ChosenPart) => void;
}

/** What is read of a file; null is found again. */
export interface ChosenPart {
  readonly table?: string;
  readonly range?: string | null;
  readonly explode?: string | null;
  readonly borders?: string | null;
}

/** What an imported file holds: which table is read, which others could be, and of which cells. */
export function FileContents({ dataset, part, busy, onChoose }: Props) {
  const { id, admission } = dataset;
  const contents = trpc.datasets.contents.useQuery({ id }, { staleTime: Infinity });
  const { source } = admission;
  if (source === undefined) return null;
  const tables = contents.data?.tables ?? [];
  const others = tables.filter(({ table, problem }) => problem === null && table !== source.table);
  const described = others.filter((table) => describesOthers(table, tables));
  const toAdd = others.filter((table) => !described.includes(table));
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
        <PartField
          key={`${source.table ?? ''} ${part.range ?? ''}`}
          label="Cells"
          stated={part.range}
          placeholder={`found: ${source.range}`}
          about="As in A3:F200, A:F or 3:200; empty finds the table."
          busy={busy}
          onChange={(range) =>
            onChoose({ ...(source.table === null ? {} : { table: source.table }), range })
          }
        />
      )}
      {source.format === 'json' && (
        <PartField
          key={`explode ${part.explode ?? ''}`}
          label="A row for each entry of"
          stated={part.explode}
          placeholder="no list"
          about="The path of a list within every record, as in orders.items; empty keeps lists as text."
          busy={busy}
          onChange={(explode) => onChoose({ explode })}
        />
      )}
      {source.format === 'fwf' && (
        <PartField
          key={`borders ${part.borders ?? ''}`}
          label="Columns begin at"
          stated={part.borders}
          placeholder="found by blanks"
          about="The characters, as in 1,9,14; empty finds where the blanks of all lines end."
          busy={busy}
          onChange={(borders) => onChoose({ borders: borders?.replaceAll(/\s/g, '') ?? null })}
        />
      )}
      {source.table !== null && <AddAll dataset={dataset} tables={toAdd} left={described} />}
    </section>
  );
}

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

/**
 * Makes a dataset of every other table, one after the other; tables of one form can then be put
 * below one another.
 */
function AddAll({
  dataset: { id, status },
  tables,
  left,
}: {
  readonly dataset: Dataset;
  readonly tables: readonly FoundTable[];
  /** Those that are added only by themselves. */
  readonly left: readonly FoundTable[];
}) {
  const navigate = useNavigate();
  const add = useAddTable(id);
  const keep = trpc.datasets.commit.useMutation();
  const [made, setMade] = useState<readonly string[]>([]);
  const done = made.length;
  const [isRunning, setIsRunning] = useState(false);
  const run = async (then: 'stay' | 'append') => {
    setIsRunning(true);
    const ids = [...made];
    try {
      for (const { table } of tables.slice(done)) {
        ids.push((await add.mutateAsync({ id, table })).id);
        setMade([...ids]);
      }
      if (then === 'stay') return;
      if (status === 'draft') await keep.mutateAsync({ id });
      void navigate(appendAddress([id, ...ids].map((one) => ({ id: one }))));
    } catch {
      // Said by the mutation; what is done stays done.
    } finally {
      setIsRunning(false);
    }
  };
  if (tables.length === 0) return null;
  return (
    <p className="mt12 row">
      {tables.length > 1 && (
        <Button
          size="small"
          loading={isRunning}
          disabled={done === tables.length}
          onClick={() => void run('stay')}
        >
          {done === 0
            ? `Add all ${tables.length} others as datasets`
            : `${done} of ${tables.length} added`}
        </Button>
      )}
      <Button size="small" disabled={isRunning} onClick={() => void run('append')}>
        Put all {tables.length + 1} below one another
      </Button>
      {left.length > 0 && (
        <span className="sm s2">
          Without {left.map(({ table }) => table).join(', ')}, which describes the others.
        </span>
      )}
    </p>
  );
}

/** One thing that may be stated of how the table is found; empty finds it again. */
function PartField({
  label,
  stated = '',
  placeholder,
  about,
  busy,
  onChange,
}: {
  readonly label: string;
  readonly stated?: string | undefined;
  readonly placeholder: string;
  readonly about: string;
  readonly busy: boolean;
  readonly onChange: (stated: string | null) => void;
}) {
  const [text, setText] = useState(stated);
  const id = useId();
  return (
    <form
      className="range-form"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() === '' ? null : text.trim());
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="inp"
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit" disabled={busy || text.trim() === stated}>
        Read these
      </Button>
      <small className="s3">{about}</small>
    </form>
  );
}
