import { pText } from '@columnist/contract';
import { chiSquareTest, cramersV, oddsRatio, riskRatio } from '@columnist/statistics';
import { measured, type Measured } from '../finding.ts';
import type { Counts } from '../read-counts.ts';
import { significant } from '../words.ts';
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
  const effects: Measured[] = [
    measured(small ? 'φ' : 'Cramér’s V', v, interval),
    ...(Number.isFinite(corrected) ? [measured('Cramér’s V, bias corrected', corrected)] : []),
  ];
  const odds = small ? oddsRatio(counts, level) : null;
  const risk = small ? riskRatio(counts, level) : null;
  const hypotheses = {
    null: `${input.x} and ${input.y} are independent.`,
    alternative: 'They are associated.',
  };
  const common = { tables: [tableOf(read)], picture: pictureOf(read, plain.residuals) };
  const sentence = (p: number, effect: string): string =>
    p < significant
      ? `${input.x} and ${input.y} are associated (p ${pText(p)}, ${effect})${standsOut(read, plain.residuals)}`
      : `These data show no clear association of ${input.x} and ${input.y} (p ${pText(p)}, ${effect}).`;
  return {
    small,
    v,
    effects,
    odds: odds === null ? [] : [measured('odds ratio', odds.value, odds.interval)],
    risk:
      risk === null
        ? []
        : [measured(`relative risk of ${read.y.labels[0] ?? ''}`, risk.value, risk.interval)],
    hypotheses,
    common,
    sentence,
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
  return `: ${x.labels[row] ?? ''} with ${y.labels[column] ?? ''} is the pair most above what chance gives.`;
}
