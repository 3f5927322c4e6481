import {
  AppError,
  describeOptions,
  description,
  parseExpression,
  rows as rowsAnswer,
  type ColumnDescription,
} from '@columnist/contract';
import { z } from 'zod';
import type { Expectations } from './expectations.ts';
import { breaksBound, isNoneOf, isThere } from './judge-values.ts';
import type { LocalTable } from './local-table.ts';

/** One expectation and what was found. */
export interface Checked {
  readonly expected: string;
  readonly passed: boolean;
  readonly found: string;
}

const shownRows = 5;
const someRows = rowsAnswer.pick({ total: true, row_numbers: true });
const usual = z.object(describeOptions).parse({});

/**
 * Holds a table against what is expected of it. Rows that break an expectation are named by their
 * number; one that this table cannot be asked about does not hold. Throws invalid_expression where a
 * rule is no expression.
 */
export async function checkTable(
  { table, ask }: LocalTable,
  { rows, columns, other_columns: others, column_order: order, rules }: Expectations,
): Promise<Checked[]> {
  const checks: Checked[] = [];
  const add = (expected: string, passed: boolean, found: string): void => {
    checks.push({ expected, passed, found });
  };
  if (rows?.least !== undefined)
    add(`at least ${rows.least} rows`, table.rowCount >= rows.least, `${table.rowCount} rows`);
  if (rows?.most !== undefined)
    add(`at most ${rows.most} rows`, table.rowCount <= rows.most, `${table.rowCount} rows`);
  if (others === 'refuse') {
    const named = new Set(columns.map(({ name }) => name));
    const more = table.columns.filter(({ name }) => !named.has(name)).map(({ name }) => name);
    add('no other columns', more.length === 0, more.length === 0 ? 'none' : more.join(', '));
  }
  const there = new Map(table.columns.map((column) => [column.name, column]));
  const asked = columns.filter(({ name }) => there.has(name));
  if (order === 'as_named') {
    const named = new Set(asked.map(({ name }) => name));
    const inFile = table.columns.map(({ name }) => name).filter((name) => named.has(name));
    const at = asked.findIndex(({ name }, i) => inFile[i] !== name);
    add(
      'columns in the order named',
      at === -1,
      at === -1 ? 'as named' : `${inFile[at]} in place of ${asked[at]?.name}`,
    );
  }
  const found = new Map<string, ColumnDescription>(
    asked.length === 0
      ? []
      : description
          .pick({ columns: true })
          .parse(
            await ask('analyze', {
              ...usual,
              columns: asked.map(({ name }) => name),
              correlations: false,
            }),
          )
          .columns.map((one) => [one.name, one]),
  );
  /** Rows that do not satisfy what should hold of every row in which the column has a value. */
  const rowsThat = async (broken: string): Promise<z.output<typeof someRows>> =>
    someRows.parse(await ask('rows', { view: { filter: broken }, limit: shownRows, offset: 0 }));
  const every = (expected: string, { total, row_numbers: some }: z.output<typeof someRows>): void =>
    add(
      expected,
      total === 0,
      total === 0
        ? 'every row'
        : `${total} ${total === 1 ? 'row does' : 'rows do'} not: ${some.join(', ')}${total > some.length ? ' …' : ''}`,
    );
  for (const column of columns) {
    const known = there.get(column.name);
    const one = found.get(column.name);
    if (known === undefined || one === undefined) {
      if (!column.optional) add(`${column.name} is there`, false, 'there is no such column');
      continue;
    }
    const { name } = column;
    if (column.type !== undefined)
      add(`${name} is ${column.type}`, known.type === column.type, known.type);
    if (column.missing_most !== undefined) {
      const share = table.rowCount === 0 ? 0 : one.missing / table.rowCount;
      add(
        `${name}: at most ${percent(column.missing_most)} missing`,
        share <= column.missing_most,
        `${one.missing} of ${table.rowCount} missing`,
      );
    }
    if (column.unique)
      add(
        `${name}: no value twice`,
        one.distinct === one.n,
        `${one.distinct} values in ${one.n} rows`,
      );
    /** Values that cannot be compared with what is expected do not fulfil it. */
    const everyValue = async (expected: string, broken: string): Promise<void> =>
      every(
        expected,
        await rowsThat(broken).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return rowsThat(isThere(known));
        }),
      );
    if (column.least !== undefined)
      await everyValue(`${name} ≥ ${column.least}`, breaksBound(known, '<', column.least));
    if (column.most !== undefined)
      await everyValue(`${name} ≤ ${column.most}`, breaksBound(known, '>', column.most));
    if (column.values !== undefined)
      await everyValue(
        `${name} is one of ${column.values.length} values`,
        isNoneOf(known, column.values),
      );
  }
  for (const { name, expression } of rules) {
    parseExpression(expression);
    const broken = await rowsThat(`not (${expression})`).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // A place in it would be one of the negation.
      return error.message.replace(/ \(character \d+\)$/, '');
    });
    if (typeof broken === 'string') add(name, false, broken);
    else every(name, broken);
  }
  return checks;
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;
