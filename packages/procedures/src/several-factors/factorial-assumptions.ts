import { pText } from '@columnist/contract';
import { brownForsythe, samplesOf } from '@columnist/statistics';
import type { Assumption } from '../finding.ts';
import type { ModelRows } from '../models/read-model.ts';
import { normalResiduals } from '../normal-residuals.ts';
import { doubtBelow, twoPlaces } from '../words.ts';

/** What is left of the rows of each combination of groups, and how many combinations have none. */
export interface Cells {
  readonly residuals: readonly (readonly number[])[];
  readonly empty: number;
}

/** `keys` are the factors. */
export function cellsOf(
  { columns }: ModelRows,
  keys: readonly string[],
  residuals: Float64Array,
): Cells {
  const factors = keys.flatMap((key) => {
    const column = columns.get(key);
    return column?.kind === 'levels' ? [column] : [];
  });
  const cells = new Map<string, number[]>();
  residuals.forEach((residual, row) => {
    const id = factors.map(({ codes }) => codes[row]).join(',');
    const cell = cells.get(id);
    if (cell === undefined) cells.set(id, [residual]);
    else cell.push(residual);
  });
  const possible = factors.reduce((product, { levels }) => product * levels.length, 1);
  return { residuals: [...cells.values()], empty: possible - cells.size };
}

/** Whether the means of all combinations can be compared. */
export function assumptionsOf(
  { residuals: cells, empty }: Cells,
  residuals: Float64Array,
): Assumption[] {
  const spread = cells.every(({ length }) => length >= 2)
    ? brownForsythe(
        samplesOf(
          cells.map((cell) => Float64Array.from(cell)),
          { origin: 0, perUnit: 1 },
        ).samples,
      )
    : null;
  const sizes = cells.map(({ length }) => length);
  return [
    ...(empty > 0
      ? [
          {
            name: 'every combination has rows',
            verdict: 'doubtful' as const,
            said: `${empty === 1 ? 'One combination of groups has' : `${empty} combinations of groups have`} no rows: tests of type III and marginal means over ${empty === 1 ? 'it' : 'them'} do not follow from the data. Types I and II compare the combinations that have rows.`,
          },
        ]
      : []),
    ...(spread === null
      ? []
      : [
          {
            name: 'equal variances',
            verdict: spread.p < doubtBelow ? ('doubtful' as const) : ('nothing_against' as const),
            said: `${spread.p < doubtBelow ? 'Variances differ' : 'No difference of variances was found'}: Brown–Forsythe over ${cells.length} combinations, F(${spread.df.join(', ')}) = ${twoPlaces(spread.statistic)}, p ${pText(spread.p)}; ${Math.min(...sizes)} to ${Math.max(...sizes)} rows in each.`,
          },
        ]),
    ...normalResiduals(residuals),
  ];
}
