declare module 'ml-stat' {
  /** Only what is sound in ml-stat 1.3.3; see docs/decisions/0006-ml-stat.md. */
  export const array: {
    mean(values: readonly number[]): number;
    variance(values: readonly number[], unbiased?: boolean): number;
    /** Of shares, in nats; those of 0 give NaN. */
    entropy(shares: readonly number[]): number;
    standardDeviation(values: readonly number[], unbiased?: boolean): number;
  };
}
