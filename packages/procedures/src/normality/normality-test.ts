import type { AnyMethod, View } from '@columnist/contract';
import { jarqueBera, momentsOf, tabulate, type Sample } from '@columnist/statistics';
import { describeGroups } from '../describe-groups.ts';
import {
  defineProcedure,
  type Definition,
  type Procedure,
  type Tested,
} from '../define-procedure.ts';
import { unfit, type Finding } from '../finding.ts';
import { quantilesOf } from '../pictures.ts';
import { nearOf } from '../near-values.ts';
import { numbersCode } from '../read-numbers.ts';
import { readVarying, type Varying } from '../read-varying.ts';
import { verdict } from '../verdict.ts';
import { ofUnit, twoPlaces } from '../words.ts';

export interface OneColumn {
  readonly column: string;
  readonly view?: View | undefined;
  readonly confidence_level: number;
}

/** A column that is asked about. */
interface Given {
  readonly column: string;
}
type Method = Definition<OneColumn, Given> & Pick<AnyMethod, 'title' | 'values'>;

const [fewValues, manyValues] = [30, 1000];

/** What is its own of one test of normality. */
interface Test extends Partial<Tested<Given>> {
  /** The letter of its statistic. */
  readonly letter: string;
  readonly variant: string;
  readonly df?: readonly number[];
  readonly figures: (values: Float64Array) => { readonly statistic: number; readonly p: number };
  /** Lines that put the answer for `x` into `result`. */
  readonly r: readonly string[];
  readonly python: readonly string[];
}

/** A test whether a column is a sample of a normal distribution. */
export const defineNormalityTest = (definition: Method, test: Test): Procedure<OneColumn> =>
  defineProcedure(definition, {
    samples: { usual: { column: 'y' } },
    ...test,
    read: readVarying,
    find: (input, rows) => normality(definition, test, input, rows),
  });

function normality(
  definition: Method,
  { letter, variant, df = [], figures, r, python }: Test,
  { column, confidence_level: level }: OneColumn,
  { sample, scale }: Varying,
): Finding {
  const name = `${definition.title} of normality`;
  requireFit(definition, name, column, sample);
  const { values, n } = sample;
  const { statistic, p } = figures(values);
  const { skewness, kurtosis } = jarqueBera(momentsOf(tabulate(values)));
  const code = numbersCode([column], ['x'], nearOf(scale, [values]));
  const imports = python.slice(0, python.indexOf('') + 1);
  return {
    name,
    variant,
    statistic: { name: letter, value: statistic },
    df,
    groups: describeGroups([column], { samples: [sample], scale }, level),
    tables: [
      {
        title: 'Shape',
        columns: ['figure', 'value'],
        rows: [
          ['skewness (type 1)', skewness],
          ['excess kurtosis (type 1)', kurtosis],
          ['n', n],
        ],
      },
    ],
    picture: quantilesOf(column, sample.values, scale),
    ...verdict({
      p,
      level,
      hypotheses: {
        null: `The values of ${column} are a sample of a normal distribution.`,
        alternative: `The values of ${column} depart from a normal distribution.`,
      },
      seen: `${letter} = ${letter === 'W' || letter === 'D' ? ofUnit(statistic) : twoPlaces(statistic)}`,
      after: (found) => sayPower(n, found),
    }),
    code: {
      r: [...code.r, ...r, 'print(result)'],
      python: [...imports, ...code.python, ...python.slice(imports.length), 'print(result)'],
    },
  };
}

/** With many values every departure is found, with few only a large one. */
const sayPower = (n: number, found: boolean): string =>
  found && n > manyValues
    ? ' With so many values even a small departure is found: look at the picture.'
    : !found && n < fewValues
      ? ` With ${n} values only a large departure would be found.`
      : '';

function requireFit({ values }: Method, name: string, column: string, { n }: Sample): void {
  const { least = 3, most = Infinity } = values ?? {};
  if (n >= least && n <= most) return;
  throw unfit(
    `${name} takes ${most === Infinity ? `${least} values or more` : `${least} to ${most} values`}; '${column}' has ${n} here.`,
    'method',
    n > most
      ? 'Use anderson_darling or lilliefors, which take any number.'
      : 'Use shapiro_wilk, which takes three values and more.',
  );
}
