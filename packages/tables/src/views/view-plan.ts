// The layers of a view are the state of one class, which each of its steps changes, and so one file.
import {
  findColumn,
  valueTypeOf,
  type CorrectedCell,
  type Typed,
  type ValueType,
} from '@columnist/contract';
import { Layers, type Part } from '../database/layers.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { orderOf } from '../table/order-by.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { compileExpression, type Place } from './compile-expression.ts';
import { compileFilter } from './compile-filter.ts';
import { compileCorrections, compileDeletions, type Edits } from './edit-cells.ts';
import { isMeantMissing, namesIn, readsWhole, separatorOf } from './expression-facts.ts';
import { placeOfValue, type Exchange, type Recode } from './find-absent.ts';
import { losableCell, losableResult, losableText, type Losable } from './find-lost.ts';
import { labelsOf } from './interval-labels.ts';
import { keptStorage } from './kept-storage.ts';
import { watchNothing, type Watch } from './measure-effects.ts';
import { saidOfRecoded, saidOfValues } from './said-of-values.ts';
import { rename } from './rename-columns.ts';
import { sampled } from './sample-rows.ts';
import type { NamedExpression, OrderKey, ReadableView, ViewStatement } from './view-statement.ts';

const storages: Readonly<Record<ValueType, Pick<TableColumn, 'type' | 'storage'>>> = {
  number: { type: 'number', storage: 'DOUBLE' },
  text: { type: 'text', storage: 'VARCHAR' },
  missing: { type: 'text', storage: 'VARCHAR' },
  boolean: { type: 'boolean', storage: 'BOOLEAN' },
  date: { type: 'datetime', storage: 'DATE' },
  datetime: { type: 'datetime', storage: 'TIMESTAMP' },
  time: { type: 'datetime', storage: 'TIME' },
};

/** The statements of a view applied one after the other: where each column is, and what to count. */
export class ViewPlan {
  readonly layers: Layers;
  /** Names of columns that the table does not have. */
  readonly made = new Set<string>();
  readonly #places: Map<string, Place>;
  /** What is to be counted of each step. */
  readonly watched: Watch[] = [];
  #made = 0;

  constructor(source: string, table: readonly TableColumn[]) {
    this.layers = new Layers(source);
    this.#places = new Map(fieldsOf(table).map((column) => [column.name, { column, level: 0 }]));
  }

