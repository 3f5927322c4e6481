// One table of all functions, and so one file.
/**
 * What a value of an expression is. `missing` is the type of the word missing alone: it fits
 * everywhere.
 */
export const valueTypes = [
  'number',
  'text',
  'boolean',
  'date',
  'datetime',
  'time',
  'missing',
] as const;
export type ValueType = (typeof valueTypes)[number];

/**
 * `same`: of one type with the other arguments marked so; `moment`: a date or a date with time;
 * `datetime`: a date with time;
 * `number or moment`: what has an order that people ask for, and the result may be of its type;
 * `numbers`: a list of numbers written out; `pattern`: a regular expression written out.
 */
export type Parameter =
  | 'number'
  | 'text'
  | 'boolean'
  | 'moment'
  | 'number or moment'
  | 'clock'
  | 'any'
  | 'same'
  | 'numbers'
  | 'whole'
  | 'share'
  | 'literal text'
  | 'separator'
  | 'pattern'
  | 'number format'
  | 'date format'
  | 'time format'
  | 'datetime'
  | 'time zone';

export interface FunctionEntry {
  readonly parameters: readonly Parameter[];
  /** How many of the parameters may be left out, from the end. */
  readonly optional?: number;
  /** The last parameters, so many of them, may come again. */
  readonly repeats?: number;
  readonly result: ValueType | 'same';
  /**
   * Looks at other rows too: the rows in use, those of its group with `by:`, all rows with `over:
   * all`.
   */
  readonly overRows?: true;
  /** Depends on the order of the rows: that of the view's `sort`, else of the file. */
  readonly ordered?: true;
  readonly summary: string;
  readonly example: string;
}

/**
 * Every function of the language. A missing argument gives a missing result unless the summary says
 * otherwise.
 */
