import { pText } from '@columnist/contract';
import { oneSampleT, placeOf, spanOf } from '@columnist/statistics';
import { isDoubtful } from '../describe-groups.ts';
import { measured, type Finding } from '../finding.ts';
import { short, significant, twoPlaces } from '../words.ts';
import { differencesIn, type Measurements, type ReadMeasurements } from './differences.ts';

interface Tested extends Measurements {
  /** What the mean is compared with; 0 where two columns are. */
  readonly mu?: number;
  readonly alternative: 'two_sided' | 'less' | 'greater';
}

/** A t test of one mean, or of the mean difference of two columns. */
export function tFinding(input: Tested, read: ReadMeasurements): Finding {
  const { alternative, confidence_level: level, mu: shown = 0 } = input;
  const { sample, moved, paired, what, code, common, assumption } = differencesIn(input, read);
  const mu = (shown - moved.origin) * moved.perUnit;
  const span = (value: number): number => spanOf(moved, value);
  const mean = placeOf(moved, sample.mean);
  const { t, df, p, difference, interval, d, g } = oneSampleT(sample, mu, alternative, level);
  const than = { two_sided: 'differs from', less: 'is smaller than', greater: 'is larger than' }[
    alternative
  ];
  const effects = [
    measured("Hedges' g", g.value, g.interval),
    measured("Cohen's d", d.value, d.interval),
  ];
  const sure = `p ${pText(p)}, Hedges' g ${twoPlaces(g.value)}`;
  const against = paired ? 'no difference' : short(shown);
  const [rTail, pythonTail] = [
    `alternative = "${alternative.replace('_', '.')}", conf.level = ${level}`,
    `alternative="${alternative.replace('_', '-')}"`,
  ];
  return {
    ...common,
    name: paired ? 'Paired t test' : 'One-sample t test',
    variant: paired ? 'differences of the same rows' : `mean against ${shown}`,
    hypotheses: {
      null: `The mean of ${what} is ${shown}.`,
      alternative: `The mean of ${what} ${than} ${shown}.`,
    },
    statistic: { name: 't', value: t },
    df: [df],
    p,
    estimate: measured(paired ? 'mean difference' : `mean minus ${shown}`, span(difference), {
      level,
      low: span(interval.low),
      high: span(interval.high),
    }),
    effects,
    assumptions: [assumption],
    recommendation: isDoubtful([assumption], 'roughly')
      ? {
          method: 'wilcoxon_signed_rank',
          said: 'The Wilcoxon signed rank test needs no normal differences.',
        }
      : null,
    sentence:
      p < significant
        ? `The mean of ${what} differs from ${against}: ${short(mean)} (${sure}).`
        : `These data show no clear difference of the mean of ${what} from ${against}: ${short(mean)} (${sure}).`,
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
