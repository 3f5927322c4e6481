import { checkExpression, cleaningSteps, findColumn, fromFilter, fromJson, imputeStep, parseExpression, sayExpression, valueTypeOf, type Expression, type Typed, type View, type ViewStep } from '@columnist/contract';
import type { TableColumn } from '../columns/table-column.ts';

export interface NamedExpression {
  readonly name: string;
  readonly expression: Typed;
}

/** One part of a view, checked against the columns that there are when its turn comes. */
export type ViewStatement =
  | { readonly kind: 'set'; readonly said: string; readonly columns: readonly NamedExpression[] }
  | { readonly kind: 'keep'; readonly said: string; readonly condition: Typed }
  | { readonly kind: 'unique'; readonly said: string; readonly columns: readonly string[] }
  | { readonly kind: 'present'; readonly said: string; readonly columns: readonly string[] }
  | { readonly kind: 'sample'; readonly said: string; readonly n: number; readonly seed: number }
  | { readonly kind: 'sort'; readonly said: string; readonly keys: readonly { readonly column: string; readonly descending: boolean }[] };

/** A view as statements in the order in which its parts work. Throws invalid_expression, unknown_column. */
export function viewProgram(table: readonly TableColumn[], view: View): ViewStatement[] {
  const types = new Map(table.map((column) => [column.name, valueTypeOf(column)]));
  const columns = () => [...types].map(([name, type]) => ({ name, type }));
  const check = (expression: Expression): Typed => checkExpression(expression, columns());
  const known = (name: string): string => findColumn(columns(), name).name;
  const statements: ViewStatement[] = [];
  const apply = ({ said, replace, keep, unique }: ViewStep): void => {
    const replaced = replace.map(({ column, expression }) => ({ name: known(column), expression: check(expression) }));
    if (replaced.length > 0) statements.push({ kind: 'set', said, columns: replaced });
    for (const { name, expression } of replaced) types.set(name, expression.type);
    for (const condition of keep) statements.push({ kind: 'keep', said, condition: check(condition) });
    if (unique !== null) statements.push({ kind: 'unique', said, columns: unique === 'all' ? columns().map(({ name }) => name) : unique.map(known) });
  };
  for (const step of view.clean ?? []) apply(cleaningSteps(step));
  for (const step of view.impute ?? []) apply(imputeStep(step));
  for (const { name, expression } of view.derive ?? []) {
    const written = typeof expression === 'string' ? parseExpression(expression) : fromJson(expression);
    const typed = check(written);
    statements.push({ kind: 'set', said: `${name} = ${sayExpression(written)}`, columns: [{ name, expression: typed }] });
    types.set(name, typed.type);
  }
  if (view.filter !== undefined) {
    const condition = typeof view.filter === 'string' ? parseExpression(view.filter) : fromFilter(view.filter, new Set(columns().flatMap(({ name, type }) => (type === 'number' ? [name] : []))));
    statements.push({ kind: 'keep', said: `rows where ${sayExpression(condition)}`, condition: check(condition) });
  }
  if (view.drop_missing !== undefined) {
    const names = view.drop_missing === true ? columns().map(({ name }) => name) : view.drop_missing.map(known);
    statements.push({ kind: 'present', said: `rows in which ${view.drop_missing === true ? 'no value' : `none of ${names.join(', ')}`} is missing`, columns: names });
  }
  if (view.sample !== undefined) statements.push({ kind: 'sample', said: `${view.sample.n} of these rows by chance (seed ${view.sample.seed})`, ...view.sample });
  if (view.sort !== undefined && view.sort.length > 0) {
    const keys = view.sort.map(({ column, direction }) => ({ column: known(column), descending: direction === 'descending' }));
    statements.push({ kind: 'sort', said: `sorted by ${keys.map(({ column, descending }) => `${column}${descending ? ' (descending)' : ''}`).join(', ')}`, keys });
  }
  return statements;
}

/** What a view does, part by part, in words. Throws invalid_expression, unknown_column. */
export const sayView = (table: readonly TableColumn[], view: View): string[] => viewProgram(table, view).map(({ said }) => said).filter((said, i, all) => said !== all[i - 1]);

/** Whether a value differs from row to row. */
export const readsColumns = (node: Typed): boolean => node.kind === 'column' || (node.kind === 'call' && (node.args.length === 0 || node.args.some(readsColumns)));

/** Whether dates beside dates with times have to become such themselves. */
export const mixesMoments = ({ args }: { readonly args: readonly Typed[] }): boolean => args.some(({ type }) => type === 'datetime') && args.some(({ type }) => type === 'date');
