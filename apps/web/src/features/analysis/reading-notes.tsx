import type { Dataset } from '@columnist/contract';

/** How the file was read: each thing that admission decided beyond the plain text. */
export function ReadingNotes({ dataset }: { dataset: Dataset }) {
  const { notes } = dataset.admission;
  return (
    <section className="sec" aria-labelledby="notes-title">
      <header>
        <h2 id="notes-title">How it was read</h2>
        <p>{notes.length === 0 ? '' : `${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`}</p>
      </header>
      {notes.length === 0 ? (
        <p className="voice finding-small">The file says exactly what it means; nothing had to be decided.</p>
      ) : (
        <ul className="notes">
          {notes.map(({ code, message, column }) => (
            <li key={`${code} ${column ?? ''}`}>
              {column !== null && <b>{column}</b>} <span className="s2">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
