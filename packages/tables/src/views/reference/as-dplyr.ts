import { tableColumns } from './random-views.ts';
import type { RandomView, SortKey } from './view-tree.ts';
import { inDialect, stepsOf, type Dialect } from './steps.ts';

/** Views in dplyr: groups by group_by, rows before a row by arrange and lag. */
const prelude = `
suppressPackageStartupMessages(library(dplyr))
invisible(Sys.setlocale("LC_COLLATE", "C"))
options(warn = -1)
read <- read.csv("data.csv", colClasses = "character", na.strings = "", encoding = "UTF-8", check.names = FALSE)
kinds <- c(${Object.entries(tableColumns)
  .map(([name, kind]) => `${name} = "${kind}"`)
  .join(', ')})
data <- as_tibble(lapply(setNames(names(kinds), names(kinds)), function(name) {
  x <- read[[name]]
  switch(kinds[[name]], number = as.numeric(x), truth = x == "true", x)
}))
data$row <- as.numeric(seq_len(nrow(data)))

divided <- function(x, y) if_else(y == 0, NA_real_, x / y)
interval <- function(x, bounds) {
  low <- head(bounds, -1)
  high <- tail(bounds, -1)
  names <- paste0("[", low, ",", high, c(rep(")", length(low) - 1), "]"))
  cut(x, bounds, labels = names, right = FALSE, include.lowest = TRUE)
}
present <- function(f) function(x) {
  x <- x[!is.na(x)]
  if (length(x) == 0) NA_real_ else f(x)
}
zscore <- function(x) {
  s <- sd(x, na.rm = TRUE)
  if (is.na(s) || s == 0) rep(NA_real_, length(x)) else (x - mean(x, na.rm = TRUE)) / s
}
functions <- list(
  mean = present(mean), median = present(median), min = present(min), max = present(max), sum = present(sum), sd = present(sd),
  count = function(x) as.numeric(sum(!is.na(x))),
  rank = function(x) as.numeric(rank(x, na.last = "keep")),
  row_number = function(x) as.numeric(row_number()),
  zscore = zscore,
  previous = function(x, k = 1) lag(x, k),
  "next" = function(x, k = 1) lead(x, k),
  cumulative_sum = function(x) if_else(cumsum(!is.na(x)) > 0, cumsum(coalesce(x, 0)), NA_real_)
)
over <- function(name, x, by = list(), order = seq_along(x), ...) {
  t <- tibble(x = as.numeric(x), at = seq_along(x))
  for (i in seq_along(by)) t[[paste0("by", i)]] <- by[[i]]
  t[order, ] |> group_by(across(starts_with("by"))) |> mutate(y = functions[[name]](x, ...)) |> ungroup() |> arrange(at) |> pull(y)
}
figures <- c(functions[c("mean", "median", "min", "max", "sum", "sd")], list(
  n = function(x) sum(!is.na(x)), missing = function(x) sum(is.na(x)), distinct = function(x) n_distinct(x[!is.na(x)]),
  true_count = function(x) sum(x, na.rm = TRUE), true_share = present(mean)
))
figure <- function(name, x, p = NULL) as.numeric(if (is.null(p)) figures[[name]](x) else present(function(x) quantile(x, p, names = FALSE))(x))
said <- function(x) {
  s <- if (is.numeric(x)) sprintf("%.17g", x) else if (is.logical(x)) tolower(as.character(x)) else as.character(x)
  s[is.na(x)] <- "\\u2205"
  s
}
complete <- function(d, kept) {
  if (nrow(d) > 0 && nrow(kept) == 0) refused <<- TRUE
  kept
}
show <- function(i, n, d) {
  if (refused) d <- head(d, 0)
  if (refused) n <- "refused"
  cat("view\\t", i, "\\t", n, "\\t", nrow(d), "\\n", sep = "")
  if (nrow(d) > 0) writeLines(do.call(paste, c(lapply(d, said), sep = "\\t")))
}
`;

const quoted = (text: string): string => JSON.stringify(text);
const binary: Readonly<Record<string, string>> = { '=': '==', and: '&', or: '|' };
const calls: Readonly<Record<string, string>> = {
  '/': 'divided',
  abs: 'abs',
  lower: 'tolower',
  coalesce: 'coalesce',
  if: 'if_else',
  not: '!',
  'is missing': 'is.na',
};
const vector = (numbers: readonly number[]): string => `c(${numbers.join(', ')})`;

