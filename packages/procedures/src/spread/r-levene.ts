/** Levene's test in R, about any centre of the groups. */
export const rLevene = (centre: string): string =>
  `distance <- abs(value - ave(value, group, FUN = ${centre})); result <- oneway.test(distance ~ group, var.equal = TRUE)`;
