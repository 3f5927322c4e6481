import { pText } from '@columnist/contract';
import { brownForsythe, samplesOf } from '@columnist/statistics';
import type { Assumption } from '../finding.ts';
import type { ModelRows } from '../models/read-model.ts';
import { normalResiduals } from '../normal-residuals.ts';
import { doubtBelow, twoPlaces } from '../words.ts';

/**
 * Whether the means of all combinations can be compared: `keys` are the factors, `empty` how many
 * combinations have no rows.
 */
export function assumptionsOf(
  { columns }: ModelRows,
  keys: readonly string[],
  residuals: Float64Array,
  empty: number,
): Assumption[] {
  const cells = new Map<string, number[]>();
  residuals.forEach((residual, row) => {
    const id = keys
      .map((key) => {
        const column = columns.get(key);
        return column?.kind === 'levels' ? column.codes[row] : 0;
      })
      .join(',');
    const cell = cells.get(id);
    if (cell === undefined) cells.set(id, [residual]);
    else cell.push(residual);
  });
  const spread = [...cells.values()].every(({ length }) => length >= 2)
    ? brownForsythe(
        samplesOf(
          [...cells.values()].map((cell) => Float64Array.from(cell)),
          { origin: 0, perUnit: 1 },
        ).samples,
      )
    : null;
  const sizes = [...cells.values()].map(({ length }) => length);
  return [
    ...(empty > 0
      ? [
          {
            name: 'every combination has rows',
            verdict: 'doubtful' as const,
            said: `${empty} combinations of groups have no rows: tests of type III and marginal means over them do not follow from the data.`,
          },
        ]
      : []),
    ...(spread === null
      ? []
      : [
          {
            name: 'equal variances',
            verdict: spread.p < doubtBelow ? ('doubtful' as const) : ('nothing_against' as const),
            said: `${spread.p < doubtBelow ? 'Variances differ' : 'No difference of variances was found'}: Brown–Forsythe over ${cells.size} combinations, F(${spread.df.join(', ')}) = ${twoPlaces(spread.statistic)}, p ${pText(spread.p)}; ${Math.min(...sizes)} to ${Math.max(...sizes)} rows in each.`,
          },
        ]),
    ...normalResiduals(residuals),
  ];
}
