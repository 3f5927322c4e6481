import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { inBatches } from './in-batches.ts';
import { Layers } from './layers.ts';

interface OfTable {
  readonly field: string;
}

/** What is asked of a column: aggregates over the cells of a field. */
type Ask<Column extends OfTable> = (
  column: Column,
  field: string,
  layers: Layers,
) => readonly string[];

/**
 * Columns of a table from which on those that are asked the same are asked together, where they are
 * so many. (For fewer, a group for each costs more than it saves.)
 */
const [wide, many] = [50, 4];
/** Rows up to which memory holds what is found of every different cell. */
export const fewRows = 5000;

/**
 * The answers of each column, in their order. To plan a question takes milliseconds for each column,
 * and more than that for thousands: in a wide table the columns that are asked the same become rows
 * of one column, so that it is planned once. Of a table of few `rows` each different cell is looked at
 * once.
 */
export const askColumns = <Column extends OfTable>(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  ask: Ask<Column>,
  rows = Infinity,
): Promise<(readonly DuckDBValue[])[]> =>
  askWidely(columns, ask, {
    apart: (some) => inBatches(some, (batch) => askApart(connection, table, batch, ask)),
    together: (group) => {
      const cells = unpivoted(table, group);
      return askTogether(
        connection,
        rows <= fewRows ? { cells, different: `(select distinct cell from ${cells})` } : { cells },
        group,
        ask,
      );
    },
  });

/** The same over the different cells of each column; `cells` is how many are like one. */
export const askCounted = <Column extends OfTable>(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  ask: Ask<Column>,
): Promise<(readonly DuckDBValue[])[]> =>
  askWidely(columns, ask, {
    apart: async (some) => {
      const answers: (readonly DuckDBValue[])[] = [];
      for (const column of some) {
        const counted = `(select ${column.field}, count(*) as cells from ${table} group by all)`;
        answers.push(...(await askApart(connection, counted, [column], ask)));
      }
      return answers;
    },
    together: (group) => {
      const counted = `(select place, cell, count(*) as cells from ${unpivoted(table, group)} group by all)`;
      return askTogether(connection, { cells: counted }, group, ask);
    },
  });

interface Ways<Column> {
  /** Asks each column by itself. */
  readonly apart: (columns: readonly Column[]) => Promise<(readonly DuckDBValue[])[]>;
  /** Asks columns that are asked the same. */
  readonly together: (columns: readonly Column[]) => Promise<(readonly DuckDBValue[])[]>;
}

async function askWidely<Column extends OfTable>(
  columns: readonly Column[],
  ask: Ask<Column>,
  { apart, together }: Ways<Column>,
): Promise<(readonly DuckDBValue[])[]> {
  if (columns.length <= wide) return apart(columns);
  const answers = new Map<Column, readonly DuckDBValue[]>();
  const put = (asked: readonly Column[], found: readonly (readonly DuckDBValue[])[]): void =>
    asked.forEach((column, i) => answers.set(column, found[i] ?? []));
  const groups = [
    ...Map.groupBy(columns, (column) => {
      const layers = new Layers('');
      return layers.select(ask(column, 'cell', layers).join(', ')).text;
    }).values(),
  ];
  for (const group of groups.filter(({ length }) => length >= many))
    put(group, await together(group));
  const others = groups.filter(({ length }) => length < many).flat();
  put(others, await apart(others));
  return columns.map((column) => answers.get(column) ?? []);
}

async function askApart<Column extends OfTable>(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
  ask: Ask<Column>,
): Promise<(readonly DuckDBValue[])[]> {
  const layers = new Layers(table);
  const asked = columns.map((column) => ask(column, column.field, layers));
  const { text, values } = layers.select(asked.flat().join(', '));
  const [row = []] = (await connection.runAndReadAll(text, values)).getRows();
  let start = 0;
  return asked.map(({ length }) => row.slice(start, (start += length)));
}

/** SQL of the cells of columns as rows, with the place of their column. */
export const unpivoted = (table: string, columns: readonly OfTable[], beside = ''): string =>
  `(select ${beside}unnest(range(${columns.length})) as place, ` +
  `unnest([${columns.map(({ field }) => field).join(', ')}]) as cell from ${table})`;

/** `different` are the cells once each: what is found of them is joined to all. */
async function askTogether<Column extends OfTable>(
  connection: DuckDBConnection,
  { cells, different }: { readonly cells: string; readonly different?: string },
  columns: readonly Column[],
  ask: Ask<Column>,
): Promise<(readonly DuckDBValue[])[]> {
  const [first] = columns;
  if (first === undefined) return [];
  const layers = new Layers(different ?? cells);
  const asked = ask(first, 'cell', layers).join(', ');
  const found = `(${layers.select('*').text})`;
  const joined =
    different === undefined
      ? found
      : `(select place, found.* from ${cells} as every join ${found} as found ` +
        'on every.cell is not distinct from found.cell)';
  const rows = await connection.runAndReadAll(
    `select ${asked} from ${joined} group by place order by place`,
  );
  return rows.getRows();
}
