import { looksLikeId, type Alert, type ColumnDescription } from '@columnist/contract';
import { literal } from '@columnist/tables/database/sql';
import type { FieldColumn } from '@columnist/tables/table/table-column';
import { isByChance, isNumberOfThings } from './numbers-of-things.ts';
import { runningNumber } from './running-number.ts';
import { col, counted, sayAlert, withoutRepeated } from './say-alert.ts';
import type { TableFacts } from './read-facts.ts';
import type { TextFindings } from './scan-texts.ts';
import { unitsOf } from './units.ts';

/** Share of rows that may repeat a key before it is none. */
const repeatedAtMost = 0.05;
const periodName =
  /(^|[^a-z])(year|date|day|month|week|hour|time|timestamp|epoch|unix|quarter|wave|period)([^a-z]|$)/i;
const pairsAtMost = 12;

/** Columns that name a row in nearly every case, and pairs of a group and a time that should. */
export async function duplicateKeys(
  table: TableFacts,
  columns: readonly ColumnDescription[],
  duplicateRows: number,
  texts: ReadonlyMap<string, TextFindings>,
): Promise<Alert[]> {
  const alerts: Alert[] = [];
  for (const column of table.reader.columns) {
    const known = columns.find(({ name }) => name === column.name);
    if (known === undefined) continue;
    const repeated = known.n - known.distinct;
    if (repeated <= 0 || repeated > repeatedAtMost * known.n || known.n < 10) continue;
    if (repeated <= duplicateRows || known.n < 0.9 * table.rows) continue;
    const isKey =
      looksLikeId(known.name, known.type, known.storage) ||
      (await isLettered(table, column, known)) ||
      (!isAmount(known, texts.get(known.name)) &&
        (isCopiedNumber(table, known) ||
          isNumbering(table, known) ||
          (await isCode(table, column, known))));
    if (isKey) alerts.push(await sayKey(table, column, repeated));
  }
  return alerts.length > 0 ? alerts : await pairsOf(table, columns, duplicateRows);
}

/**
 * Whether a column measures something, by the unit in its name, or by texts most of which are
 * numbers. Where all of them are, they were kept as text because they are codes.
 */
const isAmount = ({ name }: ColumnDescription, texts: TextFindings | undefined): boolean =>
  unitsOf(name) !== null || (texts !== undefined && texts.notNumbers.length > 0);

/** Numbers of rows under any name but one of times, which begin again by themselves. */
function isCopiedNumber({ numbers, every }: TableFacts, { name }: ColumnDescription): boolean {
  const facts = numbers.find((one) => one.name === name);
  return (
    every === 1 &&
    facts !== undefined &&
    !periodName.test(name) &&
    runningNumber(facts)?.isCopied === true
  );
}

/** Numbers that were given to things in any order, under a name that says nothing of it. */
function isNumbering({ numbers, every }: TableFacts, { name }: ColumnDescription): boolean {
  const facts = numbers.find((one) => one.name === name);
  return every === 1 && facts !== undefined && !periodName.test(name) && isNumberOfThings(facts);
}

const repeatsOf = (rows: number): string =>
  `${counted(rows, 'row')} ${rows === 1 ? 'repeats' : 'repeat'}`;

/** Texts of one form with digits in it, such as AC-0017. */
async function isCode(
  { reader }: TableFacts,
  { field }: FieldColumn,
  { type, storage, distinct, n }: ColumnDescription,
): Promise<boolean> {
  if (storage !== 'VARCHAR' || type === 'number' || distinct < 0.97 * n) return false;
  if (await isByChance(reader, field, n, n - distinct)) return false;
  const [row] = await reader.rows(
    `select max(n)::double from (select count(*) n from ${reader.source} where regexp_matches(${field}, '[0-9]') group by regexp_replace(regexp_replace(${field}, '[0-9]+', '9', 'g'), '[A-Za-z]+', 'A', 'g'))`,
  );
  return Number(row?.[0]) >= 0.95 * n;
}

