import type { CleaningStep, Dataset, DuplicateMethod } from '@columnist/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { formatCount, plural } from '../../lib/formats.ts';
import { rowsAsked } from '../../lib/tab-props.ts';
import { trpc } from '../../lib/trpc.ts';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { writeValue } from './column-words.ts';
import './duplicates.css';

const methods: Readonly<Record<DuplicateMethod, string>> = {
  exact: 'nothing',
  normalised: 'case, accents, punctuation, spaces',
  near: 'a letter or two as well',
};
/** Cells that are compared before anybody asks for it. */
const comparedAtOnce = 500_000;
const shown = 50;
/** Compared columns that are shown beside each other, until all are asked for. */
const columnsShown = 8;

/** Rows that are likely one, entered more than once, to be deleted as a step of the view. */
export function Duplicates({
  dataset,
  columns: named,
  rows,
  state,
}: {
  readonly dataset: Dataset;
  /** As the view has them. */
  readonly columns: Dataset['columns'];
  /** Of the view. */
  readonly rows: number;
  readonly state: DatasetView;
}) {
  const [method, setMethod] = useState<DuplicateMethod>('normalised');
  const [chosen, setColumns] = useState<string[]>([]);
  // A step of the view may have given one another name since.
  const columns = chosen.filter((name) => named.some((column) => column.name === name));
  const [isAsked, setAsked] = useState(rows * named.length <= comparedAtOnce);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const found = trpc.datasets.duplicates.useQuery(
    {
      id: dataset.id,
      method,
      limit: shown,
      ...(columns.length === 0 ? {} : { columns }),
      ...rowsAsked(state.view),
    },
    { enabled: isAsked, staleTime: Infinity, retry: false },
  );
  const answer = found.data;
  const [allColumns, setAllColumns] = useState(false);
  const compared = answer?.compared ?? [];
  const shownColumns = allColumns ? compared.length : Math.min(columnsShown, compared.length);
  const step = answer === undefined ? null : withoutKept(answer.step, kept);
  const write = compared.map((name) => {
    const column = named.find((one) => one.name === name);
    return column === undefined ? String : writeValue(column);
  });
  return (
    <section className="sec mt32" aria-labelledby="duplicates-title">
      <header>
        <h2 id="duplicates-title">Rows entered more than once</h2>
      </header>
      <div className="row dup-asked">
        <div className="dup-by">
          <span className="sm s2">that differ in</span>
          <Select
            aria-label="Rows that differ in"
            value={method}
            options={Object.entries(methods).map(([value, label]) => ({ value, label }))}
            onChange={(next: DuplicateMethod) => {
              setMethod(next);
              setAsked(true);
              setKept(new Set());
            }}
          />
        </div>
        <div className="dup-by">
          <span className="sm s2">compared by</span>
          <Select
            mode="multiple"
            aria-label="Columns that are compared"
            placeholder={
              method === 'exact' ? 'all columns' : 'all but ids and times that never repeat'
            }
            value={columns}
            options={named.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next: string[]) => {
              setColumns(next);
              setAsked(true);
              setKept(new Set());
            }}
          />
        </div>
      </div>
      {!isAsked && (
        <button type="button" className="btn sml mt12" onClick={() => setAsked(true)}>
          Look through {plural(rows, 'row')}
        </button>
      )}
      {found.isFetching && <p className="s2 sm mt12">Looking…</p>}
      {found.isError && (
        <RequestFailed
          text="Duplicate rows were not looked for."
          error={found.error}
          onRetry={found.refetch}
        />
      )}
      {answer !== undefined && answer.found === 0 && (
        <p className="s2 sm mt12">No two rows are alike in this way.</p>
      )}
      {answer !== undefined && answer.found > 0 && (
        <>
          <p className="sm s2 mt12">
            {plural(answer.found, 'cluster')} with {plural(answer.duplicate_rows, 'row')} beyond the
            first of each. Ticked rows are deleted.
          </p>
          {compared.length > columnsShown && (
            <p className="sm s2 mt8">
              {allColumns
                ? `All ${compared.length} compared columns.`
                : `The first ${columnsShown} of ${compared.length} compared columns.`}{' '}
              <button type="button" className="link" onClick={() => setAllColumns(!allColumns)}>
                {allColumns ? `Show the first ${columnsShown}` : `Show all ${compared.length}`}
              </button>
            </p>
          )}
          <div className="dup-table" tabIndex={0} role="group" aria-label="Clusters of rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">row</th>
                  {compared.slice(0, shownColumns).map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              {answer.clusters.map(({ rows, n }) => (
                <tbody key={rows[0]?.row}>
                  {rows.map(({ row, values }, i) => (
                    <tr key={row}>
                      <th scope="row">
                        <label>
                          <input
                            type="checkbox"
                            checked={i > 0 && !kept.has(row)}
                            disabled={i === 0 || answer.step === null}
                            aria-label={`Delete row ${row}`}
                            onChange={({ target }) => {
                              const next = new Set(kept);
                              if (target.checked) next.delete(row);
                              else next.add(row);
                              setKept(next);
                            }}
                          />{' '}
                          {formatCount(row)}
                        </label>
                      </th>
                      {values.slice(0, shownColumns).map((value, c) => (
                        <td
                          key={c}
                          className={value === rows[0]?.values[c] ? undefined : 'differs'}
                        >
                          {write[c]?.(value)}
                        </td>
                      ))}
                    </tr>
                  ))}
                  {n > rows.length && (
                    <tr>
                      <td colSpan={shownColumns + 1}>{formatCount(n - rows.length)} more rows</td>
                    </tr>
                  )}
                </tbody>
              ))}
            </table>
          </div>
          {answer.found > answer.clusters.length && (
            <p className="sm s2">
              {formatCount(answer.found - answer.clusters.length)} more clusters: delete rows of
              these first.
            </p>
          )}
          {!answer.is_whole && (
            <p className="sm s2">
              Very many texts share a part; not all of these were compared with one another.
            </p>
          )}
          <button
            type="button"
            className="btn pri mt12"
            disabled={step === null}
            onClick={() => {
              if (step === null) return;
              const { view, replace } = state;
              replace({ ...view, clean: [...(view.clean ?? []), step] });
              setKept(new Set());
            }}
          >
            Delete {plural(step?.rows.length ?? 0, 'row')}
          </button>
        </>
      )}
    </section>
  );
}

/** The step without the rows that stay; null where none is left. */
function withoutKept(
  step: CleaningStep | null,
  kept: ReadonlySet<number>,
): Extract<CleaningStep, { step: 'delete_rows' }> | null {
  if (step?.step !== 'delete_rows') return null;
  const rows = step.rows.filter(({ row }) => !kept.has(row));
  return rows.length === 0 ? null : { ...step, rows };
}
