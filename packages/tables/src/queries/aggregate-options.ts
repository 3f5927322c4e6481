import { AppError, isOfRows, type GroupStatistic } from '@columnist/contract';
import type { AggregateInput } from './inputs.ts';

type Aggregate = AggregateInput['aggregates'][number];
export type AggregateOptions = Pick<Aggregate, 'p' | 'type' | 'ddof' | 'n'>;
type Option = keyof AggregateOptions | 'with' | 'weights';

/** Which statistics take an option, and which of them need it. */
const takers: Readonly<
  Record<
    Option,
    { readonly by: readonly GroupStatistic[]; readonly needed?: true; readonly fix: string }
  >
> = {
  p: { by: ['quantile'], needed: true, fix: "Give p between 0 and 1 for 'quantile' alone." },
  type: {
    by: ['quantile', 'median', 'q1', 'q3'],
    fix: "Give type 1 to 9 for 'quantile', 'median', 'q1' and 'q3' alone.",
  },
  ddof: {
    by: ['sd', 'variance', 'covariance'],
    fix: "Give ddof 0 or 1 for 'sd', 'variance' and 'covariance' alone.",
  },
  n: {
    by: ['nth'],
    needed: true,
    fix: "Give n for 'nth' alone: 1 is the first value, -1 the last.",
  },
  with: {
    by: ['correlation', 'covariance'],
    needed: true,
    fix: "Name the other column in 'with', for 'correlation' and 'covariance' alone.",
  },
  weights: {
    by: ['mean', 'sum', 'sd', 'true_share', 'share'],
    fix: "Weights go with 'mean', 'sum', 'sd', 'true_share' and 'share' alone.",
  },
};
const options = ['p', 'type', 'ddof', 'n', 'with', 'weights'] as const;

/** Throws invalid_input for an option that the statistic does not take, or needs and lacks. */
export function refuseOptions(aggregate: Aggregate, at: string): void {
  const { statistic, of } = aggregate;
  const ofRows = isOfRows(statistic);
  if (ofRows ? of !== undefined : of === undefined)
    throw invalid(
      ofRows
        ? `${statistic} takes no column; n counts the values present.`
        : `'${statistic}' needs a column.`,
      `${at}.of`,
      ofRows
        ? 'Leave out of, or ask for n; of a condition mean is the share of rows that meet it, sum how many do.'
        : "Name a column or an expression in 'of'.",
    );
  for (const option of options) {
    const { by, needed, fix } = takers[option];
    const given = aggregate[option] !== undefined;
    if (given && !by.includes(statistic))
      throw invalid(`'${statistic}' takes no ${option}.`, `${at}.${option}`, fix);
    if (!given && needed === true && by.includes(statistic))
      throw invalid(`'${statistic}' needs ${option}.`, `${at}.${option}`, fix);
  }
  if (aggregate.ddof !== undefined && aggregate.weights !== undefined)
    throw invalid(
      'A weighted sd has a divisor of its own, 1 − Σ w² of weights whose sum is 1: it takes no ddof.',
      `${at}.ddof`,
      'Leave out ddof.',
    );
  if (aggregate.n === 0)
    throw invalid('n counts from 1, or from the end with -1.', `${at}.n`, takers.n.fix);
}

const invalid = (message: string, field: string, fix: string): AppError =>
  new AppError('invalid_input', message, { errors: [{ field, message: fix }], fix });

/** What its column is called where no name is given. */
export function labelOf({
  statistic,
  of,
  p,
  type,
  ddof,
  n,
  with: other,
  weights,
}: Aggregate): string {
  const weighted = weights === undefined ? [] : ['by', weights];
  if (of === undefined) return [statistic, ...weighted].join('_');
  const parts = [
    statistic,
    ...(p === undefined ? [] : [p]),
    ...(n === undefined ? [] : [n]),
    ...(type === undefined ? [] : [`type${type}`]),
    ...(ddof === undefined ? [] : [`ddof${ddof}`]),
    of,
    ...(other === undefined ? [] : [other]),
    ...weighted,
  ];
  return parts.join('_');
}
