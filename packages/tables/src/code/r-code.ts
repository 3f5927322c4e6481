import { valueTypeOf, type Typed, type View } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';
import { hash } from '../views/open-view.ts';
import { readsColumns, viewProgram, type ViewStatement } from '../views/view-program.ts';
import { RExpressions } from './r-expressions.ts';
import { column, ordered, text, vector } from './r-syntax.ts';

/** R code that reads the rows of a dataset and does what the view does; base R alone. */
export function rCode(table: readonly TableColumn[], view: View): string {
  const writer = new RExpressions();
  const steps = viewProgram(table, view).flatMap((statement) => [
    ...(statement.kind === 'columns' ? [] : [`# ${statement.said.replaceAll(/\s+/g, ' ')}`]),
    ...linesOf(writer, statement),
  ]);
  const helpers = writer.helpers();
  return [
    ...preamble,
    ...reading(table),
    ...(helpers.length === 0 ? [] : ['', ...helpers]),
    ...(steps.length === 0 ? [] : ['', ...steps]),
    '',
  ].join('\n');
}

const preamble = [
  '# data.csv: the rows of the dataset as they are (Download data.csv)',
  'Sys.setenv(TZ = "UTC")',
  'invisible(Sys.setlocale("LC_COLLATE", "C"))',
];

function reading(table: readonly TableColumn[]): string[] {
  const of = (...types: string[]): string =>
    vector(table.flatMap((one) => (types.includes(valueTypeOf(one)) ? [text(one.name)] : [])));
  const convert = (names: string, how: string): string[] =>
    names === 'c()' ? [] : [`d[${names}] <- lapply(d[${names}], ${how})`];
  return [
    'd <- read.csv("data.csv", colClasses = "character", na.strings = "", check.names = FALSE, encoding = "UTF-8")',
    ...convert(of('number'), 'as.numeric'),
    ...convert(of('boolean'), 'as.logical'),
    ...convert(of('date'), 'as.Date'),
    ...convert(of('datetime'), 'as.POSIXct, format = "%Y-%m-%dT%H:%M:%OS", tz = "UTC"'),
  ];
}

/** The lines of one statement of a view. */
function linesOf(writer: RExpressions, statement: ViewStatement): string[] {
  writer.order = statement.kind === 'set' || statement.kind === 'keep' ? statement.order : [];
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

function keep(writer: RExpressions, condition: Typed): string[] {
  const written = writer.write(condition);
  return [
    `d <- d[which(${readsColumns(condition) ? written : `${writer.use('full')}(${written})`}), , drop = FALSE]`,
  ];
}
