import { AppError, checkExpression, cleaningSteps, findColumn, fromJson, imputeStep, parseExpression, valueTypeOf, type Expression, type Typed, type ValueType, type View, type ViewEffect, type ViewStep } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fieldsOf, type FieldColumn, type TableColumn } from '../columns/table-column.ts';
import { compileExpression, type Place } from './compile-expression.ts';
import { compileFilter } from './compile-filter.ts';
import { Layers, type Part } from './layers.ts';
import { rowNumber } from './parquet-file.ts';
import type { Sql } from './sql.ts';

/** A view made into a table: its columns, derived ones last, and what each step did. */
export interface OpenedView {
  readonly source: string;
  readonly columns: readonly FieldColumn[];
  readonly effects: readonly ViewEffect[];
}

/** Whether a view does more than choose rows by conditions and order them. */
export const changesColumns = (view: View | undefined): boolean =>
  view !== undefined && (view.clean !== undefined || view.impute !== undefined || view.derive !== undefined || view.drop_missing !== undefined || view.sample !== undefined);

const storages: Readonly<Record<ValueType, Pick<TableColumn, 'type' | 'storage'>>> = {
  number: { type: 'number', storage: 'DOUBLE' },
  text: { type: 'text', storage: 'VARCHAR' },
  missing: { type: 'text', storage: 'VARCHAR' },
  boolean: { type: 'boolean', storage: 'BOOLEAN' },
  date: { type: 'datetime', storage: 'DATE' },
  datetime: { type: 'datetime', storage: 'TIMESTAMP' },
  time: { type: 'datetime', storage: 'TIME' },
};

/** Rounds of x ← (x² + c + seed) mod p, whose numbers stay whole in a double: R and Python compute the same. */
export const hash = { modulus: 94_906_249, spread: 48_271, rounds: [7919, 104_729, 15_485_863, 32_452_843] };

/** Beyond this many values a derived text is no category. */
const categoriesAtMost = 100;

/**
 * Makes the rows and columns of a view of a table (fields c1, c2, … and row numbers) into a temporary table, in the order of the view's parts: clean, impute, derive,
 * filter, drop_missing, sample. Throws invalid_expression, unknown_column, wrong_column_type, conflict of names, too_complex.
 */
export async function openView(connection: DuckDBConnection, source: string, table: readonly TableColumn[], view: View): Promise<OpenedView> {
  const plan = new ViewPlan(source, table);
  for (const step of view.clean ?? []) plan.apply(cleaningSteps(step));
  for (const step of view.impute ?? []) plan.apply(imputeStep(step));
  for (const { name, expression } of view.derive ?? []) plan.derive(name, typeof expression === 'string' ? parseExpression(expression) : fromJson(expression));
  if (typeof view.filter === 'string') plan.filter(parseExpression(view.filter));
  else if (view.filter !== undefined) plan.keepRaw('rows filtered', { ...compileFilter(view.filter, plan.columns), level: plan.height });
  if (view.drop_missing !== undefined) plan.dropMissing(view.drop_missing === true ? null : view.drop_missing);
  if (view.sample !== undefined) plan.sample(view.sample);
  const columns = plan.columns;
  const { text, values } = plan.layers.select([...columns.map(({ field }) => field), rowNumber].join(', '), undefined, `order by ${rowNumber}`);
  await connection.run(`create or replace temp table viewed as ${text}`, values);
  const effects = await plan.measure(connection);
  return { source: 'viewed', columns: await nameCategories(connection, columns, table), effects };
}

/** A filter that needs nothing but a row's own columns, as a condition on the table itself; null for any other. Throws invalid_expression. */
export function conditionOf(source: string, table: readonly TableColumn[], filter: string): Sql | null {
  const plan = new ViewPlan(source, table);
  const { level, ...condition } = plan.condition(parseExpression(filter));
  return level === 0 && plan.height === 0 ? condition : null;
}

interface Watch {
  readonly said: string;
  /** Level at which both the old and the new value can be seen. */
  readonly level: number;
  readonly changed: readonly { readonly from: FieldColumn; readonly to: FieldColumn }[];
  readonly levelBefore: number | null;
}

class ViewPlan {
  readonly layers: Layers;
  readonly #places: Map<string, Place>;
  readonly #watched: Watch[] = [];
  #made = 0;

  constructor(source: string, table: readonly TableColumn[]) {
    this.layers = new Layers(source);
    this.#places = new Map(fieldsOf(table).map((column) => [column.name, { column, level: 0 }]));
  }

  get columns(): FieldColumn[] {
    return [...this.#places.values()].map(({ column }) => column);
  }

  get height(): number {
    return this.layers.height;
  }

  place(name: string): Place {
    return this.#places.get(name) ?? { column: findColumn(this.columns, name), level: 0 };
  }

  #check(expression: Expression): Typed {
    return checkExpression(expression, this.columns.map((column) => ({ name: column.name, type: valueTypeOf(column) })));
  }

