import { DuckDBListValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';

/**
 * The exact profile of a relation as one would write it by hand in DuckDB: extent, mean and
 * quartiles in one scan; moments about
 * the mean, histogram, outliers and correlations in a second; and on another connection at the same
 * time what is distinct.
 */
const bins = 20;
const numeric =
  /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|FLOAT|DOUBLE|DECIMAL)/;
const temporal = /^(DATE|TIME)/;

interface Column {
  readonly name: string;
  /** Quoted for SQL. */
  readonly at: string;
  readonly kind: 'number' | 'time' | 'text' | 'other';
}
interface Extent {
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly q1: number;
  readonly q3: number;
}
interface Profile {
  readonly rows: number;
  /** Of every column, in the order of the statements. */
  readonly extents: readonly DuckDBValue[];
  readonly shapes: readonly DuckDBValue[];
  readonly groups: readonly (readonly DuckDBValue[])[];
}

const firstRow = async (connection: DuckDBConnection, sql: string): Promise<DuckDBValue[]> =>
  (await connection.runAndReadAll(sql)).getRows()[0] ?? [];

const literal = (value: number): string => (Number.isFinite(value) ? `(${value}::double)` : 'null');

function kindOf(type: string): Column['kind'] {
  if (numeric.test(type)) return 'number';
  if (temporal.test(type)) return 'time';
  return type === 'VARCHAR' ? 'text' : 'other';
}

/** What the first scan gathers of a column. */
function gathered({ at, kind }: Column): string[] {
  const always = [`count(${at})`, `min(${at})`, `max(${at})`];
  switch (kind) {
    case 'number':
      return [...always, `favg(${at})`, `quantile_cont(${at}, [0.25, 0.5, 0.75])`];
    case 'time':
      return [...always, `quantile_disc(${at}, 0.5)`];
    case 'text':
      return [...always, `min(length(${at}))`, `max(length(${at}))`, `avg(length(${at}))`];
    case 'other':
      return always;
  }
}

function extentOf([, low, high, mean, quartiles]: readonly DuckDBValue[]): Extent {
  const [q1, , q3] = quartiles instanceof DuckDBListValue ? quartiles.items : [];
  return {
    low: Number(low),
    high: Number(high),
    mean: Number(mean),
    q1: Number(q1),
    q3: Number(q3),
  };
}

/** What the second scan gathers of a column of numbers. */
function shaped(at: string, { low, high, mean, q1, q3 }: Extent): string[] {
  const centred = `(${at}::double - ${literal(mean)})`;
  const width = (high - low) / bins || 1;
  const reach = 1.5 * (q3 - q1);
  return [
    `avg(${centred})`,
    `stddev_samp(${centred})`,
    `skewness(${centred})`,
    `kurtosis(${centred})`,
    `histogram(greatest(0, least(${bins - 1}, floor((${at}::double - ${literal(low)}) / ` +
      `${literal(width)})))::utinyint)`,
    `count(*) filter (where ${at} < ${literal(q1 - reach)} or ${at} > ${literal(q3 + reach)})`,
  ];
}

const mostFrequent = (at: string, relation: string): string =>
  `with g as materialized (select ${at} v, count(*) n from ${relation} where ${at} is not null group by 1),
     m as (select list({v: v, n: n}) top from (from g order by n desc, v limit 10))
   select (select count(*) from g), top from m`;

/** The profile; two connections of one instance share its threads. */
export async function profileByHand(
  one: DuckDBConnection,
  other: DuckDBConnection,
  relation: string,
): Promise<Profile> {
  const described = (await one.runAndReadAll(`describe select * from ${relation}`)).getRows();
  const columns = described.map(([name, type]): Column => ({
    name: String(name),
    at: `"${String(name).replaceAll('"', '""')}"`,
    kind: kindOf(String(type)),
  }));
  const scans = async (): Promise<Omit<Profile, 'groups'>> => {
    const [rows, ...extents] = await firstRow(
      one,
      `select ${['count(*)', ...columns.flatMap(gathered)].join()} from ${relation}`,
    );
    let from = 0;
    const numbers: { readonly at: string; readonly extent: Extent }[] = [];
    for (const column of columns) {
      const to = from + gathered(column).length;
      if (column.kind === 'number')
        numbers.push({ at: column.at, extent: extentOf(extents.slice(from, to)) });
      from = to;
    }
    const correlations = numbers.flatMap((x, i) =>
      numbers.slice(i + 1).map((y) => `corr(${x.at}, ${y.at})`),
    );
    const asked = [...numbers.flatMap(({ at, extent }) => shaped(at, extent)), ...correlations];
    const shapes =
      asked.length === 0 ? [] : await firstRow(one, `select ${asked.join()} from ${relation}`);
    return { rows: Number(rows), extents, shapes };
  };
  const group = async (): Promise<DuckDBValue[][]> => {
    const groups: DuckDBValue[][] = [];
    for (const { at } of columns) groups.push(await firstRow(other, mostFrequent(at, relation)));
    return groups;
  };
  const [scanned, groups] = await Promise.all([scans(), group()]);
  return { ...scanned, groups };
}
