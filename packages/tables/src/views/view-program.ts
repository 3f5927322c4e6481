import {
  cleaningSteps,
  checkExpression,
  checkStepValues,
  findColumn,
  fromFilter,
  imputeStep,
  sayExpression,
  valueTypeOf,
  type CleaningStep,
  type Expression,
  type Filter,
  type Impute,
  type Typed,
  type ViewStep,
} from '@columnist/contract';
import { orderedValues, type TableColumn } from '../table/table-column.ts';
import { labelsOf } from './interval-labels.ts';
import { placeDerived, type DerivedColumn, type Placed } from './place-derived.ts';
import { readCondition, readDerived } from './read-expressions.ts';
import { nameTaken, rename } from './rename-columns.ts';
import type { NamedExpression, OrderKey, ReadableView, ViewStatement } from './view-statement.ts';

/**
 * A view as statements in the order in which its parts work: clean, impute, derive, filter,
 * drop_missing, sample, sort. A derived column
 * that looks over rows is computed just before the first part that reads it, at the end if none
 * does; what is `over: all`
 * before the filter. Throws invalid_expression, unknown_column, invalid_input.
 */
export function viewProgram(table: readonly TableColumn[], view: ReadableView): ViewStatement[] {
  const types = new Map(table.map((column) => [column.name, valueTypeOf(column)]));
  const own = new Map(table.map((column) => [column.name, column]));
  const columns = () => [...types].map(([name, type]) => ({ name, type }));
  const check = (expression: Expression): Typed => checkExpression(expression, columns());
  const known = (name: string): string => findColumn(columns(), name).name;
  const checked = <Step extends CleaningStep | Impute>(step: Step): Step => {
    checkStepValues(step, (name) => types.get(known(name)) ?? 'missing');
    return step;
  };
  const statements: ViewStatement[] = [];
  const add = (
    said: string,
    part: 'clean' | 'fill' | 'split',
    made: readonly NamedExpression[],
    recode?: Extract<CleaningStep, { step: 'recode' }>,
  ): void => {
    const set = { kind: 'set' as const, said, part, columns: made, order: [] };
    statements.push(recode === undefined ? set : { ...set, recode });
    for (const { name, expression } of made) types.set(name, expression.type);
  };
  const apply = (step: ViewStep): void => {
    const { said } = step;
    switch (step.kind) {
      case 'replace':
        return add(
          said,
          step.fills ? 'fill' : 'clean',
          step.columns.map(({ column, expression }) => ({
            name: known(column),
            expression: check(expression),
          })),
          step.recode,
        );
      case 'add': {
        for (const [i, { name }] of step.columns.entries())
          if (types.has(name) || step.columns.slice(0, i).some((one) => one.name === name))
            throw nameTaken(name, 'view.clean');
        const made = step.columns.map(({ name, expression }) => ({
          name,
          expression: check(expression),
        }));
        return add(said, 'split', made);
      }
      case 'keep':
        for (const condition of step.conditions)
          statements.push({
            kind: 'keep',
            said,
            part: 'clean',
            condition: check(condition),
            order: [],
          });
        return;
      case 'unique':
        statements.push({
          kind: 'unique',
          said,
          columns:
            step.columns === 'all' ? columns().map(({ name }) => name) : step.columns.map(known),
        });
        return;
      case 'correct':
        for (const { column, has = [] } of step.cells)
          for (const name of [column, ...has.map((one) => one.column)]) known(name);
        statements.push({ kind: 'correct', said, cells: step.cells, types: new Map(types) });
        return;
      case 'delete':
        for (const { has } of step.rows) for (const { column } of has) known(column);
        statements.push({ kind: 'delete', said, rows: step.rows, types: new Map(types) });
        return;
      case 'rename': {
        const renamed = new Map(step.columns.map(({ from, to }) => [known(from), to]));
        rename(types, renamed);
        rename(own, renamed);
        statements.push({ kind: 'rename', said, columns: step.columns });
      }
    }
  };
  for (const step of view.clean ?? []) apply(cleaningSteps(checked(step)));
  for (const step of view.impute ?? []) apply(imputeStep(checked(step)));
  const derived = (view.derive ?? []).map(({ name, expression }): DerivedColumn => {
    if (types.has(name)) throw nameTaken(name, 'view.derive');
    const written = readDerived(expression);
    const typed = check(written);
    types.set(name, typed.type);
    return { name, said: `${name} = ${sayExpression(written)}`, expression: typed };
  });
  const names = [...types.keys()];
  const filter = typeof view.filter === 'string' ? readCondition(view.filter, check) : null;
  const keys = (view.sort ?? []).map(({ column, direction }): OrderKey => {
    const made = derived.find(({ name }) => name === column);
    const kept = own.get(column);
    const labels =
      made !== undefined
        ? labelsOf(made.expression)
        : kept === undefined
          ? null
          : (orderedValues(kept) ?? null);
    return {
      column: known(column),
      descending: direction === 'descending',
      ...(labels === null ? {} : { labels }),
    };
  });
  const placed = placeDerived({
    derived,
    names,
    filter: filter?.condition ?? null,
    filterColumns:
      view.filter === undefined || typeof view.filter === 'string' ? [] : columnsOf(view.filter),
    dropped:
      view.drop_missing === undefined
        ? null
        : view.drop_missing === true
          ? names
          : view.drop_missing.map(known),
    keys,
  });
  const set = (list: readonly Placed[], over: string): void => {
    const removes =
      view.filter !== undefined || view.drop_missing !== undefined || view.sample !== undefined;
    for (const { name, said, expression, order, hidden, looksOver, follows } of list) {
      const scope = [...(removes && looksOver ? [over] : []), ...(follows ? [sayOrder(order)] : [])]
        .map((one) => `, ${one}`)
        .join('');
      statements.push({
        kind: 'set',
        said: `${said}${scope}`,
        part: hidden ? 'hidden' : 'derive',
        columns: [{ name, expression }],
        order,
      });
      types.set(name, expression.type);
    }
  };
  set(placed.first, 'over all rows before the filter');
  if (filter !== null) {
    const condition = placed.filter ?? filter.condition;
    statements.push({
      kind: 'keep',
      said: `rows where ${filter.said}${placed.filterFollows ? `, ${sayOrder(placed.filterOrder)}` : ''}`,
      part: 'filter',
      condition,
      order: placed.filterOrder,
    });
  } else if (view.filter !== undefined && typeof view.filter !== 'string') {
    const raw = view.filter;
    const typed = columns();
    const written = fromFilter(
      raw,
      new Set(typed.flatMap(({ name, type }) => (type === 'number' ? [name] : []))),
    );
    statements.push({
      kind: 'keep where',
      said: `rows where ${sayExpression(written)}`,
      filter: raw,
      condition: () => checkExpression(written, typed),
    });
  }
  if (view.drop_missing !== undefined) {
    const present = (dropped: readonly string[]): void =>
      void statements.push({
        kind: 'present',
        said: `rows in which ${view.drop_missing === true ? 'no value' : `none of ${dropped.join(', ')}`} is missing`,
        columns: dropped,
      });
    if (placed.droppedFirst.length > 0) present(placed.droppedFirst);
    set(placed.beforeDrop, 'over the rows that the filter keeps');
    if (placed.droppedThen.length > 0) present(placed.droppedThen);
  }
  if (view.sample !== undefined)
    statements.push({
      kind: 'sample',
      said: `${view.sample.n} of these rows by chance (seed ${view.sample.seed})`,
      ...view.sample,
    });
  set(placed.last, 'over the rows in use');
  if (keys.length > 0)
    statements.push({
      kind: 'sort',
      said: `sorted by ${keys.map(({ column, descending }) => `${column}${descending ? ' (descending)' : ''}`).join(', ')}`,
      keys,
    });
  const made = statements.flatMap((statement) =>
    statement.kind === 'set' && (statement.part === 'derive' || statement.part === 'hidden')
      ? statement.columns.map(({ name }) => name)
      : [],
  );
  if (made.join('\n') !== derived.map(({ name }) => name).join('\n'))
    statements.push({ kind: 'columns', names });
  return statements;
}

function columnsOf(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(columnsOf);
  if ('or' in filter) return filter.or.flatMap(columnsOf);
  return 'not' in filter ? columnsOf(filter.not) : [filter.column];
}

const sayOrder = (keys: readonly OrderKey[]): string =>
  `in the order of ${keys.length === 0 ? 'the file' : keys.map(({ column, descending }) => `${column}${descending ? ' (descending)' : ''}`).join(', ')}`;
