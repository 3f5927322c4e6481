import type { ColumnType, Dataset, DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { typeName } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import {
  changeOf,
  draftOf,
  levelsFrom,
  moved,
  typeInFile,
  typesOf,
  type ColumnDraft,
} from './column-draft.ts';
import { LevelsEditor } from './levels-editor.tsx';

const mostLevels = 100;

/** Label, unit, description, type and levels of a column; Enter keeps them, Escape does not. */
export function ColumnAboutForm({
  dataset,
  column,
  onDone,
}: {
  dataset: Pick<Dataset, 'id'>;
  column: DatasetColumn;
  onDone: () => void;
}) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [changed, setChanged] = useState<Partial<ColumnDraft>>({});
  const draft = { ...draftOf(column), ...changed };
  const change = (part: Partial<ColumnDraft>) => setChanged({ ...changed, ...part });
  // Of what is left as it is, the newest is shown.
  useEffect(() => void utils.datasets.get.invalidate({ id: dataset.id }), [utils, dataset.id]);
  const isCategory = draft.type === 'category' && (column.distinct ?? Infinity) <= mostLevels;
  const known = trpc.datasets.frequencies.useQuery(
    { id: dataset.id, column: column.name, order: 'value', limit: mostLevels },
    { enabled: isCategory, staleTime: Infinity },
  );
  const found = useMemo(
    () => levelsFrom(column, known.data?.items.map(({ value }) => value) ?? []),
    [column, known.data],
  );
  const levels = draft.levels ?? found;
  const save = trpc.datasets.setColumns.useMutation({
    onSuccess: async () => {
      await utils.datasets.invalidate();
      void message.success(`${column.name} is described.`);
      onDone();
    },
  });
  const types = typesOf(column);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the form from any of its fields
    <form
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: dataset.id, columns: [changeOf(column, changed, found)] });
      }}
    >
      <div className="about-fields">
        <label className="fld">
          <span>Label</span>
          <input
            className="inp"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened the form is gone
            autoFocus
            maxLength={200}
            placeholder={column.name}
            value={draft.label}
            onChange={(event) => change({ label: event.target.value })}
          />
        </label>
        <label className="fld unit">
          <span>Unit</span>
          <input
            className="inp"
            maxLength={40}
            placeholder="kg, s, €"
            value={draft.unit}
            onChange={(event) => change({ unit: event.target.value })}
          />
        </label>
        <label className="fld wide">
          <span>Description</span>
          <textarea
            className="inp"
            rows={2}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </label>
        {types.length > 1 && (
          <div className="fld">
            <span aria-hidden="true">Type</span>
            <Select<ColumnType>
              aria-label="Type"
              value={draft.type}
              options={types.map((type) => ({
                value: type,
                label: type === typeInFile(column) ? `${typeName(type)}, as read` : typeName(type),
              }))}
              onChange={(type) => change({ type, levels: null })}
            />
          </div>
        )}
      </div>
      {isCategory && levels.length > 0 && (
        <LevelsEditor
          levels={levels}
          reference={draft.reference}
          onReference={(reference) => change({ reference })}
          onLabel={(at, label) =>
            change({
              levels: levels.map((level, i) => (i === at ? { ...level, label } : level)),
            })
          }
          onMove={(from, by) => change({ levels: moved(levels, from, by) })}
        />
      )}
      {isCategory && known.isPending && <p className="sm s2">Reading its values…</p>}
      {save.isError && (
        <p className="err" role="alert">
          {detailOf(save.error, 'Failed to keep what was set')}
        </p>
      )}
      <p className="acts mt12">
        <button type="submit" className="btn pri" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  );
}
