import {
  dateOrders,
  encodingTitle,
  encodingTitles,
  type Dataset,
  type Reading,
} from '@columnist/contract';
import { Select } from 'antd';
import { delimiterName } from '../../lib/reading-words.ts';

interface Props {
  readonly dataset: Dataset;
  readonly reading: Reading;
  readonly busy: boolean;
  readonly onChange: (reading: Reading) => void;
}

type Choice = { readonly value: string; readonly label: string };
const detect = '';
const delimiters: Choice[] = [',', ';', '\t', '|', ' ', ':', ', ', '||', '~', '^'].map((value) => ({
  value,
  label:
    { ', ': 'Comma and space', '||': 'Two bars' }[value] ?? capital(delimiterName(value) ?? value),
}));
const encodings: Choice[] = Object.entries(encodingTitles).map(([value, label]) => ({
  value,
  label,
}));
const numbers = (from: number, to: number): Choice[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    value: String(from + i),
    label: String(from + i),
  }));

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What of it sheets have, and what it is called there. */
const rowLabels: Partial<Record<keyof Reading, string>> = {
  skip_lines: 'Rows before the table',
  header_rows: 'Rows of names',
};

/** Every choice of how the file is read; “Detected” leaves it to the file. */
export function ReadingForm({ dataset, reading, busy, onChange }: Props) {
  const { dialect, admission } = dataset;
  const without = (name: keyof Reading): Reading =>
    Object.fromEntries(Object.entries(reading).filter(([key]) => key !== name));
  const fields: readonly {
    name: keyof Reading;
    label: string;
    value: string;
    detected: string;
    options: Choice[];
    parse: (value: string) => Reading;
  }[] = [
    {
      name: 'delimiter',
      label: 'Delimiter',
      value: reading.delimiter ?? detect,
      detected: capital(delimiterName(dialect.delimiter) ?? 'none'),
      options: delimiters,
      parse: (delimiter) => ({ delimiter }),
    },
    {
      name: 'quote',
      label: 'Quote',
      value: reading.quote ?? detect,
      detected: dialect.quote === null ? 'none' : dialect.quote === '"' ? 'double' : 'single',
      options: [
        { value: '"', label: 'Double quotes' },
        { value: "'", label: 'Single quotes' },
        { value: 'none', label: 'None' },
      ],
      parse: (value) => ({ quote: value === "'" ? "'" : value === 'none' ? 'none' : '"' }),
    },
    {
      name: 'escape',
      label: 'Quote in a quoted field',
      value: reading.escape ?? detect,
      detected: dialect.escape === '\\' ? 'after a backslash' : 'doubled',
      options: [
        { value: 'doubled', label: 'Doubled' },
        { value: 'backslash', label: 'After a backslash' },
        { value: 'none', label: 'As it is' },
      ],
      parse: (value) => ({
        escape: value === 'backslash' ? 'backslash' : value === 'none' ? 'none' : 'doubled',
      }),
    },
    {
      name: 'encoding',
      label: 'Encoding',
      value: reading.encoding ?? detect,
      detected: encodingTitle(dialect.encoding),
      options: encodings,
      parse: (encoding) => ({ encoding }),
    },
    {
      name: 'skip_lines',
      label: 'Lines before the table',
      value: reading.skip_lines?.toString() ?? detect,
      detected: String(dialect.preamble_lines),
      options: numbers(0, 20),
      parse: (value) => ({ skip_lines: Number(value) }),
    },
    {
      name: 'header_rows',
      label: 'Lines of names',
      value: reading.header_rows?.toString() ?? detect,
      detected: String(dialect.header_rows),
      options: numbers(0, 5),
      parse: (value) => ({ header_rows: Number(value) }),
    },
    {
      name: 'decimal_mark',
      label: 'Decimal mark',
      value: reading.decimal_mark ?? detect,
      detected: dialect.decimal_mark === ',' ? 'comma' : 'point',
      options: [
        { value: '.', label: 'Point' },
        { value: ',', label: 'Comma' },
      ],
      parse: (value) => ({ decimal_mark: value === ',' ? ',' : '.' }),
    },
    {
      name: 'date_order',
      label: 'Dates begin with',
      value: reading.date_order ?? detect,
      detected:
        dialect.date_order === null
          ? 'the year, or unclear'
          : dialect.date_order === 'dmy'
            ? 'the day'
            : dialect.date_order === 'mdy'
              ? 'the month'
              : 'a year of two digits',
      options: [
        { value: 'dmy', label: 'Day' },
        { value: 'mdy', label: 'Month' },
        { value: 'ymd', label: 'Year of two digits' },
      ],
      parse: (value) => ({ date_order: dateOrders.find((order) => order === value) ?? 'dmy' }),
    },
  ];
  // A file that types its cells says everything else itself.
  const isTyped = admission.source?.typed === true;
  const shown = isTyped ? fields.filter(({ name }) => name in rowLabels) : fields;
  if (isTyped && admission.source?.range === null) return null;
  return (
    <form className="reading" aria-label="How the file is read">
      {shown.map(({ name, label, value, detected, options, parse }) => (
        <div key={name}>
          <label htmlFor={`reading-${name}`}>{isTyped ? (rowLabels[name] ?? label) : label}</label>
          <Select
            id={`reading-${name}`}
            size="small"
            value={value}
            disabled={busy}
            popupMatchSelectWidth={false}
            options={[{ value: detect, label: `Detected: ${detected}` }, ...options]}
            onChange={(chosen) =>
              onChange(chosen === detect ? without(name) : { ...reading, ...parse(chosen) })
            }
          />
        </div>
      ))}
    </form>
  );
}
