import { readMoment, sayExpression, type Expression } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';

type CallExpression = Extract<Expression, { kind: 'call' }>;

const comparisonsLookedAt = 5;

/** Where a day alone, which is its midnight, leaves out or keeps the rest of the day. */
const midnightMatters: ReadonlySet<string> = new Set(['=', '!=', 'in', 'not in', 'between']);
const behind: ReadonlySet<string> = new Set(['<=', '>']);
const mirrored: ReadonlySet<string> = new Set(['>=', '<']);

interface Compared {
  readonly column: FieldColumn;
  /** Days whose moments after midnight are on another side than people mean. */
  readonly days: readonly string[];
  readonly written: Expression;
}

/**
 * A filter by whole days, where one compares columns of moments with days and there are moments on
 * these days: beside moments a day is its midnight alone. Undefined where nothing would be another.
 */
export async function findWholeDays(
  connection: DuckDBConnection,
  { source, columns }: { readonly source: string; readonly columns: readonly FieldColumn[] },
  filter: Expression,
): Promise<string | undefined> {
  const moments = columns.filter(({ storage }) => storage.startsWith('TIMESTAMP'));
  if (moments.length === 0) return undefined;
  const meant = new Map<Expression, Expression>();
  for (const node of callsOf(filter)) {
    const compared = readCompared(node, moments);
    if (compared === null || meant.size === comparisonsLookedAt) continue;
    const {
      column: { field },
      days,
      written,
    } = compared;
    const midnight = 'cast(? as timestamp)';
    const withinDay = `(${field} > ${midnight} and ${field} < ${midnight} + interval 1 day)`;
    const found = await connection.runAndReadAll(
      `select 1 from ${source} where ${days.map(() => withinDay).join(' or ')} limit 1`,
      days.flatMap((day) => [day, day]),
    );
    if (found.currentRowCount > 0) meant.set(node, written);
  }
  return meant.size === 0 ? undefined : sayExpression(rewritten(filter, meant));
}

const callsOf = (node: Expression): CallExpression[] =>
  node.kind === 'call' ? [node, ...node.args.flatMap(callsOf)] : [];

function rewritten(node: Expression, meant: ReadonlyMap<Expression, Expression>): Expression {
  if (node.kind !== 'call') return node;
  return meant.get(node) ?? { ...node, args: node.args.map((arg) => rewritten(arg, meant)) };
}

/** A comparison of a column of moments with days alone; null where it is none or midnight is right. */
function readCompared(node: CallExpression, moments: readonly FieldColumn[]): Compared | null {
  const { name, args, span } = node;
  const call = (of: string, parts: readonly Expression[]): Expression => ({
    kind: 'call',
    name: of,
    args: parts,
    by: [],
    span,
  });
  const at = args.findIndex((arg) => arg.kind === 'column');
  const named = args[at];
  const column = moments.find((one) => named?.kind === 'column' && one.name === named.name);
  if (column === undefined || named === undefined) return null;
  if (!midnightMatters.has(name) && !(at === 0 ? behind : mirrored).has(name)) return null;
  const values = args.flatMap((arg) =>
    arg === named ? [] : arg.kind === 'list' ? arg.items : [arg],
  );
  const days = values.flatMap((one) => (one.kind === 'text' && isDay(one.text) ? [one.text] : []));
  const date = call('date', [named]);
  if (days.length === values.length)
    return {
      column,
      days: name === 'between' ? days.slice(1) : days,
      written: call(
        name,
        args.map((arg) => (arg === named ? date : arg)),
      ),
    };
  const [low, high] = values;
  return name === 'between' && low !== undefined && high?.kind === 'text' && isDay(high.text)
    ? {
        column,
        days: [high.text],
        written: call('and', [call('>=', [named, low]), call('<=', [date, high])]),
      }
    : null;
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && readMoment(text) !== null;
