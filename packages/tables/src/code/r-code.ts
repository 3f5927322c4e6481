import { valueTypeOf, type CorrectedCell, type Typed, type View } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';
import { sayRounded, type CodedColumn } from './rounded-numbers.ts';
import { hash } from '../views/sample-hash.ts';
import { readsColumns } from '../views/expression-facts.ts';
import type { ColumnTypes, ViewStatement } from '../views/view-statement.ts';
import { RExpressions } from './r-expressions.ts';
import { restored, takenAside } from './r-returns.ts';
import { column, ordered, text, vector } from './r-syntax.ts';
import { writeProgram } from './write-program.ts';

/**
 * R code that reads the rows of a dataset, some of which may have carriage returns in texts, and does
 * what the view does; base R alone.
 */
export function rCode(table: readonly CodedColumn[], view: View, hasReturns = false): string {
  const writer = new RExpressions();
  return writeProgram(table, view, writer, {
    reading: [...preamble, ...sayRounded(table, 'bit64 or gmp'), ...reading(table, hasReturns)],
    defining: (helpers) => ['', ...helpers],
    linesOf: (statement) => linesOf(writer, statement),
  });
}

type Scalar = CorrectedCell['to'];

const preamble = [
  '# data.csv: the rows of the dataset as they are (Download data.csv)',
  'Sys.setenv(TZ = "UTC")',
  'invisible(Sys.setlocale("LC_COLLATE", "C"))',
];

function reading(table: readonly TableColumn[], hasReturns: boolean): string[] {
  const of = (...types: string[]): string =>
    vector(table.flatMap((one) => (types.includes(valueTypeOf(one)) ? [text(one.name)] : [])));
  const convert = (names: string, how: string): string[] =>
    names === 'c()' ? [] : [`d[${names}] <- lapply(d[${names}], ${how})`];
  return [
    ...(hasReturns ? takenAside('data.csv') : []),
    `d <- read.csv(${hasReturns ? 'aside' : '"data.csv"'}, colClasses = "character", na.strings = "", check.names = FALSE, encoding = "UTF-8")`,
    ...(hasReturns ? restored('d') : []),
    ...convert(of('number'), 'as.numeric'),
    ...convert(of('boolean'), 'as.logical'),
    ...convert(of('date'), 'as.Date'),
    ...convert(of('datetime'), 'as.POSIXct, format = "%Y-%m-%dT%H:%M:%OS", tz = "UTC"'),
  ];
}

/** The lines of one statement of a view. */
function linesOf(writer: RExpressions, statement: ViewStatement): string[] {
  switch (statement.kind) {
    case 'set': {
      if (statement.columns.length === 1)
        return statement.columns.map(
          ({ name, expression }) => `${column(name)} <- ${writer.write(expression)}`,
        );
      const named = statement.columns.map(
        ({ name, expression }) => `  ${text(name)} = ${writer.write(expression)}`,
      );
      return [`new <- list(\n${named.join(',\n')}\n)`, 'd[names(new)] <- new'];
    }
    case 'keep':
      return keep(writer, statement.condition);
    case 'keep where':
      return keep(writer, statement.condition());
    case 'columns':
      return [`d <- d[${vector(statement.names.map(text))}]`];
    case 'unique':
      return [`d <- d[!duplicated(d[${vector(statement.columns.map(text))}]), , drop = FALSE]`];
    case 'correct':
      return [
        'before <- d',
        ...statement.cells.map(
          ({ row, column: name, from, to, has = [] }) =>
            `if (${writer.use('matches')}(before, ${row}, ${values(statement.types, [{ column: name, value: from }, ...has])})) ` +
            `d[match(${row}, as.numeric(rownames(d))), ${text(name)}] <- ${value(statement.types, name, to)}`,
        ),
      ];
    case 'delete':
      return [
        `rows <- c(${statement.rows.map(({ row }) => row).join(', ')})`,
        `has <- list(${statement.rows.map(({ has }) => values(statement.types, has)).join(', ')})`,
        `d <- d[!as.numeric(rownames(d)) %in% rows[mapply(function(row, values) ${writer.use('matches')}(d, row, values), rows, has)], , drop = FALSE]`,
      ];
    case 'rename':
      return [
        `names(d)[match(${vector(statement.columns.map(({ from }) => text(from)))}, names(d))] <- ${vector(statement.columns.map(({ to }) => text(to)))}`,
      ];
    case 'present':
      return [`d <- d[complete.cases(d[${vector(statement.columns.map(text))}]), , drop = FALSE]`];
    case 'sample':
      return [
        `x <- (as.numeric(rownames(d)) + ${statement.seed * hash.spread}) %% ${hash.modulus}`,
        `for (added in c(${hash.rounds.join(', ')})) x <- (x * x + added + ${statement.seed}) %% ${hash.modulus}`,
        `d <- d[sort(head(order(x), ${statement.n})), , drop = FALSE]`,
      ];
    case 'sort':
      return [`d <- d[${ordered(statement.keys)}, , drop = FALSE]`];
  }
}

/** A value of a cell, as the column of the frame has it. */
function value(types: ColumnTypes, name: string, of: Scalar): string {
  if (of === null) return 'NA';
  const type = types.get(name);
  if (type === 'number') return `as.numeric(${text(String(of))})`;
  if (type === 'date') return `as.Date(${text(String(of))})`;
  if (type === 'datetime')
    return `as.POSIXct(${text(
      String(of)
        .replace(/Z$/, '')
        .replace(/^([^T]+)$/, '$1T00:00:00'),
    )}, format = "%Y-%m-%dT%H:%M:%OS", tz = "UTC")`;
  return typeof of === 'boolean' ? (of ? 'TRUE' : 'FALSE') : text(String(of));
}

const values = (
  types: ColumnTypes,
  named: readonly { readonly column: string; readonly value: Scalar }[],
): string =>
  `list(${named.map(({ column: name, value: of }) => `\`${name.replaceAll(/[\\`]/g, String.raw`\$&`)}\` = ${value(types, name, of)}`).join(', ')})`;

function keep(writer: RExpressions, condition: Typed): string[] {
  const written = writer.write(condition);
  return [
    `d <- d[which(${readsColumns(condition) ? written : `${writer.use('full')}(${written})`}), , drop = FALSE]`,
  ];
}