/** Codes of letters before a number, which measure nothing whatever their column is called: K20017. */
async function isLettered(
  table: TableFacts,
  column: FieldColumn,
  known: ColumnDescription,
): Promise<boolean> {
  if (unitsOf(known.name) === null || !(await isCode(table, column, known))) return false;
  const [row] = await table.reader.rows(
    `select count(*)::double from ${table.reader.source} where regexp_full_match(${column.field}, '[A-Za-z]+[-_/ ]?[0-9]+')`,
  );
  return Number(row?.[0]) >= 0.95 * known.n;
}

async function sayKey(
  { reader }: TableFacts,
  { name, field }: FieldColumn,
  repeated: number,
): Promise<Alert> {
  const found = await reader.rows(
    `select ${field}::varchar from ${reader.source} where ${field} is not null group by ${field} having count(*) > 1 order by count(*) desc, 1 limit 3`,
  );
  const examples = found.map(([value]) => `‘${String(value).slice(0, 40)}’`);
  return sayAlert([name], {
    kind: 'duplicate_keys',
    severity: 'high',
    count: repeated,
    measure: repeated,
    rows: `${col(name)} is present and count(1, by: [${col(name)}]) > 1`,
    sort: [{ column: name, direction: 'ascending' }],
    said: `${name} names rows, but ${repeatsOf(repeated)} an earlier value, such as ${examples[0] ?? ''}.`,
    fix: 'Find out which of the rows is right, or whether the key was given twice.',
    remedy: withoutRepeated([name], repeated),
  });
}

/**
 * A group and a time that name nearly every row of a table with nearly all pairs of them: one row a
 * place and hour, but some twice.
 */
async function pairsOf(
  { reader, categories, rows }: TableFacts,
  columns: readonly ColumnDescription[],
  duplicateRows: number,
): Promise<Alert[]> {
  const times = columns.filter(
    ({ type, name, distinct, storage }) =>
      distinct > 3 &&
      distinct < rows &&
      (type === 'datetime' ||
        (periodName.test(name) && (type !== 'number' || storage.includes('INT')))),
  );
  const pairs = categories
    .filter(({ levels }) => levels.length >= 2)
    .flatMap((category) => times.map((time) => ({ category, time })))
    .filter(({ category, time }) => {
      const all = category.levels.length * time.distinct;
      const known = columns.find(({ name }) => name === category.name)?.n ?? 0;
      const both = Math.min(known, time.n);
      // Where the group is often missing, the rows with both are some of them by chance.
      return category.name !== time.name && both >= 0.8 * all && rows <= 1.03 * all;
    })
    .slice(0, pairsAtMost);
  for (const { category, time } of pairs) {
    const [group, moment] = [category.name, time.name].map(
      (name) => reader.columns.find((column) => column.name === name)?.field ?? literal(''),
    );
    const [row] = await reader.rows(
      `select coalesce(sum(n - 1), 0)::double from (select count(*) n from ${reader.source} where ${group} is not null and ${moment} is not null group by ${group}, ${moment})`,
    );
    const repeated = Number(row?.[0]);
    if (repeated > duplicateRows && repeated <= 0.02 * rows)
      return [
        sayAlert([category.name, time.name], {
          kind: 'duplicate_keys',
          severity: 'medium',
          count: repeated,
          measure: repeated,
          rows: `${col(category.name)} is present and ${col(time.name)} is present and count(1, by: [${col(category.name)}, ${col(time.name)}]) > 1`,
          sort: [
            { column: category.name, direction: 'ascending' },
            { column: time.name, direction: 'ascending' },
          ],
          said: `There is one row for each ${category.name} and ${time.name}, but ${repeatsOf(repeated)} an earlier pair.`,
          fix: 'Find out which of the rows is right.',
          remedy: withoutRepeated([category.name, time.name], repeated),
        }),
      ];
  }
  return [];
}
