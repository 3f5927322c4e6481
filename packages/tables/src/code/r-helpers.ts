import { afterNoon, monthNames, weekdayNames, yearPivot } from '@columnist/contract';

/**
 * Functions that the R code defines where base R has none that means the same. A helper
 * comes behind those it needs.
 */
export const rHelpers = {
  full: { needs: [], code: 'full <- function(x) rep(x, length.out = nrow(d))' },
  moment: { needs: [], code: 'moment <- function(x) as.POSIXct(x, tz = "UTC")' },
  local_time: {
    needs: ['moment'],
    code: `local_time <- function(x, zone) {
  t <- as.POSIXlt(moment(x), tz = zone)
  ISOdatetime(t$year + 1900, t$mon + 1, t$mday, t$hour, t$min, t$sec, tz = "UTC")
}`,
  },
  part_of: {
    needs: ['full'],
    code: `part_of <- function(x, separator, first, last) vapply(full(x), function(s) {
  if (is.na(s)) return(NA_character_)
  at <- gregexpr(separator, s, fixed = TRUE)[[1]]
  at <- at[at > 0]
  starts <- c(1, at + nchar(separator))
  ends <- c(at - 1, nchar(s))
  if (first < 1 || first > length(starts)) return(NA_character_)
  s <- trimws(substr(s, starts[first], ends[min(last, length(ends))]), whitespace = "[ \\t\\r\\n]")
  if (s == "") NA_character_ else s
}, "", USE.NAMES = FALSE)`,
  },
  matches: {
    needs: [],
    code: `matches <- function(d, row, values) {
  place <- match(row, as.numeric(rownames(d)))
  same <- function(x, value) if (is.na(value)) is.na(x) else !is.na(x) && x == value
  !is.na(place) && all(mapply(function(name, value) same(d[[name]][place], value), names(values), values))
}`,
  },
  divide: {
    needs: [],
    code: 'divide <- function(x, y) { r <- x / y; r[rep(y == 0, length.out = length(r)) %in% TRUE] <- NA; r }',
  },
  power: { needs: [], code: 'power <- function(x, y) ifelse(is.na(x) | is.na(y), NA, x ^ y)' },
  above_zero: {
    needs: [],
    code: 'above_zero <- function(f, x) suppressWarnings(ifelse(x > 0, f(x), NA))',
  },
  round_half: {
    needs: [],
    code:
      'round_half <- function(x, digits) { y <- abs(x) * 10 ^ digits; if (digits > 0) ' +
      'y <- ifelse(y < 1e14, y * (1 + 2 ^ -52), y); sign(x) * (floor(y) + ' +
      '(y - floor(y) >= 0.5)) / 10 ^ digits }',
  },
  among: { needs: [], code: 'among <- function(x, values) ifelse(is.na(x), NA, x %in% values)' },
  joined: {
    needs: [],
    code:
      'joined <- function(...) { r <- paste0(...); r[Reduce(`|`, lapply(list(...), is.na), ' +
      'rep(FALSE, length(r)))] <- NA; r }',
  },
  contains: {
    needs: ['full'],
    code:
      'contains <- function(x, y) mapply(function(a, b) if (is.na(a) || is.na(b)) NA else ' +
      'grepl(b, a, fixed = TRUE), tolower(full(x)), tolower(full(y)), USE.NAMES = FALSE)',
  },
  has_match: {
    needs: [],
    code: 'has_match <- function(x, pattern) ifelse(is.na(x), NA, grepl(pattern, x, perl = TRUE))',
  },
  first_match: {
    needs: ['full'],
    code: `first_match <- function(x, pattern, group) vapply(full(x), function(s) {
  found <- if (is.na(s)) "" else regmatches(s, regexec(pattern, s, perl = TRUE))[[1]]
  if (length(found) <= group || found[group + 1] == "") NA_character_ else found[group + 1]
}, "", USE.NAMES = FALSE)`,
  },
  to_number: {
    needs: [],
    code:
      'to_number <- function(x, form, group, point) {\n  x <- trimws(x, whitespace = "[ ' +
      '\\\\t\\\\r\\\\n]")\n  x[!grepl(form, x)] <- NA\n  x <- sub("[ ]?%$", "", x)\n  if ' +
      '(group != "") x <- gsub(group, "", x, fixed = TRUE)\n  as.numeric(sub(point, ".", x, ' +
      'fixed = TRUE))\n}',
  },
  months: {
    needs: [],
    code: `months <- c(${monthNames()
      .flatMap((names, i) => names.map((name) => `${JSON.stringify(name)} = ${i + 1}`))
      .join(', ')})`,
  },
  weekdays: {
    needs: [],
    code: `weekdays <- c(${weekdayNames()
      .flatMap((names, i) => names.map((name) => JSON.stringify(`${name} ${i + 1}`)))
      .join(', ')})`,
  },
  moment_of: {
    needs: ['full', 'months', 'weekdays'],
    code: `moment_of <- function(x, form, fields) {
  x <- trimws(full(x), whitespace = "[ \\\\t\\\\r\\\\n]")
  r <- as.POSIXct(rep(NA_real_, length(x)), origin = "1970-01-01", tz = "UTC")
  for (i in which(grepl(form, x, perl = TRUE) & !is.na(x))) {
    p <- setNames(regmatches(x[i], regexec(form, x[i], perl = TRUE))[[1]][-1], fields)
    p <- p[p != ""]
    of <- function(name, other) if (name %in% names(p)) as.numeric(p[[name]]) else other
    unix <- of("unix", of("unix milliseconds", NA) / 1000)
    if (!is.na(unix)) { r[i] <- as.POSIXct(unix, origin = "1970-01-01", tz = "UTC"); next }
    zone <- if ("zone" %in% names(p)) p[["zone"]] else ""
    zone <- if (grepl("^[+-]", zone)) gsub(":", "", sub("^([+-])([0-9])(:|$)", "\\\\10\\\\2", zone)) else "+00"
    ahead <- c(as.numeric(substr(zone, 2, 3)), if (nchar(zone) > 3) as.numeric(substr(zone, 4, 5)) else 0)
    if (ahead[1] > 23 || ahead[2] > 59) next
    short <- of("short year", if ("year" %in% names(p)) NA else 0)
    month <- if ("month name" %in% names(p)) unname(months[sub("[.]+$", "", tolower(p[["month name"]]))]) else of("month", 1)
    hour <- of("half-day hour", of("hour", 0))
    if ("half" %in% names(p))
      hour <- if (hour >= 1 && hour <= 12) hour %% 12 + 12 * grepl("${afterNoon}", p[["half"]]) else 99
    if (hour > 23 || of("minute", 0) > 59 || of("second", 0) >= 60) next
    t <- ISOdatetime(of("year", short + if (is.na(short) || short >= ${yearPivot}) 1900 else 2000), month, of("day", 1), hour, of("minute", 0), of("second", 0), tz = "UTC")
    if (!("weekday" %in% names(p)) || paste(tolower(p[["weekday"]]), format(t, "%u")) %in% weekdays) r[i] <- t - (if (startsWith(zone, "-")) -1 else 1) * sum(ahead * c(3600, 60))
  }
  r
}`,
  },
  clock_text: {
    needs: [],
    code: `clock_text <- function(t) {
  us <- round(as.numeric(t) * 1e6) %% 86400000000
  s <- us %/% 1e6
  fraction <- sub("0+$", "", sprintf("%06.0f", us %% 1e6))
  ifelse(is.na(us), NA, paste0(sprintf("%02.0f:%02.0f:%02.0f", s %/% 3600, s %/% 60 %% 60, s %% 60), ifelse(fraction == "", "", paste0(".", fraction))))
}`,
  },
  duration_of: {
    needs: ['full'],
    code: `duration_of <- function(x, form, units) {
  x <- trimws(full(x), whitespace = "[ \\t\\r\\n]")
  vapply(x, function(v) {
    if (is.na(v) || !grepl(form, v, perl = TRUE)) return(NA_real_)
    p <- regmatches(v, regexec(form, v, perl = TRUE))[[1]][-1]
    n <- as.numeric(ifelse(p[-1] == "", NA, p[-1]))
    if (all(is.na(n))) NA_real_ else (if (p[1] == "-") -1 else 1) * sum(n * units, na.rm = TRUE)
  }, 0, USE.NAMES = FALSE)
}`,
  },
  number_text: {
    needs: [],
    // R would write 34558000000 as 3.4558e+10.
    code: `number_text <- function(x) vapply(x, function(v) {
  if (is.na(v)) return(NA_character_)
  far <- v != 0 && (abs(v) >= 1e16 || abs(v) < 1e-4)
  for (digits in 15:17) { s <- format(v, digits = digits, scientific = far); if (as.numeric(s) == v) break }
  s
}, "")`,
  },
  blank: {
    needs: ['full'],
    code: 'blank <- function(values) { for (x in values) if (!all(is.na(x))) break; x <- full(x); x[] <- NA; x }',
  },
  pick: {
    needs: ['full', 'blank'],
    code:
      'pick <- function(...) {\n  given <- list(...)\n  last <- length(given)\n  r <- ' +
      'blank(given[c(seq(2, last, 2), last)])\n  open <- rep(TRUE, nrow(d))\n  for (i in ' +
      'seq(1, last - 1, 2)) {\n    hit <- open & full(given[[i]]) %in% TRUE\n    r[hit] <- ' +
      'full(given[[i + 1]])[hit]\n    open <- open & !hit\n  }\n  r[open] <- ' +
      'full(given[[last]])[open]\n  r\n}',
  },
  coalesce: {
    needs: ['full', 'blank'],
    code:
      'coalesce <- function(...) { r <- blank(list(...)); for (x in list(...)) { gap <- ' +
      'is.na(r); r[gap] <- full(x)[gap] }; r }',
  },
  over: {
    needs: ['full'],
    code:
      'over <- function(x, f, ..., same = FALSE, places = seq_len(nrow(d))) {\n  groups <- ' +
      'lapply(list(...), function(by) { by <- full(by); match(by, unique(by)) })\n  key <- ' +
      'if (length(groups) == 0) rep("", nrow(d)) else do.call(paste, groups)\n  r <- if ' +
      '(same) x else rep(NA_real_, nrow(d))\n  for (i in split(places, key[places])) r[i] <- ' +
      'f(x[i])\n  r\n}',
  },
  some: {
    needs: [],
    code: 'some <- function(f) function(v) { v <- v[!is.na(v)]; if (length(v) == 0) NA else f(v) }',
  },
  most_frequent: {
    needs: [],
    code:
      'most_frequent <- function(v) { u <- sort(unique(v), method = "radix"); ' +
      'u[which.max(tabulate(match(v, u)))] }',
  },
  zscore: {
    needs: [],
    code:
      'zscore <- function(v) { s <- sd(v, na.rm = TRUE); if (is.na(s) || s == 0) NA else (v ' +
      '- mean(v, na.rm = TRUE)) / s }',
  },
  minmax: {
    needs: [],
    code:
      'minmax <- function(v) { if (all(is.na(v))) return(NA); r <- range(v, na.rm = TRUE); ' +
      'if (r[1] == r[2]) NA else (v - r[1]) / (r[2] - r[1]) }',
  },
  code: { needs: [], code: 'code <- function(v) match(v, sort(unique(v), method = "radix"))' },
  cumulative_sum: {
    needs: [],
    code: 'cumulative_sum <- function(v) ifelse(cumsum(!is.na(v)) == 0, NA, cumsum(ifelse(is.na(v), 0, v)))',
  },
  from_row: {
    needs: [],
    code: 'from_row <- function(v, k) { i <- seq_along(v) - k; v[ifelse(i < 1, NA, i)] }',
  },
  last_present: {
    needs: [],
    code: 'last_present <- function(v) { i <- cummax(ifelse(is.na(v), 0, seq_along(v))); v[ifelse(i == 0, NA, i)] }',
  },
} as const satisfies Record<string, { readonly needs: readonly string[]; readonly code: string }>;

export type RHelper = keyof typeof rHelpers;
