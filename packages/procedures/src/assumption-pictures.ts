import type { TestResult } from '@columnist/contract';
import { samplesOf, type Samples } from '@columnist/statistics';
import { groupsPicture, quantilesOf } from './pictures.ts';

type Pictures = NonNullable<TestResult['pictures']>;

/** Rows drawn; of more, evenly chosen ones of each group. */
const rowsDrawn = 20_000;

/**
 * What a comparison of means rests on, drawn: the distances of the values from the mean of their
 * group against normal quantiles; and by group, where their variances have to be equal.
 */
export function residualPictures(
  names: readonly string[],
  { samples, scale }: Samples,
  { equal }: { readonly equal: boolean },
): Pictures {
  const rows = samples.reduce((sum, { n }) => sum + n, 0);
  const step = Math.max(1, Math.ceil(rows / rowsDrawn));
  const distances = samples.map(({ values, mean }) =>
    values.filter((_, i) => i % step === 0).map((value) => value - mean),
  );
  const all = new Float64Array(distances.reduce((sum, { length }) => sum + length, 0));
  distances.reduce((at, some) => {
    all.set(some, at);
    return at + some.length;
  }, 0);
  const unit = { origin: 0, perUnit: scale.perUnit };
  const whole = samplesOf([all], unit);
  const [sample] = whole.samples;
  return [
    ...(sample === undefined || sample.n === 0
      ? []
      : [
          {
            title: 'Normal Q–Q of the residuals',
            picture: quantilesOf('residual', sample.values, whole.scale),
            checks: 'roughly normal groups',
          },
        ]),
    ...(equal
      ? [
          {
            title: 'Spread of the residuals by group',
            picture: groupsPicture('residual', names, samplesOf(distances, unit)),
            checks: 'equal variances',
          },
        ]
      : []),
  ];
}
