/** How numbers or days are made that no dataset has. */
const series =
  'Number the rows of a dataset that has enough: SELECT DATE ' +
  "'2024-01-01' + CAST(i - 1 AS INTEGER) AS day FROM (SELECT row_number() OVER () AS i FROM t) " +
  'WHERE i <= 31; or write them: FROM (VALUES (1), (2)) AS n(i).';
const now = "Write the day: DATE '2026-01-31'.";
const chance = 'Take a sample in a view, with a seed.';
const aText = "Write strftime(day, '%Y-%m').";

/** What does the same as functions that people know from other databases. */
export const instead: Readonly<Record<string, string>> = {
  to_timestamp: 'make_timestamp takes microseconds: make_timestamp(seconds * 1000000).',
  unnest:
    'Split the text into columns, missing where there is no such part, and turn these into rows: FROM ' +
    "(SELECT id, nullif(split_part(tags, ';', 1), '') AS a, nullif(split_part(tags, ';', 2), '') AS b " +
    'FROM t) UNPIVOT (tag FOR part IN (a, b)).',
  generate_series: series,
  range: series,
  to_date: "Write strptime(text, '%d/%m/%Y')::date.",
  str_to_date: "Write strptime(text, '%d/%m/%Y')::date.",
  to_char: aText,
  date_format: aText,
  format: aText,
  to_number: "Write try_cast(replace(text, ',', '') AS double).",
  try_to_number: "Write try_cast(replace(text, ',', '') AS double).",
  convert: 'Write try_cast(text AS double).',
  isnull: 'Write coalesce(x, 0), or x IS NULL.',
  nvl: 'Write coalesce(x, 0).',
  iif: 'Write if(x > 1, a, b), or CASE WHEN x > 1 THEN a ELSE b END.',
  decode: 'Write CASE x WHEN 1 THEN a ELSE b END.',
  charindex: "Write strpos(text, 'part').",
  initcap: 'Write upper(left(text, 1)) || lower(substr(text, 2)).',
  width_bucket: 'Write floor(x / 10) * 10.',
  percentile: 'Write quantile_cont(x, 0.9).',
  stdev: 'Write stddev(x).',
  var: 'Write var_samp(x).',
  dateadd: 'Write day + INTERVAL 3 DAY.',
  adddate: 'Write day + INTERVAL 3 DAY.',
  months_between: "Write date_diff('month', first, last).",
  timestampdiff: "Write date_diff('day', first, last).",
  now,
  convert_tz: "Write at AT TIME ZONE 'Europe/Berlin'.",
  convert_timezone: "Write at AT TIME ZONE 'Europe/Berlin'.",
  getdate: now,
  today: now,
  current_date: now,
  get_current_timestamp: now,
  random: chance,
  rand: chance,
};

/** How one sees the columns, through every door. */
export const columnsShown = 'select * from the dataset limit 1 shows the columns.';

/** Kinds of parts of a statement that are refused. */
export const refusedTypes: Readonly<Record<string, string>> = {
  TABLE_FUNCTION: 'Functions that make tables are not answered: name a dataset.',
  RECURSIVE_CTE_NODE:
    'Recursive expressions are not answered: join the dataset with itself once for each level.',
  SHOW_REF: `DESCRIBE, SUMMARIZE and SHOW are not answered: ${columnsShown}`,
  PIVOT: 'PIVOT is not answered: group by the columns, or ask for groups with across.',
  COLUMN_DATA: 'Only datasets are answered.',
};

/** What to do in place of those that often mean one thing. */
export const insteadOfTypes: Readonly<Record<string, string>> = {
  RECURSIVE_CTE_NODE: `For a row of each day or number: ${series.charAt(0).toLowerCase()}${series.slice(1)}`,
};

/** Fields of a part that are refused where they have a value. */
export const refusedFields: Readonly<Record<string, string>> = {
  at_clause: 'AT is not answered: datasets are asked as they are now.',
  sample: 'Samples are not answered here: take one in a view, with a seed.',
};
