/** The null hypothesis of a test of all autocorrelations to a lag. */
export const noAutocorrelation = (column: string, lags: number): string =>
  lags === 1
    ? `The autocorrelation of ${column} at lag 1 is 0.`
    : `The autocorrelations of ${column} at lags 1 to ${lags} are all 0.`;
