import { Button } from 'antd';
import type { TablesOfFile } from '../../lib/problem.ts';

/** The tables of a file of which none was read: why each cannot be, and those that may. */
export function TablesLeft({
  tables,
  busy,
  onChoose,
}: {
  readonly tables: TablesOfFile;
  readonly busy: boolean;
  readonly onChoose: (table: string) => void;
}) {
  return (
    <section className="sec mt24" aria-labelledby="left-title">
      <header>
        <h2 id="left-title">What the file holds</h2>
      </header>
      <ul className="tables" aria-label="Tables of the file">
        {tables.map(({ table, problem }) => (
          <li key={table}>
            <span className="table-name">
              <b>{table}</b>
            </span>
            <span className="s2">{problem}</span>
            <span className="row">
              {problem === null && (
                <Button
                  size="small"
                  disabled={busy}
                  aria-label={`Read this: ${table}`}
                  onClick={() => onChoose(table)}
                >
                  Read this
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
