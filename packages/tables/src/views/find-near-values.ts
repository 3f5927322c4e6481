import { nearestNames, sayExpression, type Expression } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Sql } from '../database/sql.ts';
import type { FieldColumn } from '../table/table-column.ts';

const comparisonsLookedAt = 5;
const valuesLookedAt = 1000;
const charactersCompared = 100;

interface Comparison {
  readonly column: FieldColumn;
  readonly value: string;
}

/**
 * Near values, as conditions, of the columns whose texts a filter asks for though no row has them;
 * none where there are none. In a filter that keeps rows, a value that every row kept must be equal
 * to is one that there is.
 */
export async function findNearValues(
  connection: DuckDBConnection,
  { source, columns }: { readonly source: string; readonly columns: readonly FieldColumn[] },
  filter: Expression,
  isEmpty: boolean,
): Promise<string[]> {
  const asked = comparisons(filter, columns, !isEmpty).slice(0, comparisonsLookedAt);
  const nearest: string[] = [];
  for (const { column, value } of asked) {
    const values = await distinctTexts(connection, column.field, { text: source, values: [] });
    if (values.includes(value)) continue;
    nearest.push(
      ...nearValues(value, values).map((one) =>
        sayExpression({
          kind: 'call',
          name: '=',
          args: [
            { kind: 'column', name: column.name, span },
            { kind: 'text', text: one, span },
          ],
          by: [],
          span,
        }),
      ),
    );
  }
  return [...new Set(nearest)];
}

/** The different texts of a field of a relation, in order; none where there are too many to compare. */
export async function distinctTexts(
  connection: DuckDBConnection,
  field: string,
  { text: relation, values }: Sql,
): Promise<string[]> {
  const read = await connection.runAndReadAll(
    `select distinct left(${field}, ${charactersCompared}) from ${relation} where ${field} is not null limit ${valuesLookedAt + 1}`,
    values,
  );
  const texts = read.getRows().map(([one]) => String(one));
  return texts.length > valuesLookedAt ? [] : texts.toSorted();
}

/** Without case, accents, marks and spaces. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Values that differ in case, accents, marks or spaces alone; else those a few letters apart. */
export function nearValues(wanted: string, values: readonly string[]): string[] {
  const alike = values.filter((one) => bare(one) === bare(wanted) && bare(one) !== '');
  return alike.length > 0 ? alike.slice(0, 3) : nearestNames(wanted.trim(), values);
}

const span = { from: 0, to: 0 };

const equalities: ReadonlySet<string> = new Set(['=', '!=', 'in', 'not in']);

/**
 * Columns of texts in the file beside texts written out that they are compared with for equality.
 * `holds`: the node is true in some row.
 */
function comparisons(
  node: Expression,
  columns: readonly FieldColumn[],
  holds: boolean,
): Comparison[] {
  if (node.kind !== 'call') return [];
  if (!equalities.has(node.name))
    return node.args.flatMap((arg) => comparisons(arg, columns, holds && node.name === 'and'));
  if (holds && node.name === '=') return [];
  const parts = node.args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg]));
  const named = parts.flatMap((part) => (part.kind === 'column' ? [part.name] : []));
  const column = columns.find(({ name }) => name === named[0]);
  return column?.storage === 'VARCHAR'
    ? parts.flatMap((part) => (part.kind === 'text' ? [{ column, value: part.text }] : []))
    : [];
}
