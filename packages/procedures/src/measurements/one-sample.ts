import { oneSampleT, placeOf, spanOf, varianceOf } from '@columnist/statistics';
import { isDoubtful } from '../describe-groups.ts';
import { measured, type Figure, type Finding } from '../finding.ts';
import { standardized } from '../standardized.ts';
import { against, claimAgainst, sayInterval, verdict, type Alternative } from '../verdict.ts';
import { minus, sayRounded, withError } from '../words.ts';
import { differencesIn, type Measurements, type ReadMeasurements } from './differences.ts';

interface Tested extends Measurements {
  /** What the mean is compared with; 0 where two columns are. */
  readonly mu?: number;
  readonly alternative: Alternative;
}

/** A t test of one mean, or of the mean difference of two columns. */
export function tFinding(input: Tested, read: ReadMeasurements): Finding {
  const { alternative, confidence_level: level, mu: shown = 0 } = input;
  const { sample, moved, paired, what, code, common, assumption } = differencesIn(input, read);
  const mu = (shown - moved.origin) * moved.perUnit;
  const span = (value: number): number => spanOf(moved, value);
  const mean = placeOf(moved, sample.mean);
  const { t, df, p, difference, interval, d, g } = oneSampleT(sample, mu, alternative, level);
  const effects = standardized({ df, d, g });
  const estimate: Figure = {
    ...measured(paired ? 'mean difference' : `mean minus ${shown}`, span(difference), {
      level,
      low: span(interval.low),
      high: span(interval.high),
    }),
    oneSided: alternative !== 'two_sided',
  };
  const subject = paired ? `The mean difference ${what}` : `The mean of ${what}`;
  const other = minus(String(shown));
  const write = withError(span(Math.sqrt(varianceOf(sample) / sample.n)));
  const differs = `difference ${write(estimate.value)}`;
  const [rTail, pythonTail] = [
    `alternative = "${alternative.replace('_', '.')}", conf.level = ${level}`,
    `alternative="${alternative.replace('_', '-')}"`,
  ];
  return {
    ...common,
    name: paired ? 'Paired t test' : 'One-sample t test',
    variant: paired ? 'differences of the same rows' : `mean against ${shown}`,
    statistic: { name: 't', value: t },
    df: [df],
    estimate,
    effects,
    assumptions: [assumption],
    recommendation: isDoubtful([assumption], 'roughly')
      ? {
          method: 'wilcoxon_signed_rank',
          said: 'The Wilcoxon signed rank test needs no normal differences.',
        }
      : null,
    ...verdict({
      p,
      level,
      alternative,
      hypotheses: against(subject, other, alternative),
      claim: claimAgainst(subject, other, t < 0),
      seen: `${paired ? write(mean) : `${write(mean)}, ${differs}`}${estimate.ci === null ? '' : `, ${sayInterval(estimate.ci, write)}`}`,
      by: effects.slice(0, 1),
      beside: [estimate],
      after: () => (paired ? '' : sayRounded({ mu: shown })),
    }),
    code: {
      r: [
        ...code.r,
        paired
          ? `result <- t.test(x, y, paired = TRUE, ${rTail})`
          : `result <- t.test(x, mu = ${shown}, ${rTail})`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        paired
          ? `result = stats.ttest_rel(x, y, ${pythonTail})`
          : `result = stats.ttest_1samp(x, ${shown}, ${pythonTail})`,
        'print(result)',
      ],
    },
  };
}
