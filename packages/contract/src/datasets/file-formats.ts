/** A format of files that is read beside CSV. */
interface KnownFormat {
  /** In words, such as Excel workbook. */
  readonly title: string;
  /** Endings of names, in lower case without the dot; the usual ones first. */
  readonly endings: readonly string[];
  /** What is read of it, in one line. */
  readonly about: string;
}

/** Every format that can be imported, by its name; readers are in `tables/formats`. */
export const fileFormats = {
  xlsx: {
    title: 'Excel workbook',
    endings: ['xlsx', 'xlsm', 'xltx', 'xltm'],
    about: 'Sheets and ranges; macros and formulas are never run.',
  },
  ods: {
    title: 'OpenDocument spreadsheet',
    endings: ['ods', 'ots'],
    about: 'As LibreOffice and Google Sheets write it.',
  },
  zip: {
    title: 'ZIP archive',
    endings: ['zip'],
    about: 'Of CSV files, workbooks and other files, each a dataset.',
  },
  gz: {
    title: 'file packed with gzip or Zstandard',
    endings: ['gz', 'zst', 'gzip', 'zstd'],
    about: 'Of a CSV file or another of these.',
  },
  tsv: {
    title: 'delimited text',
    endings: ['tsv', 'tab'],
    about: 'With tabs, semicolons, bars or commas; read as carefully as CSV.',
  },
  html: {
    title: 'web page',
    endings: ['html', 'htm'],
    about: 'Every table of a saved page.',
  },
  parquet: {
    title: 'Parquet file',
    endings: ['parquet', 'pq'],
    about: 'With its types; nested columns by their path.',
  },
  arrow: {
    title: 'Arrow or Feather file',
    endings: ['arrow', 'feather', 'arrows', 'ipc'],
    about: 'Also packed by LZ4 or Zstandard.',
  },
  json: {
    title: 'JSON',
    endings: ['json', 'jsonl', 'ndjson', 'geojson', 'json-seq', 'geojsonseq', 'geojsons'],
    about: 'Records, lines, columns or nested.',
  },
  fwf: {
    title: 'text of fixed width',
    endings: ['fwf', 'prn'],
    about: 'Borders of columns are found, or stated.',
  },
  sav: {
    title: 'SPSS file',
    endings: ['sav', 'zsav'],
    about: 'With labels and declared missing values.',
  },
  dta: {
    title: 'Stata file',
    endings: ['dta'],
    about: 'Of Stata 8 to 18, with labels.',
  },
  xpt: {
    title: 'SAS transport file',
    endings: ['xpt'],
    about: 'Of versions 5 and 8, with labels.',
  },
  sqlite: {
    title: 'SQLite database',
    endings: ['sqlite', 'sqlite3', 'db', 'db3', 'gpkg'],
    about: 'Its tables; nothing in it is run.',
  },
} as const satisfies Record<string, KnownFormat>;

/** The ending of a file name, in lower case without the dot; '' where there is none. */
export const endingOf = (name: string): string =>
  /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether a file of this name is imported; CSV and text of other names are uploaded as they are. */
export const isImported = (name: string): boolean =>
  Object.values(fileFormats).some(({ endings }) =>
    endings.some((ending) => ending === endingOf(name)),
  );

/** A title within a sentence: “is read as an Excel workbook”, “is read as JSON”. */
export function withArticle(title: string): string {
  if (title === 'JSON' || title.includes('text')) return title;
  return `${/^(?:[AEIO]|SPSS|SQL)/.test(title) ? 'an' : 'a'} ${title}`;
}
