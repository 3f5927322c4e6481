import {
  powerOfAnova,
  powerOfChiSquare,
  powerOfCorrelation,
  powerOfProportions,
  powerOfT,
  sizeFor,
  type PowerOf,
} from '../power/power.ts';
import { alternativeOf, value, type Input, type Procedures } from './procedure-input.ts';

function powerIn(input: Input): PowerOf {
  const alternative = alternativeOf(input);
  switch (input['design']) {
    case 't':
      return powerOfT(
        input['type'] === 'paired'
          ? 'paired'
          : input['type'] === 'one.sample'
            ? 'one_sample'
            : 'two_sample',
        alternative,
      );
    case 'anova':
      return powerOfAnova(value(input, 'k'));
    case 'two_proportions':
      return powerOfProportions(2, alternative);
    case 'one_proportion':
      return powerOfProportions(1, alternative);
    case 'correlation':
      return powerOfCorrelation(alternative);
    default:
      return powerOfChiSquare(value(input, 'df'));
  }
}

/** Power and sample sizes, by their name in the fixtures. */
export const powerProcedures: Procedures = {
  power: (input) => ({
    power: powerIn(input)({
      n: value(input, 'n'),
      effect: value(input, 'effect'),
      alpha: value(input, 'alpha'),
    }),
  }),
  sample_size: (input) => ({
    uniroot_n:
      sizeFor(
        powerIn(input),
        { effect: value(input, 'effect'), alpha: value(input, 'alpha') },
        value(input, 'power'),
        4,
      ) ?? NaN,
  }),
};
