import type { Assumption } from './finding.ts';

/** Fewer values than these, and what ranks with ties give is far from normal. */
const normalFrom = 10;

const rough = (counted: string, why = ''): Assumption => ({
  name: 'values enough for the normal approximation',
  verdict: 'doubtful',
  said: `${counted}: the approximation of p by the normal distribution${why} is rough for so few.`,
});

/** What is said of p where ties leave the normal approximation alone for few values. */
export const approximationNote = (exact: boolean, least: number, counted: string): Assumption[] =>
  exact || least >= normalFrom ? [] : [rough(counted, ', which ties or zeros make necessary,')];

/** The same of a test that has no other p. */
export const shortTrendNote = (n: number): Assumption[] =>
  n >= normalFrom ? [] : [rough(`${n} values`)];

/** Fewer values than these, and tests of stationarity are far from what holds of long series. */
const longFrom = 20;

/** What is said of p that is of the distribution in long series. */
export const shortSeriesNote = (n: number): Assumption[] =>
  n >= longFrom
    ? []
    : [
        {
          name: 'values enough for the limit distribution',
          verdict: 'doubtful',
          said: `${n} values: p is that of long series, rough for so few, and the test seldom finds what there is.`,
        },
      ];
