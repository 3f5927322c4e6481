# Of values near 0, where R's sums lose nothing.
near <- function(x) round(x - round(median(x)), 9)
normality <- function(test) function(ask, rows) {
  x <- rows$number(ask$column)
  found <- test(near(x[!is.na(x)]))
  list(statistic = list(value = unname(found$statistic)), p_value = found$p.value)
}
reference("testDistribution", "shapiro_wilk", "R’s shapiro.test", normality(shapiro.test))
reference("testDistribution", "anderson_darling", "nortest::ad.test", normality(nortest::ad.test))
reference("testDistribution", "cramer_von_mises", "nortest::cvm.test", normality(nortest::cvm.test))
reference("testDistribution", "lilliefors", "nortest::lillie.test", normality(nortest::lillie.test))
versions$nortest <- as.character(packageVersion("nortest"))
