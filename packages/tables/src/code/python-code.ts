import { valueTypeOf, type CorrectedCell, type Typed, type View } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';
import { sayRounded, type CodedColumn } from './rounded-numbers.ts';
import { hash } from '../views/sample-hash.ts';
import type { ColumnTypes, ViewStatement } from '../views/view-statement.ts';
import { PythonExpressions } from './python-expressions.ts';
import { column, list, sorting, text } from './python-syntax.ts';
import { writeProgram } from './write-program.ts';

/**
 * Python code that reads the rows of a dataset and does what the view does; pandas and NumPy alone.
 */
export function pythonCode(table: readonly CodedColumn[], view: View): string {
  const writer = new PythonExpressions();
  return writeProgram(table, view, writer, {
    reading: [...preamble, ...sayRounded(table, 'Int64 of pandas'), ...reading(table)],
    defining: (helpers) => ['', '', helpers.join('\n\n\n'), ''],
    linesOf: (statement) => linesOf(writer, statement),
  });
}

type Scalar = CorrectedCell['to'];

const preamble = [
  '# data.csv: the rows of the dataset as they are (Download data.csv)',
  'import operator',
  'import re',
  '',
  'import numpy as np',
  'import pandas as pd',
  '',
  'np.seterr(all="ignore")',
];

function reading(table: readonly TableColumn[]): string[] {
  const of = (...types: string[]): string[] =>
    table.flatMap((one) => (types.includes(valueTypeOf(one)) ? [text(one.name)] : []));
  const convert = (names: readonly string[], how: string): string[] =>
    names.length === 0 ? [] : [`for name in ${list(names)}:`, `    ${how}`];
  return [
    'd = pd.read_csv("data.csv", dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8")',
    'd = d.astype(object).where(d.notna(), None)',
    ...convert(of('number'), 'd[name] = d[name].astype(float)'),
    ...convert(
      of('boolean'),
      'd[name] = d[name].map({"true": True, "false": False}).astype("boolean")',
    ),
    // Through NumPy: to_datetime takes the form of the first text for all of them.
    ...convert(
      of('date', 'datetime'),
      'd[name] = d[name].fillna("NaT").str.rstrip("Z").to_numpy().astype("datetime64[us]")',
    ),
  ];
}

/** The lines of one statement of a view. */
function linesOf(writer: PythonExpressions, statement: ViewStatement): string[] {
  switch (statement.kind) {
    case 'set': {
      if (statement.columns.length === 1)
        return statement.columns.map(
          ({ name, expression }) => `${column(name)} = ${writer.write(expression)}`,
        );
      const named = statement.columns.map(
        ({ name, expression }) => `    ${text(name)}: ${writer.write(expression)},`,
      );
      return ['new = {', ...named, '}', 'for name in new:', '    d[name] = new[name]'];
    }
    case 'keep':
      return keep(writer, statement.condition);
    case 'keep where':
      return keep(writer, statement.condition());
    case 'columns':
      return [`d = d[${list(statement.names.map(text))}]`];
    case 'unique':
      return [`d = d.drop_duplicates(${list(statement.columns.map(text))})`];
    case 'correct':
      return [
        `before = d.copy()`,
        ...statement.cells.flatMap(({ row, column: name, from, to, has = [] }) => [
          `if ${writer.use('matches')}(before, ${row}, ${values(statement.types, [{ column: name, value: from }, ...has])}):`,
          `    d.at[${row - 1}, ${text(name)}] = ${value(statement.types, name, to)}`,
        ]),
      ];
    case 'delete':
      return [
        `rows = {${statement.rows.map(({ row, has }) => `${row}: ${values(statement.types, has)}`).join(', ')}}`,
        `d = d.drop(index=[row - 1 for row, has in rows.items() if ${writer.use('matches')}(d, row, has)])`,
      ];
    case 'rename':
      return [
        `d = d.rename(columns={${statement.columns.map(({ from, to }) => `${text(from)}: ${text(to)}`).join(', ')}})`,
      ];
    case 'present':
      return [`d = d.dropna(subset=${list(statement.columns.map(text))}).copy()`];
    case 'sample':
      return [
        `x = (d.index.to_series() + ${1 + statement.seed * hash.spread}) % ${hash.modulus}`,
        `for added in ${list(hash.rounds.map(String))}:`,
        `    x = (x * x + added + ${statement.seed}) % ${hash.modulus}`,
        `d = d.loc[sorted(x.sort_values(kind="stable").index[:${statement.n}])].copy()`,
      ];
    case 'sort':
      return [`d = d.sort_values(${sorting(statement.keys)})`];
  }
}

/** A value of a cell, as the column of the frame has it. */
function value(types: ColumnTypes, name: string, of: Scalar): string {
  if (of === null) return 'None';
  const type = types.get(name);
  if (type === 'number') return `float(${text(String(of))})`;
  if (type === 'date' || type === 'datetime')
    return `pd.Timestamp(${text(String(of).replace(/Z$/, ''))})`;
  return typeof of === 'boolean' ? (of ? 'True' : 'False') : text(String(of));
}

const values = (
  types: ColumnTypes,
  named: readonly { readonly column: string; readonly value: Scalar }[],
): string =>
  `{${named.map(({ column: name, value: of }) => `${text(name)}: ${value(types, name, of)}`).join(', ')}}`;

function keep(writer: PythonExpressions, condition: Typed): string[] {
  return [
    `d = d[${writer.use('truth')}(${writer.write(condition)}).fillna(False).astype(bool)].copy()`,
  ];
}
