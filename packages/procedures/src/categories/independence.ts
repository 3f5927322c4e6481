import { chiSquareTest, cramersV, oddsRatio, riskRatio } from '@columnist/statistics';
import { measured, withinOne, type Figure } from '../finding.ts';
import type { Counts } from '../read-counts.ts';
import { verdict } from '../verdict.ts';
import { chiSquareIntervalNote, unlessPoint } from '../without-interval.ts';
import { pictureOf, requireTwo, tableOf, type TwoCategories } from './two-categories.ts';

/** What both tests of independence find: how strongly the columns go together, and where. */
export function independence(
  input: TwoCategories & { readonly confidence_level: number },
  read: Counts,
) {
  requireTwo(input, read);
  const { counts, used } = read;
  const { confidence_level: level } = input;
  const [rows, columns] = [read.x.labels.length, read.y.labels.length];
  const small = rows === 2 && columns === 2;
  const plain = chiSquareTest(counts, false);
  const { v, interval, corrected } = cramersV(plain.statistic, used, rows, columns, level);
  // Where every row is a group of its own the correction divides 0 by 0: there is no such figure.
  const effects: Figure[] = [
    withinOne(small ? 'φ' : 'Cramér’s V', v, unlessPoint(interval)),
    ...(Number.isFinite(corrected) ? [withinOne('Cramér’s V, bias corrected', corrected)] : []),
  ];
  const odds = small ? oddsRatio(counts, level) : null;
  const risk = small ? riskRatio(counts, level) : null;
  const common = { tables: [tableOf(read)], picture: pictureOf(read, plain.residuals) };
  const verdictAt = (p: number, by: readonly Figure[]): ReturnType<typeof verdict> =>
    verdict({
      p,
      level,
      hypotheses: {
        null: `The columns ${input.x} and ${input.y} are independent.`,
        alternative: `The columns ${input.x} and ${input.y} are associated.`,
      },
      by,
      after: (found) => (found ? standsOut(read, plain.residuals) : ''),
    });
  return {
    small,
    effects,
    odds: odds === null ? [] : [{ ...measured('odds ratio', odds.value, odds.interval), none: 1 }],
    risk:
      risk === null
        ? []
        : [
            {
              ...measured(
                `relative risk of ${input.y} = ${read.y.labels[0] ?? ''}, ${input.x} = ${read.x.labels[0] ?? ''} against ${read.x.labels[1] ?? ''}`,
                risk.value,
                risk.interval,
              ),
              none: 1,
            },
          ],
    common,
    notes: chiSquareIntervalNote(effects[0], level),
    verdictAt,
  };
}

/** The cell that is farthest from independence, in words. */
function standsOut({ x, y }: Counts, residuals: readonly (readonly number[])[]): string {
  let [row, column] = [0, 0];
  residuals.forEach((line, i) =>
    line.forEach((value, j) => {
      if (value > (residuals[row]?.[column] ?? 0)) [row, column] = [i, j];
    }),
  );
  return ` The cell farthest above what independence expects is ${x.labels[row] ?? ''} with ${y.labels[column] ?? ''}.`;
}
