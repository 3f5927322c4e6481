import type { CleaningStep, Dataset, DatasetColumn, SpellingMethod } from '@columnist/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { formatCount, plural } from '../../lib/formats.ts';
import type { rowsAsked } from '../../lib/tab-props.ts';
import { visibleEnds } from '../../lib/visible-ends.ts';
import { trpc } from '../../lib/trpc.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';

const methods: Readonly<Record<SpellingMethod, string>> = {
  fingerprint: 'case, accents, punctuation, order of words',
  ngram: 'spaces and repeated letters too',
  nearest: 'a letter or two',
  metaphone: 'the sound in English',
  cologne: 'the sound in German',
};
/**
 * Whether values of a column may be spellings of one another: categories, and texts that are used
 * again and could not be read as anything else, as amounts could.
 */
export const maySpell = (
  { type, distinct, missing, other_readings }: DatasetColumn,
  rows: number,
) =>
  type === 'category' ||
  (type === 'text' &&
    (other_readings ?? []).length === 0 &&
    2 * (distinct ?? rows) < rows - (missing ?? 0));
const shown = 50;
/** As many as one step may recode. */
const recodedAtMost = 500;

/** Values of a column that are likely spellings of one, to be merged as a step of the view. */
export function Spellings({
  dataset,
  column,
  view,
  onMerge,
}: {
  dataset: Dataset;
  column: DatasetColumn;
  view: ReturnType<typeof rowsAsked>;
  onMerge: (step: CleaningStep) => void;
}) {
  const [method, setMethod] = useState<SpellingMethod>('fingerprint');
  const [left, setLeft] = useState<readonly string[]>([]);
  const found = trpc.datasets.frequencies.useQuery(
    { id: dataset.id, column: column.name, limit: shown, spellings: method, ...view },
    { staleTime: Infinity, retry: false },
  );
  const spellings = found.data?.spellings;
  const values = (spellings?.clusters ?? [])
    .filter(({ into }) => !left.includes(into))
    .flatMap(({ into, values: all }) =>
      all.flatMap(({ value }) => (value === into ? [] : [{ from: value, to: into }])),
    )
    .slice(0, recodedAtMost);
  return (
    <section className="sec mt24" aria-labelledby="spellings-title">
      <header>
        <h2 id="spellings-title">Spellings of one value</h2>
      </header>
      <div className="row">
        <span className="sm s2">that differ in</span>
        <Select
          aria-label="Spellings that differ in"
          className="spl-by"
          value={method}
          options={Object.entries(methods).map(([value, label]) => ({ value, label }))}
          onChange={(next) => {
            setMethod(next);
            setLeft([]);
          }}
        />
      </div>
      {found.isError && (
        <RequestFailed
          text="Spellings were not looked for."
          error={found.error}
          onRetry={found.refetch}
        />
      )}
      {spellings !== undefined && spellings.clusters.length === 0 && (
        <p className="s2 sm mt12">No two values differ in this alone.</p>
      )}
      {spellings !== undefined && spellings.clusters.length > 0 && (
        <>
          <ul className="spl">
            {spellings.clusters.map(({ into, n, values: all }) => (
              <li key={into}>
                <label>
                  <input
                    type="checkbox"
                    checked={!left.includes(into)}
                    onChange={({ target }) =>
                      setLeft((before) => [
                        ...before.filter((one) => one !== into),
                        ...(target.checked ? [] : [into]),
                      ])
                    }
                  />{' '}
                  <b>{visibleEnds(into)}</b> <span className="s2">{plural(n, 'row')}</span>
                </label>
                <p className="sm s2">
                  {all
                    .filter(({ value }) => value !== into)
                    .map(({ value, n: rows }) => `${visibleEnds(value)} (${formatCount(rows)})`)
                    .join(', ')}
                </p>
              </li>
            ))}
          </ul>
          {spellings.found > spellings.clusters.length && (
            <p className="sm s2">
              {formatCount(spellings.found - spellings.clusters.length)} more: merge these first.
            </p>
          )}
          {!spellings.is_whole && (
            <p className="sm s2">
              Very many values share a part; not all of these were compared with one another.
            </p>
          )}
          <button
            type="button"
            className="btn pri mt12"
            disabled={values.length === 0}
            onClick={() => {
              onMerge({ step: 'recode', column: column.name, values, others: 'keep' });
              setLeft([]);
            }}
          >
            Merge {plural(values.length, 'spelling')}
          </button>
        </>
      )}
    </section>
  );
}
