import { wilcoxonSignedRank as definition } from '@columnist/contract/methods/measurements/wilcoxon-signed-rank';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, type Snippet } from '../finding.ts';
import { intervalNote, rankBiserial, shiftCode, shiftFigure } from '../shift-figure.ts';
import { approximationNote } from '../few-values.ts';
import { verdict } from '../verdict.ts';
import { minus, sayRounded, short } from '../words.ts';
import { differencesIn, readMeasurements } from './differences.ts';
import { symmetric } from './symmetric.ts';

export const wilcoxonSignedRank = defineProcedure(definition, {
  read: readMeasurements,
  find: (input, read) => {
    const { confidence_level: level, alternative, mu } = input;
    const { values, scale, paired, what, code, common } = differencesIn(input, read, {
      ranks: true,
    });
    const {
      distances: differences,
      scale: about,
      units,
    } = statistics.distancesFrom(mu, values, scale);
    if (differences.every((value) => value === 0))
      throw unfit('Every difference is 0.', 'value', 'Choose another column.');
    const {
      v,
      z,
      p,
      zeros,
      rank_biserial: r,
    } = statistics.wilcoxonSignedRank(differences, alternative, level);
    const median = statistics.placeOf(scale, statistics.quantile(statistics.tabulate(values), 0.5));
    const subject = paired ? `The differences ${what}` : `The values of ${what}`;
    const other = minus(String(mu));
    const tend = (side: 'less' | 'greater'): string =>
      `tend to be ${side === 'less' ? 'smaller' : 'larger'} than ${other}`;
    const exact = z === null;
    // As R does, values equal to what is tested are left out here too.
    const kept = differences.filter((value) => value !== 0);
    const shift = statistics.pseudomedian(kept, { alternative, level, exact });
    const estimate = {
      ...shiftFigure(
        `${paired ? 'pseudomedian of the differences' : 'pseudomedian'} (Hodges–Lehmann)`,
        shift,
        { alternative, place: (value) => statistics.placeOf(about, value) },
      ),
      none: mu,
    };
    const { effect, notes } = rankBiserial(r);
    const effects = [effect];
    const counted = `${kept.length} ${paired ? 'differences' : 'values'}${zeros > 0 ? ` other than ${other}` : ''}`;
    const lines = codeOf({ paired, mu, units, about });
    const shifted = shiftCode(
      shift,
      (kept.length * (kept.length + 1)) / 2,
      { level, alternative },
      pairs(mu),
    );
    const [rExact, pythonExact] = exact ? ['TRUE', 'exact'] : ['FALSE', 'approx'];
    return {
      ...common,
      name: 'Wilcoxon signed rank test',
      variant: `${exact ? 'exact distribution' : 'normal approximation, corrected for ties and continuity'}${zeros > 0 ? `; ${zeros} differences of 0 left out` : ''}`,
      statistic: { name: 'V', value: v },
      estimate,
      effects,
      assumptions: [
        symmetric(what, values),
        ...approximationNote(exact, kept.length, counted),
        ...intervalNote(shift, level, counted),
        ...notes,
      ],
      ...verdict({
        p,
        level,
        alternative: alternative,
        hypotheses: {
          null:
            alternative === 'two_sided'
              ? `${subject} are distributed symmetrically about ${other}.`
              : `${subject} do not ${tend(alternative)}.`,
          alternative: `${subject} ${alternative === 'two_sided' ? `tend to be larger or smaller than ${other}` : tend(alternative)}.`,
        },
        claim: `${subject} ${tend(r.value < 0 ? 'less' : 'greater')}`,
        seen: `median ${short(median)}`,
        by: effects,
        beside: [estimate],
        after: () => sayRounded({ mu }),
      }),
      code: {
        r: [
          ...code.r,
          ...lines.r,
          ...shifted.r,
          `result <- wilcox.test(differences, alternative = "${alternative.replace('_', '.')}", exact = ${rExact})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          ...lines.python,
          ...shifted.python,
          `result = stats.wilcoxon(differences, correction=True, alternative="${alternative.replace('_', '-')}", mode="${pythonExact}")`,
          'print(result)',
        ],
      },
    };
  },
  samples: {
    paired: { value: 'y', other: 'z', mu: 0 },
    'ties and zeros': { value: 'i1', mu: 2 },
  },
  notInPython: ['ties and zeros'],
});

/** The differences in code: of decimals in whole units first, so that equal ones are equal. */
function codeOf({
  paired,
  mu,
  units,
  about: { perUnit },
}: {
  readonly paired: boolean;
  readonly mu: number;
  readonly units: number | null;
  readonly about: statistics.Scale;
}): Snippet {
  const less = (value: number): string => (value === 0 ? '' : ` - (${value})`);
  if (units === null || perUnit === 1) {
    const plain = `${paired ? 'x - y' : 'x'}${less(mu)}`;
    return { r: [`differences <- ${plain}`], python: [`differences = ${plain}`] };
  }
  const whole = (round: string): string =>
    `(${(paired ? ['x', 'y'] : ['x']).map((name) => `${round}(${name} * ${perUnit})`).join(' - ')}${less(units)}) / ${perUnit}`;
  return {
    r: [`differences <- ${whole('round')}`],
    python: [`differences = ${whole('np.round')}`],
  };
}

/** The means of all pairs of differences that are not 0, each also with itself. */
function pairs(mu: number): Snippet {
  const more = mu === 0 ? '' : ` + (${mu})`;
  return {
    r: [
      'kept <- differences[differences != 0]',
      'pairs <- outer(kept, kept, "+") / 2',
      `pairs <- sort(pairs[upper.tri(pairs, diag = TRUE)])${more}`,
    ],
    python: [
      'kept = differences[differences != 0]',
      'i, j = np.triu_indices(len(kept))',
      `pairs = np.sort((kept[i] + kept[j]) / 2)${more}`,
    ],
  };
}
