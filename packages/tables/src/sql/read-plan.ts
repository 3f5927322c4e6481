import type { SqlPage } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { NamedTable } from './run-statement.ts';

type Step = NonNullable<SqlPage['plan_steps']>[number];

/** A step of a plan as the database writes it. */
const planNode = z.object({
  name: z.string(),
  extra_info: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  get children() {
    return z.array(planNode);
  },
});
type PlanNode = z.infer<typeof planNode>;
const plan = z.array(planNode);

/** The plan as the database draws it, and in words; files are named as the statement names them. */
export async function planOf(
  connection: DuckDBConnection,
  text: string,
  tables: readonly NamedTable[],
): Promise<Pick<SqlPage, 'plan' | 'plan_steps'>> {
  const read = async (form: string): Promise<string> => {
    const found = (await connection.runAndReadAll(`explain ${form} ${text}`)).getRows();
    return found.map(([, value]) => String(value)).join('\n');
  };
  const named = (drawn: string): string =>
    tables.reduce((all, { name, table }) => all.replaceAll(table.parquet, name), drawn);
  const tree = plan.parse(JSON.parse(await read('(format json)')));
  return {
    plan: named(await read('')),
    plan_steps: tree.flatMap((node) => stepsOf(node, 0, tables)),
  };
}

/** A step and those below it; one that only hands columns on is left out. */
function stepsOf(node: PlanNode, depth: number, tables: readonly NamedTable[]): Step[] {
  const text = sayStep(node, tables);
  const below = (at: number): Step[] =>
    node.children.flatMap((child) => stepsOf(child, at, tables));
  if (text === null) return below(depth);
  const estimated = info(node, 'Estimated Cardinality');
  return [
    {
      depth,
      text,
      // Of many tables crossed an estimate is beyond what a whole number of JSON holds for certain.
      rows:
        estimated === '' ? null : Math.min(Math.round(Number(estimated)), Number.MAX_SAFE_INTEGER),
    },
    ...below(depth + 1),
  ];
}

/** What is said of a step under this name. */
function info({ extra_info: found }: PlanNode, name: string): string {
  const value = found[name] ?? '';
  return typeof value === 'string' ? value : value.join(', ');
}

/** A step in words; null where it only computes or hands on columns. */
function sayStep(node: PlanNode, tables: readonly NamedTable[]): string | null {
  const { name } = node;
  const [conditions, joined] = [info(node, 'Conditions'), info(node, 'Join Type').toLowerCase()];
  const order = info(node, 'Order By');
  if (name === 'PROJECTION') return null;
  if (name.endsWith('GROUP_BY')) return 'Gather the rows into groups';
  if (name.endsWith('AGGREGATE')) return 'Gather all rows into one';
  if (name === 'CROSS_PRODUCT') return 'Put each row beside each of the other';
  if (name.endsWith('JOIN'))
    return `Join${joined === '' ? '' : ` (${joined})`}${conditions === '' ? '' : ` where ${conditions}`}`;
  if (name === 'FILTER') return `Keep the rows where ${info(node, 'Expression')}`;
  if (name.endsWith('WINDOW')) return 'Compute over windows of rows';
  if (name === 'ORDER_BY') return `Sort by ${order}`;
  if (name === 'TOP_N') return `Keep the first ${info(node, 'Top')} by ${order}`;
  if (name.endsWith('LIMIT')) return 'Keep the first rows';
  if (name === 'UNION') return 'Put the rows below one another';
  if (name === 'CTE') return 'Make a table that is read more than once';
  if (name === 'CTE_SCAN') return 'Read the table that was made';
  if (name === 'DUMMY_SCAN' || name === 'COLUMN_DATA_SCAN')
    return 'Take the values of the statement';
  if (name.startsWith('READ_') || name.includes('SCAN')) return sayRead(node, tables);
  return name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** The database does not say which file is read: of one dataset alone it is known. */
function sayRead(node: PlanNode, [only, ...others]: readonly NamedTable[]): string {
  const filters = info(node, 'Filters');
  if (only === undefined || others.length > 0)
    return filters === '' ? 'Read a dataset' : 'Read some rows of a dataset';
  const named = filters.replaceAll(
    /\bc(\d+)\b/g,
    (field, place) => only.table.columns[Number(place) - 1]?.name ?? field,
  );
  return `Read ${only.name}${filters === '' ? '' : ` where ${named}`}`;
}