  get columns(): FieldColumn[] {
    return [...this.#places.values()].map(({ column }) => column);
  }

  place(name: string): Place {
    return this.#places.get(name) ?? { column: findColumn(this.columns, name), level: 0 };
  }

  compile(typed: Typed): Part {
    return compileExpression(typed, this, this.layers);
  }

  apply(statement: ViewStatement, view: ReadableView): void {
    switch (statement.kind) {
      case 'set':
        this.#order(statement.order);
        return statement.part === 'clean' || statement.part === 'fill'
          ? this.#replace(statement)
          : this.#derive(statement.said, statement.columns, statement.part === 'split');
      case 'keep':
        this.#order(statement.order);
        return this.#keep(
          statement.part === 'filter' ? 'rows filtered' : statement.said,
          this.compile(statement.condition),
        );
      case 'keep where':
        return this.#keep('rows filtered', {
          ...compileFilter(statement.filter, this.columns),
          level: this.layers.height,
        });
      case 'unique': {
        const fields = statement.columns.map((name) => this.place(name).column.field);
        const first = this.layers.hoist({
          text: `row_number() over (partition by ${fields.join(', ')} order by ${rowNumber})`,
          values: [],
          level: this.layers.height,
        });
        return this.#keep(statement.said, {
          text: `${first.text} = 1`,
          values: [],
          level: first.level,
        });
      }
      case 'present': {
        const columns = statement.columns.map((name) => this.place(name).column);
        const present = columns.map(({ field }) => `${field} is not null`);
        return this.#keep(
          view.drop_missing === true
            ? 'rows with a missing value dropped'
            : `rows dropped where ${statement.columns.join(', ')} is missing`,
          { text: present.join(' and '), values: [], level: this.layers.height },
          columns,
        );
      }
      case 'correct':
        return this.#correct(statement.said, statement.cells);
      case 'delete': {
        const edits = compileDeletions(statement.rows, (name) => this.place(name));
        const { text, values, level } = edits.applies;
        return this.#keep(statement.said, { text: `not ${text}`, values, level }, [], [edits]);
      }
      case 'rename': {
        const renamed = new Map(statement.columns.map(({ from, to }) => [from, to]));
        rename(this.#places, renamed);
        const made = [...this.made].map((name) => renamed.get(name) ?? name);
        this.made.clear();
        for (const name of made) this.made.add(name);
        for (const [name, { column, level }] of this.#places)
          if (column.name !== name) this.#places.set(name, { column: { ...column, name }, level });
        return;
      }
      case 'sample':
        return this.#keep(
          `a sample of ${statement.n} rows (seed ${statement.seed})`,
          sampled(this.layers, statement),
        );
      case 'columns': {
        const places = statement.names.map((name): [string, Place] => [name, this.place(name)]);
        this.#places.clear();
        for (const [name, place] of places) this.#places.set(name, place);
        return;
      }
      case 'sort':
    }
  }

  #order(keys: readonly OrderKey[]): void {
    this.layers.orderBy(
      keys.map(({ column: name, descending }) => {
        const { column, level } = this.place(name);
        return { part: { text: orderOf(column), values: [], level }, descending };
      }),
    );
  }

  #replace({ said, part, columns, recode }: Extract<ViewStatement, { kind: 'set' }>): void {
    const changed = columns.map(({ name, expression }) => ({
      before: this.place(name).column,
      typed: expression,
      kept: this.#keptAs(expression),
      made: this.compile(expression),
    }));
    const exchange = recode === undefined ? null : this.#exchange(recode, changed[0]);
    const replaced = changed.map(({ before, typed, kept, made }) => {
      const field = this.#hoist(made);
      const same = typed.type === valueTypeOf(before) && typed.type !== 'number';
      const { value_labels: labels, levels, reference, ...others } = before;
      // Filling leaves the values that there are.
      const isKept = same || (part === 'fill' && kept.storage === before.storage);
      const column: FieldColumn = {
        ...others,
        ...(recode === undefined
          ? saidOfValues({ levels, reference, value_labels: isKept ? labels : undefined })
          : saidOfRecoded(before, recode)),
        ...(same ? {} : kept),
        field: field.text,
      };
      this.#places.set(before.name, { column, level: field.level });
      return { from: before, to: column };
    });
    const texts = this.#takeTexts();
    this.watched.push({
      ...watchNothing,
      said,
      level: this.layers.height,
      changed: replaced,
      fills: part === 'fill',
      losable: [...texts, ...replaced.map(({ from, to }) => losableCell(from, to, texts))],
      undecided: this.#takeUndecided(),
      exchange,
    });
  }

  /** Which of the values that are exchanged a row has, before they are. */
  #exchange(
    { values }: Recode,
    step: { readonly before: FieldColumn; readonly typed: Typed } | undefined,
  ): Exchange | null {
    if (step === undefined) return null;
    const { text: field } = this.#hoist(placeOfValue(step.typed, (node) => this.compile(node)));
    return { column: step.before, values: values.map(({ from }) => from), field };
  }

  /** Type and storage of what an expression gives. */
  #keptAs(expression: Typed): Pick<TableColumn, 'type' | 'storage'> {
    const storage = keptStorage(expression, (name) => this.place(name).column);
    return storage === null ? storages[expression.type] : { type: 'number', storage };
  }

  /** All cells by what their rows are before the step. */
  #correct(said: string, cells: readonly CorrectedCell[]): void {
    const corrections = compileCorrections(cells, (name) => this.place(name));
    const changed = corrections.map(({ column: name, to: { storage, ...part } }) => {
      const from = this.place(name).column;
      const field = this.#hoist(part);
      return { from, level: field.level, to: { ...from, storage, field: field.text } };
    });
    for (const { to, level } of changed) this.#places.set(to.name, { column: to, level });
    this.watched.push({
      ...watchNothing,
      said,
      level: this.layers.height,
      changed,
      losable: changed.map(({ from, to }) => losableCell(from, to, [])),
      // Who empties the cells of a column one by one means it.
      rests: false,
      edits: corrections.map(({ edits }) => edits),
    });
  }

  #derive(said: string, columns: readonly NamedExpression[], isSplit: boolean): void {
    for (const [i, { name, expression }] of columns.entries()) {
      const from = [...new Set(namesIn(expression))].map((one) => this.place(one).column);
      const kept = this.#keptAs(expression);
      const field = this.#hoist(this.compile(expression));
      const labels = labelsOf(expression);
      this.made.add(name);
      this.#places.set(name, {
        column: {
          name,
          ...kept,
          field: field.text,
          ...(labels === null ? {} : { labels }),
        },
        level: field.level,
      });
      const texts = this.#takeTexts();
      const losable =
        isMeantMissing(expression) || from.length === 0
          ? texts
          : [...texts, losableResult(from, field.text, texts)];
      const undecided = this.#takeUndecided();
      const by = isSplit && i === columns.length - 1 ? separatorOf(expression) : null;
      const rest = by === null ? null : { field: field.text, by };
      if (losable.length > 0 || undecided.length > 0 || rest !== null)
        this.watched.push({
          ...watchNothing,
          said,
          level: this.layers.height,
          losable,
          undecided,
          rest,
          rests: readsWhole(expression),
        });
    }
  }

  /** What was read from texts since this was last asked. */
  #takeTexts(): Losable[] {
    return this.layers.conversions.splice(0).map(losableText);
  }

  /** Where a case() gave its last value for want of a condition since this was last asked. */
  #takeUndecided(): Part[] {
    return this.layers.undecided.splice(0);
  }

  #hoist(part: Part): Part {
    this.#made += 1;
    return this.layers.hoist(part, `d${this.#made}`);
  }

  #keep(
    said: string,
    condition: Part,
    present: readonly FieldColumn[] = [],
    edits: readonly Edits[] = [],
  ): void {
    const { before } = this.layers.keep(condition);
    const losable = this.#takeTexts();
    this.watched.push({
      ...watchNothing,
      said,
      level: before,
      keeps: condition,
      losable,
      undecided: this.#takeUndecided(),
      present,
      edits,
    });
  }
}
