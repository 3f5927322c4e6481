/**
 * A running sum with Neumaier's compensation: its error no longer grows with the number of terms.
 * Neumaier, A. (1974), Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, ZAMM
 * 54.
 */
export class CompensatedSum {
  #sum = 0;
  #lost = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }

  get total(): number {
    return this.#sum + this.#lost;
  }
}
