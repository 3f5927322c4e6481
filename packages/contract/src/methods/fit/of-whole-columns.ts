/** What may be asked instead of what shows single rows. */
export const ofWholeColumns =
  'Use shapiro_wilk, anderson_darling or cramer_von_mises of a whole column, ' +
  'kolmogorov_smirnov_two_sample, or chi_square_goodness_of_fit.';
