/** What the values of a column look like. */
export type Candidate = 'number' | 'boolean' | 'date' | 'timestamp' | 'timestamptz' | 'time' | 'text' | 'unknown';

/** Read as missing in every column; the empty cell always is. */
export const missingWords = ['NA', 'N/A', '#N/A', 'NULL', 'null'] as const;
/** Read as missing beside these where the rest of the column is numbers, dates or true and false. */
export const missingMarks = ['n/a', 'na', 'NaN', 'nan', 'NAN', 'Null', 'None', 'none', 'nil', '-', '--', '?', '.', '#NULL!', '#VALUE!', '#DIV/0!', '#REF!', '#NUM!'] as const;
export const allMissing: readonly string[] = [...missingWords, ...missingMarks];

/** The same patterns decide in TypeScript on a sample and in SQL (RE2) on the whole column. */
export const patterns = {
  number: String.raw`\s*-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*|\s*[+-]?(?:inf|Inf|INF|infinity|Infinity)\s*`,
  boolean: 'true|false|True|False|TRUE|FALSE',
  date: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  timestamp: String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?`,
  timestamptz: String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)`,
  time: String.raw`[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?`,
} as const;
/** A number that keeps its leading zero is a code. */
export const zeroPadded = String.raw`\s*-?0[0-9].*`;

const order = ['number', 'boolean', 'date', 'timestamp', 'timestamptz', 'time'] as const;
const tests = order.map((candidate) => ({ candidate, test: new RegExp(`^(?:${patterns[candidate]})$`) }));

/** The one form that all values have; text where they have none in common, unknown where none is present. */
export function classifyValues(values: readonly string[]): Candidate {
  const present = values.filter((value) => value !== '' && !allMissing.includes(value));
  if (present.length === 0) return 'unknown';
  return tests.find(({ test }) => present.every((value) => test.test(value)))?.candidate ?? 'text';
}
