import {
  encodingTitle,
  firstInDates,
  withArticle,
  type Admission,
  type Dialect,
} from '@columnist/contract';

const names: Record<string, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  ' ': 'Space',
  ', ': 'Comma and space',
};
const some = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const inPercent = (share: number): string =>
  share > 0.995 ? 'more than 99 %' : `${Math.round(100 * share)} %`;

/** What was detected in a file, and the count that speaks for it. */
export function explainReading(
  dialect: Dialect,
  { rows_read: rows, source }: Pick<Admission, 'rows_read' | 'source'>,
): string[] {
  if (source !== undefined) return explainImport(dialect, rows, source);
  return explainText(dialect, rows);
}

/** What of a file of another format was read. */
function explainImport(
  dialect: Dialect,
  rows: number,
  { title, table, range, tables, typed }: NonNullable<Admission['source']>,
): string[] {
  const { width, header_rows: headers, preamble_lines: preamble, missing_words: words } = dialect;
  const which =
    table === null
      ? `The file is read as ${withArticle(title)}.`
      : `“${table}”${tables === 1 ? '' : `, of ${some(tables, 'table')} in the file,`} is read as ${withArticle(title)}${range === null ? '' : `, cells ${range}`}.`;
  if (!typed) return [which, ...explainText(dialect, rows)];
  return [
    which,
    `${some(rows, 'row')} of ${some(width, 'column')}; each cell is of the type that the file gives it.`,
    ...(range === null
      ? []
      : [
          headers === 0
            ? 'The first row holds values: columns are numbered.'
            : headers === 1
              ? `Row ${(preamble + 1).toLocaleString('en')} holds the names.`
              : `${some(headers, 'row')} of names are joined.`,
        ]),
    ...(words.length === 0
      ? []
      : [`Missing, beside the empty cell: ${words.map((word) => `“${word}”`).join(', ')}.`]),
  ];
}

function explainText(dialect: Dialect, rows: number): string[] {
  const {
    delimiter,
    width,
    rows_of_width: even,
    quote,
    escape,
    encoding,
    encoding_confidence: confidence,
    byte_order_mark: mark,
    header_rows: headers,
    preamble_lines: preamble,
    comment,
    decimal_mark: decimal,
    date_order: order,
    line_ending: ending,
    missing_words: words,
  } = dialect;
  return [
    width === 1
      ? `One column: no delimiter makes an even table.`
      : `${names[delimiter] ?? `“${delimiter}”`}: ${even.toLocaleString('en')} of ` +
        `${some(rows, 'row')} ${rows === 1 ? 'has' : 'have'} ${some(width, 'field')}.`,
    ...(quote === null
      ? ['No field is in quotes.']
      : [
          `Fields may be in ${quote === '"' ? 'double' : 'single'} quotes; a quote within is ` +
            'written ' +
            `${escape === '\\' ? 'after a backslash' : escape === null ? 'as it is' : 'twice'}.`,
        ]),
    'The text is ' +
      `${encodingTitle(encoding)}${mark ? ', by its byte order mark' : encoding === 'utf-8' ? ', every byte of it' : confidence < 1 ? `, ${inPercent(confidence)} likely by its words` : ''}; ` +
      `lines end in ${ending === 'mixed' ? 'several ways' : ending.toUpperCase()}.`,
    headers === 0
      ? 'The first line holds values: columns are numbered.'
      : headers === 1
        ? `Line ${(preamble + 1).toLocaleString('en')} holds the names.`
        : `${some(headers, 'line')} of names are joined.`,
    ...(preamble > 0
      ? [
          `${some(preamble, 'line')} before it ${preamble === 1 ? 'is' : 'are'} no part of the table.`,
        ]
      : []),
    ...(comment === null ? [] : [`Lines that begin with “${comment}” are comments.`]),
    ...(decimal === ',' ? ['Numbers have decimal commas.'] : []),
    ...(order === null ? [] : [`Dates begin with the ${firstInDates[order]}.`]),
    ...(words.length === 0
      ? []
      : [`Missing, beside the empty cell: ${words.map((word) => `“${word}”`).join(', ')}.`]),
  ];
}
