reference("association", "spearman", "R’s cor.test, Bonett and Wright 2000", function(ask, rows) {
  names <- unlist(ask$columns)
  pairs <- list()
  for (i in seq_along(names)) for (j in seq_along(names)) if (i < j) {
    x <- rows$number(names[i]); y <- rows$number(names[j])
    used <- !is.na(x) & !is.na(y)
    found <- cor.test(x[used], y[used], method = "spearman")
    rho <- unname(found$estimate); n <- sum(used)
    t <- unname(cor.test(rank(x[used]), rank(y[used]))$statistic)
    # Bonett and Wright 2000
    half <- qnorm((1 + ask$confidence_level) / 2) * sqrt((1 + rho^2 / 2) / (n - 3))
    ci <- list(level = ask$confidence_level, low = tanh(atanh(rho) - half), high = tanh(atanh(rho) + half))
    pairs[[length(pairs) + 1]] <- list(x = names[i], y = names[j], n_used = n, estimate = rho, ci = ci, statistic = t, df = n - 2, p_value = found$p.value)
  }
  found <- p.adjust(sapply(pairs, function(one) one$p_value), "holm") < 1 - ask$confidence_level
  said <- list(length(pairs), sum(found))
  c(provenance(rows, nrow(rows$data)), list(said = said, matrix = list(pairs = pairs)))
})