export const functions = {
  if: {
    parameters: ['boolean', 'same', 'same'],
    result: 'same',
    summary:
      'The second value where the condition holds, the third where it does not; missing ' +
      'where the condition is missing.',
    example: "if(age < 13, 'child', 'adult')",
  },
  case: {
    parameters: ['boolean', 'same', 'same'],
    repeats: 2,
    result: 'same',
    summary:
      'The value after the first condition that holds; the last value where none does, also where ' +
      'one is missing, counted in view_effects: case(age is missing, missing, …) leaves it missing.',
    example: "case(age < 13, 'child', age < 20, 'teen', 'adult')",
  },
  coalesce: {
    parameters: ['same', 'same'],
    repeats: 1,
    result: 'same',
    summary: 'The first value that is not missing.',
    example: 'coalesce(age, 0)',
  },
  abs: {
    parameters: ['number'],
    result: 'number',
    summary: 'Without its sign.',
    example: 'abs(delay)',
  },
  sign: {
    parameters: ['number'],
    result: 'number',
    summary: '−1, 0 or 1.',
    example: 'sign(delay)',
  },
  sqrt: {
    parameters: ['number'],
    result: 'number',
    summary: 'Square root; missing below 0.',
    example: 'sqrt(area)',
  },
  exp: { parameters: ['number'], result: 'number', summary: 'e to this power.', example: 'exp(x)' },
  log: {
    parameters: ['number'],
    result: 'number',
    summary: 'Natural logarithm; missing at 0 and below.',
    example: 'log(fare + 1)',
  },
  log10: {
    parameters: ['number'],
    result: 'number',
    summary: 'Logarithm to base 10; missing at 0 and below.',
    example: 'log10(pop)',
  },
  log2: {
    parameters: ['number'],
    result: 'number',
    summary: 'Logarithm to base 2; missing at 0 and below.',
    example: 'log2(ratio)',
  },
  round: {
    parameters: ['number', 'whole'],
    optional: 1,
    result: 'number',
    summary:
      'To the nearest number with so many digits after the point (none if left out); halves away ' +
      'from 0, as they are written (0.145 gives 0.15).',
    example: 'round(fare, 1)',
  },
  floor: {
    parameters: ['number'],
    result: 'number',
    summary: 'The next whole number below.',
    example: 'floor(age / 10) * 10',
  },
  ceil: {
    parameters: ['number'],
    result: 'number',
    summary: 'The next whole number above.',
    example: 'ceil(hours)',
  },
  least: {
    parameters: ['number', 'number'],
    repeats: 1,
    result: 'number',
    summary: 'The smallest of the values; missing if one is missing.',
    example: 'least(low, high)',
  },
  greatest: {
    parameters: ['number', 'number'],
    repeats: 1,
    result: 'number',
    summary: 'The largest of the values; missing if one is missing.',
    example: 'greatest(low, high)',
  },
  bin: {
    parameters: ['number', 'numbers'],
    result: 'text',
    summary:
      'The interval it lies in, lower bound included, the last upper bound too; missing outside.',
    example: 'bin(age, [0, 13, 20, 60])',
  },
  lower: {
    parameters: ['text'],
    result: 'text',
    summary: 'In lower case.',
    example: 'lower(name)',
  },
  upper: {
    parameters: ['text'],
    result: 'text',
    summary: 'In upper case.',
    example: 'upper(code)',
  },
  trim: {
    parameters: ['text'],
    result: 'text',
    summary: 'Without spaces at both ends.',
    example: 'lower(trim(name))',
  },
  length: {
    parameters: ['text'],
    result: 'number',
    summary: 'Number of characters.',
    example: 'length(name)',
  },
  substr: {
    parameters: ['text', 'whole', 'whole'],
    optional: 1,
    result: 'text',
    summary: 'Characters from a place (the first is 1), so many of them or to the end.',
    example: 'substr(code, 1, 3)',
  },
  replace: {
    parameters: ['text', 'literal text', 'literal text'],
    result: 'text',
    summary: 'Every occurrence of the second text is replaced by the third.',
    example: "replace(cost, ' EUR', '')",
  },
  part: {
    parameters: ['text', 'separator', 'whole'],
    result: 'text',
    summary:
      'Of the parts between a separator that with this number (the first is 1), without spaces ' +
      'at its ends; missing where there is none or where it is empty.',
    example: "part(name, ', ', 1)",
  },
  part_from: {
    parameters: ['text', 'separator', 'whole'],
    result: 'text',
    summary:
      'The parts from that with this number to the last, with the separators between them, ' +
      'without spaces at the ends; missing where there is none.',
    example: "part_from(name, ' ', 2)",
  },
  concat: {
    parameters: ['text', 'text'],
    repeats: 1,
    result: 'text',
    summary: 'The texts one after the other; missing if one is missing.',
    example: "concat(first, ' ', last)",
  },
  contains: {
    parameters: ['text', 'text'],
    result: 'boolean',
    summary: 'Whether the second text occurs in the first; upper and lower case are the same.',
    example: "contains(name, 'mrs')",
  },
  starts_with: {
    parameters: ['text', 'text'],
    result: 'boolean',
    summary: 'Whether it begins so; upper and lower case are the same.',
    example: "starts_with(code, 'a')",
  },
  ends_with: {
    parameters: ['text', 'text'],
    result: 'boolean',
    summary: 'Whether it ends so; upper and lower case are the same.',
    example: "ends_with(file, '.csv')",
  },
  matches: {
    parameters: ['text', 'pattern'],
    result: 'boolean',
    summary:
      'Whether a regular expression (RE2) is found in the text; (?i) at its beginning makes upper and ' +
      'lower case the same.',
    example: String.raw`matches(code, '^[A-Z]{2}\d+$')`,
  },
  extract: {
    parameters: ['text', 'pattern', 'whole'],
    optional: 1,
    result: 'text',
    summary:
      'What a regular expression finds first, or its group with this number; missing where it finds ' +
      'nothing or an empty text.',
    example: String.raw`extract(cost, '([\d.,]+) EUR', 1)`,
  },
  replace_matches: {
    parameters: ['text', 'pattern', 'literal text'],
    result: 'text',
    summary:
      String.raw`Everything that a regular expression finds is replaced by the third text; \1 in it is ` +
      'what the first group found.',
    example: String.raw`replace_matches(name, '(\w+), (\w+)', '\2 \1')`,
  },
  to_number: {
    parameters: ['text', 'number format'],
    optional: 1,
    result: 'number',
    summary:
      'Reads a number; a percent sign behind it is passed over (15.17% is 15.17). A second ' +
      "text shows how numbers are written, for example '1.234,56'. Missing where the text " +
      'is no number, counted in view_effects.',
    example: "to_number(cost, '1.234,56')",
  },
  to_date: {
    parameters: ['text', 'date format'],
    optional: 1,
    result: 'date',
    summary:
      'Reads a date that begins with its year or names its month (2026-01-31, 15-May-2017, ' +
      'Apr 13 2017 12:00:00 AM), a month of a year as its first day (2026-01, 2026-1, 2026/01, 01/2026, ' +
      'Jan 2026), or one written as the second text says: YYYY or YY (00–68 ' +
      'are 2000–2068), MM or MMM (name), DD, HH, or hh with A, mm, ss, Z (zone), X (Unix ' +
      'seconds), x (milliseconds), ' +
      '[text]. Missing where the text is none, counted in view_effects.',
    example: "to_date(code, 'DD.MM.YYYY')",
  },
  to_datetime: {
    parameters: ['text', 'date format'],
    optional: 1,
    result: 'datetime',
    summary: 'The same with its time of day; one with a zone is given in UTC.',
    example: "to_datetime(stamp, 'MM/DD/YYYY hh:mm A')",
  },
  to_time: {
    parameters: ['text', 'time format'],
    optional: 1,
    result: 'time',
    summary:
      'Reads a time of day: 9:30, 09:30:15.5, 9:30 PM, or one written as the second text says, ' +
      'in the words of to_date. Missing where the text is none, counted in view_effects.',
    example: "to_time(stamp, 'MM/DD/YYYY hh:mm A')",
  },
  to_duration: {
    parameters: ['text'],
    result: 'number',
    summary:
      'Reads how long something takes, in seconds: 1:30 (hours and minutes), 26:03:09.5, ' +
      '2 days 3:00, 1h 30m, 90 min, P1DT2H. Missing where the text is none, counted in ' +
      'view_effects.',
    example: 'to_duration(stamp) / 60',
  },
  to_text: {
    parameters: ['any'],
    result: 'text',
    summary: 'As text, numbers in their shortest form.',
    example: 'to_text(year)',
  },
  year: { parameters: ['moment'], result: 'number', summary: 'The year.', example: 'year(date)' },
  quarter: {
    parameters: ['moment'],
    result: 'number',
    summary: '1 to 4.',
    example: 'quarter(date)',
  },
  month: { parameters: ['moment'], result: 'number', summary: '1 to 12.', example: 'month(date)' },
  week: {
    parameters: ['moment'],
    result: 'number',
    summary: 'Week of the year, ISO 8601; isoyear is the year that it belongs to.',
    example: 'week(date)',
  },
  isoyear: {
    parameters: ['moment'],
    result: 'number',
    summary: 'The year that the week belongs to, ISO 8601: 2025 on 30 December 2024.',
    example: 'isoyear(date) * 100 + week(date)',
  },
  day: {
    parameters: ['moment'],
    result: 'number',
    summary: 'Day of the month.',
    example: 'day(date)',
  },
  weekday: {
    parameters: ['moment'],
    result: 'number',
    summary: '1 (Monday) to 7 (Sunday).',
    example: 'weekday(date)',
  },
  hour: {
    parameters: ['clock'],
    result: 'number',
    summary: '0 to 23.',
    example: 'hour(time_hour)',
  },
  minute: {
    parameters: ['clock'],
    result: 'number',
    summary: '0 to 59.',
    example: 'minute(time_hour)',
  },
  date: {
    parameters: ['moment'],
    result: 'date',
    summary: 'The date alone.',
    example: 'date(time_hour)',
  },
  local_time: {
    parameters: ['datetime', 'time zone'],
    result: 'datetime',
    summary:
      'The clock of a place at a moment in UTC, by the name of its time zone, summer time ' +
      'included: hour(local_time(seen, …)) is the hour there.',
    example: "local_time(time_hour, 'America/New_York')",
  },
  days_between: {
    parameters: ['moment', 'moment'],
    result: 'number',
    summary: 'Days from the first date to the second, hours left out.',
    example: 'days_between(start, end)',
  },
  seconds_between: {
    parameters: ['moment', 'moment'],
    result: 'number',
    summary: 'Seconds from the first moment to the second, with their fraction.',
    example: 'seconds_between(start, end) / 3600',
  },
  mean: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Mean over the rows; of a condition the share of those that meet it.',
    example: 'mean(fare, by: class)',
  },
  median: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Median over the rows (type 7).',
    example: 'median(age, by: class)',
  },
  quantile: {
    parameters: ['number', 'share'],
    overRows: true,
    result: 'number',
    summary: 'Quantile over the rows (type 7) at a share from 0 to 1.',
    example: 'quantile(fare, 0.9, by: class)',
  },
  mode: {
    parameters: ['same'],
    overRows: true,
    result: 'same',
    summary: 'The most frequent value over the rows; of several the smallest.',
    example: 'mode(port, by: class)',
  },
  sd: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Standard deviation over the rows (divisor n − 1).',
    example: 'sd(fare)',
  },
  sum: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Sum over the rows; of a condition how many meet it.',
    example: 'fare / sum(fare)',
  },
  min: {
    parameters: ['number or moment'],
    overRows: true,
    result: 'same',
    summary: 'Smallest number, or earliest date, over the rows.',
    example: 'min(age, by: class)',
  },
  max: {
    parameters: ['number or moment'],
    overRows: true,
    result: 'same',
    summary: 'Largest number, or latest date, over the rows.',
    example: 'max(age)',
  },
  count: {
    parameters: ['any'],
    overRows: true,
    result: 'number',
    summary: 'How many rows have a value.',
    example: 'count(cabin, by: class)',
  },
  group_mean: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Mean over the rows of its group; the same as mean with by.',
    example: 'group_mean(fare, by: class)',
  },
  zscore: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Distance from the mean in standard deviations (divisor n − 1).',
    example: 'zscore(fare)',
  },
  minmax: {
    parameters: ['number'],
    overRows: true,
    result: 'number',
    summary: 'Scaled so that the smallest value is 0 and the largest 1.',
    example: 'minmax(fare)',
  },
  rank: {
    parameters: ['number or moment'],
    overRows: true,
    result: 'number',
    summary:
      'Place of a number or date in ascending order; ties share their mean place, but not that of row_number.',
    example: 'rank(fare)',
  },
  row_number: {
    parameters: [],
    overRows: true,
    ordered: true,
    result: 'number',
    summary:
      'Number of the row from 1, in the order of sort, else of the file; equal values have different numbers.',
    example: 'row_number(by: shop)',
  },
  previous: {
    parameters: ['same', 'whole'],
    optional: 1,
    overRows: true,
    ordered: true,
    result: 'same',
    summary:
      'The value of the row before, or so many rows before, in the order of sort, else of the file.',
    example: 'price - previous(price)',
  },
  next: {
    parameters: ['same', 'whole'],
    optional: 1,
    overRows: true,
    ordered: true,
    result: 'same',
    summary:
      'The value of the row after, or so many rows after, in the order of sort, else of the file.',
    example: 'next(price, 2, by: shop)',
  },
  last_present: {
    parameters: ['same'],
    overRows: true,
    ordered: true,
    result: 'same',
    summary:
      'The value of this row, or the last present one above it, in the order of sort, else of the file.',
    example: 'last_present(price, by: shop)',
  },
  code: {
    parameters: ['text'],
    overRows: true,
    result: 'number',
    summary: 'The place of the text among all texts in alphabetical order, from 1.',
    example: 'code(species)',
  },
  cumulative_sum: {
    parameters: ['number'],
    overRows: true,
    ordered: true,
    result: 'number',
    summary:
      'Sum of the values up to this row, in the order of sort, else of the file; missing values are passed over.',
    example: 'cumulative_sum(sales, by: shop)',
  },
} as const satisfies Record<string, FunctionEntry>;

export type FunctionName = keyof typeof functions;
export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name);
export const functionOf = (name: FunctionName): FunctionEntry => functions[name];
