import { withArticle, type Admission, type Dataset } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { Icon } from './icons.tsx';
import { useNotices } from './notices.tsx';
import { formatCount, plural } from '../lib/formats.ts';
import { Isolated } from './isolated-text.tsx';
import { saveFile } from '../lib/save-file.ts';
import { delimiterName, encodingName, forReaders } from '../lib/reading-words.ts';

const listed = 200;

/**
 * How the file was read: its dialect, then each thing that admission decided beyond the plain text.
 */
export function ReadingNotes({
  dataset,
  reviewing = false,
}: {
  dataset: Dataset;
  reviewing?: boolean;
}) {
  const { message } = useNotices();
  const { admission } = dataset;
  const { notes, repairs_file: hasRepairs } = admission;
  const download = () =>
    void saveFile(
      `/api/v1/datasets/${dataset.id}/repairs`,
      `${dataset.name.replace(/\.csv$/i, '')}-repairs.csv`,
    ).catch(() => message.error('Failed to download the file'));
  return (
    <section className="sec" aria-labelledby="notes-title">
      <header>
        <h2 id="notes-title">How it was read</h2>
        <p>{notes.length === 0 ? '' : plural(notes.length, 'note')}</p>
      </header>
      <p className="voice finding-small mb12">
        {dialectInWords(dataset)} {rowsInWords(admission)}
      </p>
      {notes.length === 0 ? (
        <p className="s2">Nothing had to be decided beyond that.</p>
      ) : (
        <ul className="notes">
          {notes.slice(0, listed).map((note) => (
            <ReadingNote
              key={`${note.code} ${note.column ?? ''} ${note.message}`}
              note={note}
              source={admission.source}
            />
          ))}
        </ul>
      )}
      {notes.length > listed && <p className="sm s3 mt8">and {notes.length - listed} more</p>}
      <p className="row mt12">
        {!reviewing && (
          <Link className="btn sml" to={`/datasets/${dataset.id}/import`}>
            Change how it is read
          </Link>
        )}
        {hasRepairs && (
          <button type="button" className="btn sml" onClick={download}>
            <Icon name="download" />
            All lines that were changed or left out
          </button>
        )}
      </p>
    </section>
  );
}

function ReadingNote({
  note: { message, column, rows, examples },
  source,
}: {
  note: Admission['notes'][number];
  source: Admission['source'];
}) {
  // What the file has: lines of text, or rows of a sheet, which has a range.
  const lineName = source?.typed === true ? 'row' : 'line';
  const ofSheet = source?.typed === true && source.range !== null ? ' of the sheet' : '';
  return (
    <li>
      {column !== null && (
        <b>
          <bdi>{column}</bdi>
        </b>
      )}{' '}
      <span className="s2">
        <Isolated text={forReaders(message)} />
      </span>
      {rows.length > 0 && (
        <span className="s3">
          {' '}
          First in {column === null ? lineName : 'row'}
          {rows.length === 1 ? '' : 's'} {rows.slice(0, 5).map(formatCount).join(', ')}
          {ofSheet}.
        </span>
      )}
      {examples.length > 0 && column === null && (
        <details>
          <summary>{examples.length === 1 ? `The ${lineName}` : `The first ${lineName}s`}</summary>
          <dl className="before-after">
            {examples.map(({ line, before, after }) => (
              <div key={line}>
                <dt>{formatCount(line)}</dt>
                <dd>
                  <code>{before}</code>
                  {after !== null && <code className="after">{after}</code>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

const rowsInWords = ({ rows_repaired: repaired, rows_rejected: rejected }: Admission): string =>
  [
    repaired > 0 ? `${plural(repaired, 'row')} had to be repaired.` : '',
    rejected > 0
      ? `${plural(rejected, 'row')} did not fit and ${rejected === 1 ? 'is' : 'are'} left out.`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

/** What was read of a file that types its cells itself. */
function importInWords(
  { title, table, range }: NonNullable<Admission['source']>,
  { header_rows: headers, preamble_lines: preamble, missing_words: words }: Dataset['dialect'],
): string {
  const what =
    table === null
      ? `A table, read as ${withArticle(title)}`
      : `“${table}”, read as ${withArticle(title)}`;
  const names =
    range === null
      ? ''
      : `, ${range}, ${headers === 0 ? 'no row of names' : headers === 1 ? `names in row ${preamble + 1}` : `names in ${headers} rows`}`;
  const missing =
    words.length === 0
      ? 'Empty cells are missing values.'
      : `Empty cells and ${words.map((word) => `“${word}”`).join(', ')} are missing values.`;
  return `${what}${names}. ${missing}`;
}

function dialectInWords({ dialect, admission }: Dataset): string {
  if (admission.source?.typed === true) return importInWords(admission.source, dialect);
  const {
    delimiter,
    decimal_mark: mark,
    missing_words: words,
    header_rows: headers,
    width,
  } = dialect;
  const separated = delimiterName(delimiter);
  const columns =
    separated === null || width === 1 ? 'one column' : `columns separated by ${separated}s`;
  const missing =
    words.length === 0
      ? 'Empty cells are missing values'
      : `Empty cells and ${words.map((word) => `“${word}”`).join(', ')} are missing values`;
  const names =
    headers === 0
      ? 'no line of names'
      : headers === 1
        ? `names in ${dialect.preamble_lines === 0 ? 'the first line' : `line ${dialect.preamble_lines + 1}`}`
        : `names in ${headers} lines`;
  return (
    `${encodingName(dialect)} text, ${columns}, ` +
    `${admission.rows_read === 0 ? 'no rows' : names}${mark === ',' ? ', decimal commas' : ''}. ` +
    `${missing}.`
  );
}
