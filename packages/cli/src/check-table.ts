import {
  description,
  needsBackticks,
  rows as rowsAnswer,
  type ColumnDescription,
  type DatasetColumn,
} from '@columnist/contract';
import { z } from 'zod';
import type { Expectations } from './expectations.ts';
import type { LocalTable } from './local-table.ts';

/** One expectation and what was found. */
export interface Checked {
  readonly expected: string;
  readonly passed: boolean;
  readonly found: string;
}

const shownRows = 5;
const quoted = (name: string): string =>
  needsBackticks(name) ? `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\`` : name;

/**
 * Holds a table against what is expected of it. Rows that break a rule are named by their number.
 * Throws invalid_expression where a rule is not one.
 */
export async function checkTable(
  { table, ask }: LocalTable,
  { rows, columns, other_columns: others, rules }: Expectations,
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
  const found = new Map<string, ColumnDescription>(
    asked.length === 0
      ? []
      : description
          .pick({ columns: true })
          .parse(
            await ask('analyze', {
              columns: asked.map(({ name }) => name),
              correlations: false,
              quantiles: [],
              confidence_level: 0.95,
              plot: false,
            }),
          )
          .columns.map((one) => [one.name, one]),
  );
  /** Rows that do not satisfy what should hold of every row in which the column has a value. */
  const every = async (expected: string, broken: string): Promise<void> => {
    const page = rowsAnswer
      .pick({ total: true, row_numbers: true })
      .parse(await ask('rows', { view: { filter: broken }, limit: shownRows, offset: 0 }));
    add(
      expected,
      page.total === 0,
      page.total === 0
        ? 'every row'
        : `${page.total} ${page.total === 1 ? 'row does' : 'rows do'} not: ${page.row_numbers.join(', ')}${page.total > page.row_numbers.length ? ' …' : ''}`,
    );
  };
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
    if (column.least !== undefined)
      await every(
        `${name} ≥ ${column.least}`,
        `${quoted(name)} < ${constant(known, column.least)}`,
      );
    if (column.most !== undefined)
      await every(`${name} ≤ ${column.most}`, `${quoted(name)} > ${constant(known, column.most)}`);
    if (column.values !== undefined)
      await every(
        `${name} is one of ${column.values.length} values`,
        `${quoted(name)} not in (${column.values.map((value) => constant(known, value)).join(', ')})`,
      );
  }
  for (const { name, expression } of rules) await every(name, `not (${expression})`);
  return checks;
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;

/** A value as an expression over this column has it. */
function constant({ type }: DatasetColumn, value: string | number | boolean): string {
  if (typeof value === 'boolean') return String(value);
  const number = z.coerce.number().safeParse(value);
  if (type === 'number' && number.success) return String(value);
  const text = `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return type === 'datetime' ? `to_datetime(${text})` : text;
}
