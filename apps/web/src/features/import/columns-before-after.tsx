import type { Dataset, ImportPreview, Reading } from '@columnist/contract';
import { storageName } from '../../lib/storage-name.ts';
import { TypeGlyph, typeName } from '../../ui/icons.tsx';
import { OtherReadings } from './other-readings.tsx';

const shown = 5;

interface Props {
  readonly dataset: Dataset;
  readonly preview: ImportPreview;
  readonly busy: boolean;
  readonly onChange: (reading: Reading) => void;
}

/**
 * Each column's first cells as text and as values; a column can be kept as text, or read as what
 * its cells look like besides.
 */
export function ColumnsBeforeAfter({
  dataset,
  preview: { columns, reading },
  busy,
  onChange,
}: Props) {
  const kept = new Set(reading.text_columns);
  const keep = (name: string, asText: boolean) => {
    const { text_columns: before = [], ...rest } = reading;
    const names = asText ? [...before, name] : before.filter((other) => other !== name);
    onChange(names.length === 0 ? rest : { ...rest, text_columns: names });
  };
  return (
    <section className="sec mt32" aria-labelledby="columns-title">
      <header>
        <h2 id="columns-title">Columns</h2>
        <p>as they are, and as they are read</p>
      </header>
      <div className="scroll-x" tabIndex={0} role="group" aria-label="Columns before and after">
        <table className="tb import-columns">
          <thead>
            <tr>
              <th>Column</th>
              <th>Read as</th>
              <th>In the file</th>
              <th>Values</th>
              <th>Text</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, before, after }, i) => {
              const column = dataset.columns[i];
              return (
                <tr key={name}>
                  <td>
                    <b>
                      <bdi>{name}</bdi>
                    </b>
                  </td>
                  <td>
                    <span className="kind">
                      {column !== undefined && (
                        <>
                          <TypeGlyph type={column.type} /> {typeName(column.type)}
                        </>
                      )}
                    </span>{' '}
                    <small className="s3">
                      {column !== undefined && storageName(column.storage)}
                    </small>
                    {column !== undefined && (
                      <OtherReadings
                        column={column}
                        reading={reading}
                        busy={busy}
                        onChange={onChange}
                      />
                    )}
                  </td>
                  <td>
                    <Cells cells={before.map((cell) => (cell === '' ? null : cell))} />
                  </td>
                  <td>
                    <Cells cells={after.map((cell) => (cell === null ? null : String(cell)))} />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`Keep ${name} as text`}
                      checked={kept.has(name)}
                      disabled={busy}
                      onChange={({ target }) => keep(name, target.checked)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cells({ cells }: { cells: readonly (string | null)[] }) {
  return (
    <span className="cells">
      {cells.slice(0, shown).map((cell, i) => (
        <code key={i} className={cell === null ? 'none' : undefined}>
          {cell ?? 'empty'}
        </code>
      ))}
    </span>
  );
}
