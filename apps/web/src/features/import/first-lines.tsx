import type { Dataset } from '@columnist/contract';
import { fateOf } from './line-fates.ts';

interface Props {
  readonly lines: readonly string[];
  readonly dataset: Pick<Dataset, 'dialect' | 'admission'>;
}

/** The beginning of the file as it is, with what became of each line. */
export function FirstLines({ lines, dataset: { dialect, admission } }: Props) {
  return (
    <section className="sec" aria-labelledby="lines-title">
      <header>
        <h2 id="lines-title">The file</h2>
        <p>first {lines.length} lines</p>
      </header>
      <ol className="file-lines" tabIndex={0} aria-label="First lines of the file">
        {lines.map((line, i) => {
          const { kind, name, note } = fateOf(i + 1, dialect, admission.notes);
          return (
            <li key={i} className={`is-${kind}`} title={note ?? undefined}>
              <code>{line === '' ? ' ' : line}</code>
              {name !== null && <span className="fate">{name}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