const dialect = (order: string, bins: ReadonlySet<string>): Dialect => ({
  column: (name) => (bins.has(name) ? `as.character(d$${name})` : `d$${name}`),
  value: (value) =>
    `rep(${typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : JSON.stringify(value)}, nrow(d))`,
  call: (name, args) => {
    const [x = '', y = ''] = args;
    const called = calls[name];
    return called === undefined
      ? `(${x} ${binary[name] ?? name} ${y})`
      : `${called}(${args.join(', ')})`;
  },
  // Within a tree an interval is a text; a column of intervals has their order.
  bin: (x, bounds) => `as.character(interval(${x}, ${vector(bounds)}))`,
  over: (name, x, by, isOrdered, distance) =>
    `over(${quoted(name)}, ${x}, list(${by.map((one) => `d$${one}`).join(', ')})${isOrdered ? `, ${order}` : ''}${distance === undefined ? '' : `, k = ${distance}`})`,
});

/** One program that prints the answers of all views. */
export function asDplyr(views: readonly RandomView[]): string {
  return `${prelude}\n${views.map(viewCode).join('\n')}\n`;
}

function viewCode(view: RandomView, i: number): string {
  const { fill, derive, sort, limit, groups } = view;
  const { steps, keys, aggregates } = stepsOf(view, Object.keys(tableColumns));
  const bins = new Set(
    [...derive, ...keys].flatMap(({ name, tree }) => (tree.kind === 'bin' ? [name] : [])),
  );
  const arranged = (list: readonly SortKey[], last: string): string =>
    `arrange(${[...list.map(({ column, descending }) => (descending ? `desc(${column})` : column)), last].join(', ')})`;
  const order = `(d |> mutate(at = row_number()) |> ${arranged(sort, 'row')} |> pull(at))`;
  const inOrder = dialect(order, bins);
  const write = (tree: Parameters<typeof inDialect>[0], by: readonly string[] = []): string =>
    tree.kind === 'bin'
      ? `interval(${inDialect(tree.x, inOrder, by)}, ${vector(tree.bounds)})`
      : inDialect(tree, inOrder, by);
  const lines = [`# ${i}`, 'refused <- FALSE', 'd <- data'];
  if (fill !== null)
    lines.push(
      `d <- d |> group_by(${fill.by.join(', ')}) |> mutate(${fill.column} = coalesce(${fill.column}, functions$median(${fill.column}))) |> ungroup()`,
    );
  for (const step of steps) {
    if (step.kind === 'set') lines.push(`d$${step.name} <- ${write(step.tree)}`);
    else if (step.kind === 'keep') lines.push(`d <- filter(d, ${inDialect(step.tree, inOrder)})`);
    else if (step.names.length > 0)
      lines.push(
        `d <- complete(d, filter(d, ${step.names.map((name) => `!is.na(${name})`).join(', ')}))`,
      );
  }
  if (groups === null) {
    const columns = [...Object.keys(tableColumns), ...derive.map(({ name }) => name)];
    lines.push(
      `show(${i}, nrow(d), d |> ${arranged(sort, 'row')} |> select(${['row', ...columns].join(', ')}) |> head(${limit}))`,
    );
    return lines.join('\n');
  }
  for (const { name, tree } of keys) lines.push(`d$${name} <- ${write(tree)}`);
  const names = keys.map(({ name }) => name);
  const asked = groups.aggregates.map(({ name, statistic, p }, j) => {
    const of = aggregates[j];
    if (of === null || of === undefined) return `${name} = as.numeric(n())`;
    lines.push(`d$of${j} <- ${write(of, names)}`);
    return `${name} = figure(${quoted(statistic)}, of${j}${p === undefined ? '' : `, ${p}`})`;
  });
  lines.push(
    'n <- nrow(d)',
    `d <- d |> group_by(${names.join(', ')}) |> summarise(${asked.join(', ')}, .groups = "drop")${names.length === 0 ? '' : ` |> arrange(${names.join(', ')})`} |> mutate(row = row_number())`,
  );
  if (groups.having !== null)
    lines.push(`d <- filter(d, ${inDialect(groups.having, dialect('', new Set()))})`);
  lines.push(
    `show(${i}, n, d |> ${arranged(groups.sort, 'row')} |> select(${[...names, ...groups.aggregates.map(({ name }) => name)].join(', ')}) |> head(${limit}))`,
  );
  return lines.join('\n');
}
