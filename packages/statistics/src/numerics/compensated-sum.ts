/**
 * Sum of term(0) + … + term(n − 1) with Neumaier's compensation: the error no longer grows with n.
 * Neumaier, A. (1974), Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, ZAMM 54.
 */
export function compensatedSum(n: number, term: (index: number) => number): number {
  let sum = 0;
  let compensation = 0;
  for (let i = 0; i < n; i++) {
    const value = term(i);
    const next = sum + value;
    compensation += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + compensation;
}
