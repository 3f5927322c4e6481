import { useState } from 'react';
import { Link } from 'react-router-dom';
import { appendAddress, byForm, combineAddress } from '../../lib/combine-address.ts';
import { plural } from '../../lib/formats.ts';
import type { TakenFile } from './take-tables.ts';

const columnsNamed = 6;

/** What came of several files: every table a dataset, and what can be made of them. */
export function TakenFiles({ files }: { readonly files: readonly TakenFile[] }) {
  const datasets = files.flatMap((file) => file.datasets);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  const together = byForm(datasets).filter((alike) => alike.length > 1);
  return (
    <section className="sec mt32" aria-labelledby="taken-title">
      <header>
        <h2 id="taken-title">What came of your files</h2>
        <p>
          {plural(files.length, 'file')}, {plural(datasets.length, 'dataset')}
        </p>
        <div className="r">
          {chosen.length > 1 && (
            <Link
              className="btn pri sml"
              to={combineAddress(chosen.flatMap((id) => datasets.filter((one) => one.id === id)))}
            >
              Combine {chosen.length}
            </Link>
          )}
        </div>
      </header>
      <ul className="tables taken" aria-label="New datasets">
        {datasets.map(({ id, name, admission, row_count: rows, column_count: count, columns }) => (
          <li key={id}>
            <span className="table-name">
              <input
                type="checkbox"
                aria-label={`Choose ${name}`}
                checked={chosen.includes(id)}
                onChange={({ target }) => choose(id, target.checked)}
              />{' '}
              <Link to={`/datasets/${id}`}>{name}</Link>
              {typeof admission.source?.table === 'string' &&
                !name.endsWith(` – ${admission.source.table}`) && (
                  <small className="tag">{admission.source.table}</small>
                )}
            </span>
            <span className="s2">
              {columns
                .slice(0, columnsNamed)
                .map((column) => column.name)
                .join(', ')}
              {count > columnsNamed && ` and ${count - columnsNamed} more`}
            </span>
            <span className="s2">
              {plural(rows, 'row')} × {plural(count, 'column')}
            </span>
          </li>
        ))}
      </ul>
      {together.map((alike) => (
        <p key={alike[0]?.id} className="mt12 row">
          <Link className="btn sml" to={appendAddress(alike)}>
            Put {alike.length} below one another
          </Link>
          <span className="sm s2">
            {alike.map(({ name }) => name).join(', ')} have the same columns.
          </span>
        </p>
      ))}
      {files.flatMap(({ name, left }) =>
        left.map(({ table, why }) => (
          <p key={`${name} ${table}`} className="sm s2 mt8">
            Not added: {table} of {name}, for {why.charAt(0).toLowerCase()}
            {why.slice(1)}
            {why.endsWith('.') ? '' : '.'}
          </p>
        )),
      )}
    </section>
  );
}
