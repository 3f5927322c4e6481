# Season and trend of a daily series, by R's stl; what is filled is filled as asked.
lengths <- list(second = 60, minute = 60, hour = 24, day = 7, week = 52, month = 12, quarter = 4)
reference("timeSeries", "stl", "R’s stl", function(ask, rows) {
  y <- rows$number(ask$value)
  dates <- as.Date(rows$data[[ask$time]])
  missing <- is.na(y)
  y <- y[!missing]; dates <- dates[!missing]
  every <- ask$every
  if (!is.null(every) && every != "day") return(NULL)
  gaps <- ask$gaps
  if (!is.null(every) && ask$aggregate == "count") {
    y <- rep(1, length(y))
    if (gaps == "keep") gaps <- "zero"
  }
  places <- as.integer(dates - dates[1])
  if (any(diff(places) > 1)) {
    if (gaps == "keep") return(NULL)
    whole <- 0:max(places)
    y <- switch(gaps,
      linear = approx(places, y, whole)$y,
      previous = approx(places, y, whole, method = "constant")$y,
      zero = { z <- numeric(length(whole)); z[places + 1] <- y; z }
    )
    dates <- dates[1] + whole
  }
  if (length(unique(y)) < 2) return(NULL)
  n <- length(y)
  period <- if (is.null(ask$period)) 7 else ask$period
  if (n <= 2 * period) return(NULL)
  place <- round(median(y)); z <- y - place
  fit <- stl(ts(z, frequency = period), s.window = if (ask$seasonal_window == "periodic") "periodic" else as.numeric(ask$seasonal_window), robust = ask$robust)
  season <- as.numeric(fit$time.series[, "seasonal"]); trend <- as.numeric(fit$time.series[, "trend"])
  remainder <- z - season - trend
  strength <- function(part) max(0, 1 - var(remainder) / var(part + remainder))
  labels <- format(dates)
  listed <- function(places, ...) lapply(places, function(i) c(list(labels[i]), lapply(list(...), function(one) one[i])))
  tables <- list(Components = listed(seq_len(n), y, trend + place, season, remainder))
  if (ask$seasonal_window == "periodic") tables$Season <- lapply(seq_len(period), function(k) list(k, labels[k], season[k]))
  far <- if (ask$robust) head(which(fit$weights < 0.05), 50) else integer()
  if (length(far) > 0) tables[["Values that hardly counted"]] <- listed(far, y, remainder, as.numeric(fit$weights))
  lines <- function(...) list(lines = lapply(list(...), function(one) list(y = v(one))))
  c(provenance(rows, sum(!missing), list("value missing" = sum(missing))), list(
    said = list(period),
    effects = list("strength of the season" = list(value = strength(season)), "strength of the trend" = list(value = strength(trend))),
    tables = tables,
    picture = lines(y, trend + place),
    pictures = list(
      Season = list(picture = if (ask$seasonal_window == "periodic") list(values = v(season[seq_len(period)])) else lines(season)),
      Remainder = list(picture = lines(remainder))
    )
  ))
})
