# What reference programs in R share: reading the tables and the parts of answers that many methods have.
# A reference is a function of the question and its rows that gives the answer in the product's shape:
# members of lists by their names (effects, tables, pictures, n_excluded), tables as lists of rows.
references <- list()
reference <- function(operation, method, by, find) references[[paste0(operation, ".", method)]] <<- list(by = by, find = find)

# The table of a question, all columns as text, missing cells as NA; and how many rows the view left out.
read_rows <- function(path, ask) {
  d <- read.csv(path, colClasses = "character", na.strings = "", check.names = FALSE, encoding = "UTF-8")
  count <- nrow(d)
  filter <- ask$view$filter
  if (!is.null(filter)) {
    text <- if (is.character(filter)) filter else paste(filter$column, if (filter$op == "gt") ">" else "<", filter$value)
    d <- d[which(with(lapply(d, function(one) suppressWarnings(as.numeric(one))), eval(parse(text = text)))), , drop = FALSE]
  }
  list(data = d, filtered = count - nrow(d), viewed = !is.null(filter), number = function(name) as.numeric(d[[name]]))
}
provenance <- function(rows, used, excluded = list()) {
  left <- Filter(function(n) n > 0, excluded)
  if (rows$filtered > 0) left[["filtered out by the view"]] <- rows$filtered
  found <- list(n_used = used, n_excluded = if (length(left) > 0) left else setNames(list(), character()))
  if (rows$viewed) found$view_effects <- list(list(rows_removed = rows$filtered, cells_changed = 0, cells_lost = 0))
  found
}
# A vector stays a list of numbers, even of one.
v <- function(x) I(unname(x))