  #compile(typed: Typed): Part {
    return compileExpression(typed, this, this.layers);
  }

  apply(step: ViewStep): void {
    const changed = step.replace.map(({ column, expression }) => {
      const before = this.place(column).column;
      const typed = this.#check(expression);
      return { before, typed, part: this.#compile(typed) };
    });
    const replaced = changed.map(({ before, typed, part }) => {
      const field = this.#hoist(part);
      const same = typed.type === valueTypeOf(before) && typed.type !== 'number';
      const column: FieldColumn = { ...before, ...(same ? {} : storages[typed.type]), field: field.text };
      this.#places.set(before.name, { column, level: field.level });
      return { from: before, to: column };
    });
    if (replaced.length > 0) this.#watched.push({ said: step.said, level: this.height, changed: replaced, levelBefore: null });
    for (const condition of step.keep) this.#keep(step.said, this.#compile(this.#check(condition)));
    if (step.unique !== null) {
      const fields = (step.unique === 'all' ? this.columns : step.unique.map((name) => this.place(name).column)).map(({ field }) => field);
      const first = this.layers.hoist({ text: `row_number() over (partition by ${fields.join(', ')} order by ${rowNumber})`, values: [], level: this.height });
      this.#keep(step.said, { text: `${first.text} = 1`, values: [], level: first.level });
    }
  }

  derive(name: string, expression: Expression): void {
    if (this.#places.has(name)) throw new AppError('invalid_input', `There is already a column '${name}'.`, { errors: [{ field: 'view.derive', message: `There is already a column '${name}'.` }], fix: 'Give the derived column another name.' });
    const typed = this.#check(expression);
    const field = this.#hoist(this.#compile(typed));
    this.#places.set(name, { column: { name, ...storages[typed.type], field: field.text }, level: field.level });
  }

  filter(expression: Expression): void {
    this.#keep('rows filtered', this.condition(expression));
  }

  condition(expression: Expression): Part {
    const typed = this.#check(expression);
    if (typed.type !== 'boolean') throw new AppError('invalid_expression', 'A filter is true or false for each row; this is not.', { fix: 'Compare with a value, for example: fare > 30.', from: 1, to: 1 });
    return this.#compile(typed);
  }

  keepRaw(said: string, condition: Part): void {
    this.#keep(said, condition);
  }

  dropMissing(names: readonly string[] | null): void {
    const fields = (names === null ? this.columns : names.map((name) => this.place(name).column)).map(({ field }) => field);
    this.#keep(names === null ? 'rows with a missing value dropped' : `rows dropped where ${names.join(', ')} is missing`, { text: fields.map((field) => `${field} is not null`).join(' and '), values: [], level: this.height });
  }

  /** The n rows whose hashed number is smallest: the same for the same seed, here and in the code we give. */
  sample({ n, seed }: { readonly n: number; readonly seed: number }): void {
    const start = this.layers.hoist({ text: `(${rowNumber} + ${1 + seed * hash.spread}) % ${hash.modulus}`, values: [], level: this.height });
    const hashed = hash.rounds.reduce((x, added) => this.layers.hoist({ text: `(${x.text} * ${x.text} + ${added + seed}) % ${hash.modulus}`, values: [], level: x.level }), start);
    const place = this.layers.hoist({ text: `row_number() over (order by ${hashed.text}, ${rowNumber})`, values: [], level: hashed.level });
    this.#keep(`a sample of ${n} rows (seed ${seed})`, { text: `${place.text} <= ?`, values: [n], level: place.level });
  }

  #hoist(part: Part): Part {
    this.#made += 1;
    return this.layers.hoist(part, `d${this.#made}`);
  }

  #keep(said: string, condition: Part): void {
    const { before, after } = this.layers.keep(condition);
    this.#watched.push({ said, level: after, changed: [], levelBefore: before });
  }

  /** Rows removed and cells changed by each step, counted over the rows that reached it. */
  async measure(connection: DuckDBConnection): Promise<ViewEffect[]> {
    const effects: ViewEffect[] = [];
    const count = async (columns: string, level: number): Promise<number> => {
      const { text, values } = this.layers.select(columns, level);
      return Number((await connection.runAndReadAll(text, values)).value(0, 0));
    };
    for (const { said, level, changed, levelBefore } of this.#watched) {
      const cells = changed.map(({ from, to }) => `count_if(${differs(from, to)})`);
      effects.push({
        step: said,
        rows_removed: levelBefore === null ? 0 : (await count('count(*)::double as n', levelBefore)) - (await count('count(*)::double as n', level)),
        cells_changed: cells.length === 0 ? 0 : await count(`(${cells.join(' + ')})::double as n`, level),
      });
    }
    return effects;
  }
}

/** Whether a cell is another one now; a cell of another type has changed where it is missing now and was not, or the reverse. */
function differs(from: FieldColumn, to: FieldColumn): string {
  if (from.storage === to.storage) return `${from.field} is distinct from ${to.field}`;
  if (from.type === 'number' && to.type === 'number') return `${from.field}::double is distinct from ${to.field}`;
  return `(${from.field} is null) <> (${to.field} is null)`;
}

async function nameCategories(connection: DuckDBConnection, columns: readonly FieldColumn[], table: readonly TableColumn[]): Promise<FieldColumn[]> {
  const texts = columns.filter((column) => column.type === 'text' && !table.some(({ name }) => name === column.name));
  if (texts.length === 0) return [...columns];
  const counted = await connection.runAndReadAll(`select ${texts.map(({ field }) => `count(distinct ${field})::double, count(${field})::double`).join(', ')} from viewed`);
  const row = counted.getRows()[0] ?? [];
  const categories = new Set(texts.filter((_, i) => {
    const [distinct, n] = [Number(row[2 * i]), Number(row[2 * i + 1])];
    return distinct >= 1 && distinct <= categoriesAtMost && (distinct <= n / 2 || n <= 2);
  }));
  return columns.map((column) => (categories.has(column) ? { ...column, type: 'category' } : column));
}
