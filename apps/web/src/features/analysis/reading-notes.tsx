import type { Dataset } from '@columnist/contract';
import { delimiterName, encodingName } from './reading-words.ts';

const listed = 200;

/** How the file was read: its dialect, then each thing that admission decided beyond the plain text. */
export function ReadingNotes({ dataset }: { dataset: Dataset }) {
  const { notes } = dataset.admission;
  return (
    <section className="sec" aria-labelledby="notes-title">
      <header>
        <h2 id="notes-title">How it was read</h2>
        <p>{notes.length === 0 ? '' : `${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`}</p>
      </header>
      <p className="voice finding-small mb12">{dialectInWords(dataset)}</p>
      {notes.length === 0 ? (
        <p className="s2">Nothing had to be decided beyond that.</p>
      ) : (
        <ul className="notes">
          {notes.slice(0, listed).map(({ code, message, column, rows }) => (
            <li key={`${code} ${column ?? ''} ${message}`}>
              {column !== null && <b>{column}</b>} <span className="s2">{message}</span>
              {rows.length > 0 && <span className="s3"> First in {rows.length === 1 ? 'line' : 'lines'} {rows.slice(0, 5).join(', ')}.</span>}
            </li>
          ))}
        </ul>
      )}
      {notes.length > listed && <p className="sm s3 mt8">and {notes.length - listed} more</p>}
    </section>
  );
}

function dialectInWords({ dialect, admission }: Dataset): string {
  const { delimiter, decimal_mark: mark, missing_words: words } = dialect;
  const separated = delimiterName(delimiter);
  const columns = separated === null ? 'one column' : `columns separated by ${separated}s`;
  const missing = words.length === 0 ? 'Empty cells are missing values' : `Empty cells and ${words.map((word) => `“${word}”`).join(', ')} are missing values`;
  return `${encodingName(dialect)} text, ${columns}, ${admission.rows_read === 0 ? 'no rows' : dialect.header_rows === 1 ? 'names in the first line' : 'no line of names'}${mark === ',' ? ', decimal commas' : ''}. ${missing}.`;
}
