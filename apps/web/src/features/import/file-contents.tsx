import type { Dataset, FilePart } from '@columnist/contract';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { AddTables } from './add-tables.tsx';
import { describesOthers } from './describes-others.ts';
import { TableOfFile } from './table-of-file.tsx';
import { isWithin } from './take-tables.ts';

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
  const listField = useId();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const { source } = admission;
  if (source === undefined) return null;
  const tables = contents.data?.tables ?? [];
  const readable = tables.filter(({ problem }) => problem === null);
  const others = readable.filter(({ table }) => table !== source.table);
  const lists = source.format === 'json' ? listsIn(dataset, part) : [];
  const described = others.filter((table) => describesOthers(table, tables));
  const toAdd = others.filter((table) => !described.includes(table));
  const chosen = others.filter(({ table }) => ticked.includes(table));
  const tick = (table: string, isTicked: boolean) =>
    setTicked((before) => [...before.filter((one) => one !== table), ...(isTicked ? [table] : [])]);
  return (
    <section className="sec mt24" aria-labelledby="contents-title">
      <header>
        <h2 id="contents-title">What the file holds</h2>
        <p>
          {source.title}
          {tables.length > 1 && `, ${plural(readable.length, 'table')}`}
        </p>
      </header>
      {contents.isError && (
        <RequestFailed
          text="Failed to list what the file holds"
          error={contents.error}
          onRetry={contents.refetch}
        />
      )}
      {contents.isPending && <p className="s2">Looking…</p>}
      {contents.isSuccess && source.table === null && <p className="sm s2">One table.</p>}
      {source.table !== null && tables.length > 0 && (
        <ul className="tables" aria-label="Tables of the file">
          {tables.map((table) => (
            <TableOfFile
              key={table.table}
              id={id}
              table={table}
              isRead={isWithin(source.table, table.table)}
              busy={busy || isAdding}
              onChoose={() => onChoose({ table: table.table })}
              ticked={others.length < 2 ? null : ticked.includes(table.table)}
              onTick={(isTicked) => tick(table.table, isTicked)}
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
      {lists.length > 0 && (
        <div className="row mt12 sm">
          <label htmlFor={listField}>A row for each entry of</label>
          <Select
            id={listField}
            popupMatchSelectWidth={false}
            disabled={busy}
            value={part.explode ?? ''}
            options={[
              { value: '', label: 'no list' },
              ...lists.map((list) => ({ value: list, label: list })),
            ]}
            onChange={(list) => onChoose({ explode: list === '' ? null : list })}
          />
          <small className="s3">Lists that are not taken so are kept as text.</small>
        </div>
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
      {source.table !== null && (
        <AddTables
          key={ticked.join('\n')}
          dataset={dataset}
          tables={chosen.length > 0 ? chosen : toAdd}
          left={chosen.length > 0 ? [] : described}
          areChosen={chosen.length > 0}
          isRunning={isAdding}
          onRunning={setIsAdding}
        />
      )}
    </section>
  );
}

/** The lists within the records: those kept as text, and that which rows are made of. */
const listsIn = ({ admission: { notes } }: Dataset, { explode }: FilePart): string[] =>
  [
    ...(explode === undefined ? [] : [explode]),
    ...notes.flatMap(({ code, column }) =>
      code === 'lists_as_text' && column !== null ? [column] : [],
    ),
  ].sort();

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
