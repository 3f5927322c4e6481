import { chiSquareTest, cramersV, oddsRatio, riskRatio } from '@columnist/statistics';
import { eventAmong } from '../event-among.ts';
import { measured, withinOne, type Figure } from '../finding.ts';
import type { Counted, Counts } from '../read-counts.ts';
import { verdict } from '../verdict.ts';
import { chiSquareIntervalNote, unlessPoint } from '../without-interval.ts';
import { pictureOf, requireTwo, sharesOf, tableOf, type TwoCategories } from './two-categories.ts';

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
  const turned = small ? turn(read) : null;
  const odds = turned === null ? null : oddsRatio(turned.counts, level);
  const risk = turned === null ? null : riskRatio(turned.counts, level);
  const common = {
    tables: [tableOf(read), sharesOf(read)],
    picture: pictureOf(read, plain.residuals),
  };
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
    turned,
    effects,
    odds: odds === null ? [] : [{ ...measured('odds ratio', odds.value, odds.interval), none: 1 }],
    risk:
      risk === null || turned === null
        ? []
        : [
            {
              ...measured(`relative risk of ${sayTurned(turned)}`, risk.value, risk.interval),
              none: 1,
            },
          ],
    common,
    notes: chiSquareIntervalNote(effects[0], level),
    verdictAt,
  };
}

/**
 * A table of two by two with the event and the exposed group first, as textbooks have it: ratios are
 * of the event, in the exposed group against the reference.
 */
function turn(read: Counts): Counts {
  const order = ({ labels, reference }: Counted): string[] => {
    const { event, other } = eventAmong(labels, reference);
    return [event, other];
  };
  const [x, y] = [order(read.x), order(read.y)];
  return {
    ...read,
    x: { ...read.x, labels: x },
    y: { ...read.y, labels: y },
    counts: x.map((row) =>
      y.map(
        (column) => read.counts[read.x.labels.indexOf(row)]?.[read.y.labels.indexOf(column)] ?? 0,
      ),
    ),
  };
}

/** Of what its ratios are, as `won = win, group = treated against control`. */
export const sayTurned = ({ x, y }: Counts): string =>
  `${y.column} = ${y.labels[0] ?? ''}, ${x.column} = ${x.labels[0] ?? ''} against ${x.labels[1] ?? ''}`;

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
