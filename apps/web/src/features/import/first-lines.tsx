import type { Dialect } from '@columnist/contract';

const kindOf = (
  number: number,
  { preamble_lines: preamble, header_rows: headers }: Dialect,
): 'before' | 'names' | 'row' =>
  number <= preamble ? 'before' : number <= preamble + headers ? 'names' : 'row';
const titles = { before: 'Before the table', names: 'Names', row: undefined } as const;

/** The beginning of the file as it is, with what each line was taken for. */
export function FirstLines({ lines, dialect }: { lines: readonly string[]; dialect: Dialect }) {
  return (
    <section className="sec" aria-labelledby="lines-title">
      <header>
        <h2 id="lines-title">The file</h2>
        <p>first {lines.length} lines</p>
      </header>
      <ol className="file-lines" tabIndex={0} aria-label="First lines of the file">
        {lines.map((line, i) => {
          const kind = kindOf(i + 1, dialect);
          return (
            <li key={i} className={`is-${kind}`} title={titles[kind]}>
              <code>{line === '' ? ' ' : line}</code>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
