import { kolmogorovSmirnov as definition } from '@columnist/contract/methods/fit/kolmogorov-smirnov';
import { kolmogorovOneSample, placeOf } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit } from '../finding.ts';
import { quantilesOf } from '../pictures.ts';
import { numbersCode } from '../read-numbers.ts';
import { figuresOf, readVarying } from '../read-varying.ts';
import { verdict } from '../verdict.ts';
import { ofUnit } from '../words.ts';
import { below, codeOf, saidOf } from './given-distribution.ts';

export const kolmogorovSmirnov = defineProcedure(definition, {
  read: readVarying,
  find: (input, read) => {
    const { sample, scale } = read;
    const { distribution } = input;
    if (distribution.name === 'uniform' && distribution.max <= distribution.min)
      throw unfit('max is not above min.', 'distribution', 'Give a max above min.');
    const { d, p, exact } = kolmogorovOneSample(
      sample.values.map((value) => below(distribution, placeOf(scale, value))),
    );
    const said = saidOf(distribution);
    const code = numbersCode([input.column], ['x']);
    const [rArguments, pythonCdf] = codeOf(distribution);
    return {
      name: 'Kolmogorov–Smirnov test',
      variant: exact ? 'exact' : 'limit distribution',
      statistic: { name: 'D', value: d },
      groups: figuresOf(input.column, read, input.confidence_level),
      picture: quantilesOf(input.column, sample.values, scale),
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The values of ${input.column} are a sample of the ${said}.`,
          alternative: `The values of ${input.column} depart from the ${said}.`,
        },
        seen: `largest distance D = ${ofUnit(d)}`,
      }),
      code: {
        r: [
          ...code.r,
          `result <- ks.test(x, ${rArguments}, exact = ${exact ? 'TRUE' : 'FALSE'})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.kstest(x, ${pythonCdf}, mode="${exact ? 'exact' : 'asymp'}")`,
          'print(result)',
        ],
      },
    };
  },
  samples: {
    exact: { column: 'z', distribution: { name: 'uniform', min: 0, max: 13 } },
    ties: { column: 'i1', distribution: { name: 'normal', mean: 3, sd: 1 } },
    exponential: { column: 'z', distribution: { name: 'exponential', rate: 0.2 } },
  },
});
