import {
  firstInDates,
  readingNames,
  type ColumnReading,
  type DatasetColumn,
  type OtherReading,
  type Reading,
} from '@columnist/contract';
import { formatCount } from '../../lib/formats.ts';

const kinds = { ...readingNames, duration: 'durations in seconds' };

/** What a reading is called where several are offered. */
function wordsOf({ as, decimal_mark: mark, date_order: order, missing }: ColumnReading): string {
  if (missing !== undefined) return `${kinds[as]}, ${missing.join(', ')} as missing`;
  const how =
    order !== undefined ? `, ${firstInDates[order]} first` : mark === ',' ? ', decimal comma' : '';
  return `${kinds[as]}${how}`;
}

const consequence = ({ cells, of, before, after, misfit }: OtherReading): string =>
  `${formatCount(cells)} of ${formatCount(of)} cells, “${before}” as ${after === '' ? 'missing' : after}` +
  (misfit === null || misfit === before ? '' : `; “${misfit}” becomes missing`);

interface Props {
  readonly column: DatasetColumn;
  readonly reading: Reading;
  readonly busy: boolean;
  readonly onChange: (reading: Reading) => void;
}

/** The readings of a column that were not taken, each one click away, and the one that is stated. */
export function OtherReadings({ column, reading, busy, onChange }: Props) {
  const { name, other_readings: others = [] } = column;
  const { read_columns: before = [], ...rest } = reading;
  const stated = before.find((one) => one.column === name);
  const state = (taken: ColumnReading | null) => {
    const read = [
      ...before.filter((one) => one.column !== name),
      ...(taken === null ? [] : [{ column: name, ...taken }]),
    ];
    onChange(read.length === 0 ? rest : { ...rest, read_columns: read });
  };
  return (
    <span className="other-readings">
      {stated !== undefined && (
        <span>
          <button type="button" className="btn sml" disabled={busy} onClick={() => state(null)}>
            Read as detected
          </button>
        </span>
      )}
      {others.map((other) => {
        const words = wordsOf(other.reading);
        return (
          <span key={words}>
            <button
              type="button"
              className="btn sml"
              aria-label={`Read ${name} as ${words}`}
              disabled={busy}
              onClick={() => state(other.reading)}
            >
              Read as {words}
            </button>
            <small className="s3">{consequence(other)}</small>
          </span>
        );
      })}
    </span>
  );
}
