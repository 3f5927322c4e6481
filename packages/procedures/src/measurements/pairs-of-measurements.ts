import type { TestResult } from '@columnist/contract';
import {
  adjustP,
  oneSampleT,
  placeOf,
  samplesOf,
  spanOf,
  type Samples,
} from '@columnist/statistics';
import { describeColumns } from '../describe-groups.ts';
import type { Group } from './repeated-measurements.ts';

/**
 * Paired t tests of all pairs of measurements over all rows, whatever their group; p adjusted by
 * Holm over the pairs that have a
 * test: none where all differences are equal. R: t.test(x, y, paired = TRUE), p.adjust(method =
 * "holm"); d as effectsize::cohens_d(x - y).
 */
export function pairTests(
  names: readonly string[],
  { samples, scale }: Samples,
  level: number,
): (string | number | null)[][] {
  const pairs = names.flatMap((first, i) =>
    names.slice(i + 1).map((second, k) => {
      const other = samples[i + 1 + k]?.values;
      const {
        samples: [sample],
        scale: moved,
      } = samplesOf(
        [
          (samples[i]?.values ?? new Float64Array()).map(
            (value, row) => value - (other?.[row] ?? NaN),
          ),
        ],
        { origin: 0, perUnit: scale.perUnit },
      );
      if (sample === undefined) throw new Error('A pair has one sample of differences.');
      const test =
        sample.m2 > 0
          ? oneSampleT(sample, -moved.origin * moved.perUnit, 'two_sided', level)
          : null;
      return { first, second, test, difference: placeOf(moved, sample.mean) };
    }),
  );
  const tested = pairs.flatMap(({ test }) => (test === null ? [] : [test]));
  const holm = adjustP(
    tested.map(({ p }) => p),
    'holm',
  );
  return pairs.map(({ first, second, test, difference }) =>
    test === null
      ? [first, second, difference, null, null, null, null, null, null, null]
      : [
          first,
          second,
          difference,
          spanOf(scale, test.interval.low),
          spanOf(scale, test.interval.high),
          test.t,
          test.df,
          test.p,
          holm[tested.indexOf(test)] ?? null,
          test.d.value,
        ],
  );
}

/**
 * Figures of each measurement, each from a place of its own: that of all would take digits from
 * measurements far from it.
 */
export const describeMeasurements = (
  names: readonly string[],
  { samples, scale }: Samples,
  level: number,
): ReturnType<typeof describeColumns> =>
  describeColumns(
    names,
    {
      columns: samples.map(({ values }) => values),
      scales: samples.map(() => scale),
    },
    level,
  );

/** Means of each measurement, one line a group. */
export function meansPicture(
  names: readonly string[],
  { samples, scale }: Samples,
  group: Group | null,
  level: number,
): NonNullable<TestResult['picture']> {
  const lines = (group?.levels ?? ['']).map((name, code) => {
    const own = samples.map(({ values }) =>
      group === null ? values : values.filter((_, row) => group.codes[row] === code),
    );
    const figures = describeMeasurements(names, samplesOf(own, scale), level);
    return {
      name,
      y: figures.map(({ mean }) => mean),
      low: figures.map(({ mean_ci: ci, mean }) => ci?.low ?? mean),
      high: figures.map(({ mean_ci: ci, mean }) => ci?.high ?? mean),
    };
  });
  return { kind: 'means', x_name: 'measurement', y_name: 'mean', x: [...names], lines };
}
