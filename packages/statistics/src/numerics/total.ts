import { CompensatedSum } from './compensated-sum.ts';

/** The sum of n terms, compensated. */
export const total = (n: number, at: (i: number) => number): number => {
  const sum = new CompensatedSum();
  for (let i = 0; i < n; i++) sum.add(at(i));
  return sum.total;
};
