import type { Alert } from '@columnist/contract';
import { firstPlaces } from './first-places.ts';
import { col, counted, sayAlert, setMissing, someOf } from './say-alert.ts';
import { quantileOf, type NumberFacts, type TableFacts } from './read-facts.ts';

/** Values of one end of a column that are far from all others. */
interface Far {
  readonly side: 'low' | 'high';
  /** Outermost first, as often as they occur. */
  readonly values: readonly number[];
  /** The outermost value that is not far. */
  readonly next: number;
}

const fewest = 20;
const recodedAtMost = 60;
/** Codes that say that a value is missing: nines, and −1, −8 and −9. */
const placeholderForm = /^(-?9{2,}|-1|-8{1,4}|-9{1,4})$/;

/**
 * Values beyond a gap. A gap counts where it is wider than the distance from the median to the last
 * ordinary value, and also on a scale that draws long tails in (asinh of robust distances; of
 * positive values the logarithm), so that the ends of skewed and heavy-tailed columns pass.
 */
export function farValues({ sorted, lowest, highest, figures }: NumberFacts): Far[] {
  if (sorted.length < fewest || figures.distinct < 3) return [];
  const median = quantileOf(sorted, 0.5);
  const halves = [quantileOf(sorted, 0.75) - median, median - quantileOf(sorted, 0.25)];
  const spread = Math.max(...halves) / 0.6745;
  if (!(spread > 0)) return [];
  const isPositive = (lowest[0] ?? 0) > 0;
  const scaled = (distance: number): number => Math.asinh(distance / spread);
  return (['low', 'high'] as const).flatMap((side) => {
    const ends = side === 'low' ? lowest : highest;
    const atMost = Math.min(ends.length - 1, Math.max(3, Math.floor(0.01 * figures.n)));
    for (let n = atMost; n >= 1; n--) {
      const [inner = NaN, outer = NaN] = [ends[n], ends[n - 1]];
      const [near, far] = [Math.abs(inner - median), Math.abs(outer - median)];
      const isApart =
        far - near > near &&
        far > 6 * spread &&
        scaled(far) - scaled(near) > 0.4 * scaled(near) &&
        (!isPositive ||
          Math.abs(Math.log(outer / inner)) > 0.5 * Math.abs(Math.log(inner / median)));
      if (isApart) return [{ side, values: ends.slice(0, n), next: inner }];
    }
    return [];
  });
}

/** A code for missing values: the same outermost value many times, far from the others. */
export function placeholderOf({ sorted, figures }: NumberFacts): number | null {
  if (sorted.length < fewest) return null;
  const median = quantileOf(sorted, 0.5);
  for (const side of ['low', 'high'] as const) {
    const code = (side === 'low' ? sorted[0] : sorted.at(-1)) ?? NaN;
    const others = sorted.filter((value) => value !== code);
    const next = (side === 'low' ? others[0] : others.at(-1)) ?? NaN;
    const n = sorted.length - others.length;
    if (n < 3 || others.length < fewest / 2 || figures.distinct < 8) continue;
    if (!placeholderForm.test(String(code))) continue;
    const isNegativeCode = code < 0 && next >= 0;
    if (isNegativeCode || Math.abs(code - next) > 0.5 * Math.abs(next - median)) return code;
  }
  return null;
}

export const sayPlaceholder = ({ name, figures, sorted }: NumberFacts, code: number): Alert => {
  const n = sorted.reduce((sum, value) => sum + (value === code ? 1 : 0), 0);
  return sayAlert([name], {
    kind: 'placeholder',
    severity: 'high',
    count: sorted.length === figures.n ? n : null,
    measure: n / sorted.length,
    rows: `${col(name)} = ${code}`,
    said: `${name} is ${someOf([code])} in ${sorted.length === figures.n ? counted(n, 'row') : 'many rows'}, apart from all other values.`,
    fix: 'If it is a code for a missing value, set it to missing.',
    remedy: setMissing(name, [code], someOf([code])),
  });
};

/** Extreme values with the rows they are in. */
export async function sayExtremes(
  { reader }: TableFacts,
  { name, field, figures }: NumberFacts,
  far: readonly Far[],
): Promise<Alert> {
  const values = far.flatMap((one) => one.values);
  const distinct = [...new Set(values)];
  const places = await firstPlaces(reader, `${field} in (${distinct.join(', ')})`, values.length);
  const [only] = far;
  const share = deviationKept(figures, values);
  return sayAlert([name], {
    kind: 'extreme_values',
    severity: share < 0.8 ? 'high' : 'medium',
    count: values.length,
    measure: 1 - share,
    rows: far
      .map(({ side, values: all }) =>
        side === 'low' ? `${col(name)} <= ${all.at(-1)}` : `${col(name)} >= ${all.at(-1)}`,
      )
      .join(' or '),
    sort: [{ column: name, direction: only?.side === 'low' ? 'ascending' : 'descending' }],
    said: `${name} is ${someOf(distinct)} in ${places}, far from all others: ${far.map(({ side, next }) => `these are ${someOf([next])} or ${side === 'low' ? 'above' : 'below'}`).join(' and ')}.`,
    fix: `Compare with the source. ${share < 0.95 ? `Without ${values.length === 1 ? 'it' : 'them'} the standard deviation is ${Math.round(100 * (1 - share))}% smaller.` : 'Say in the report what was done with it.'}`,
    remedy:
      distinct.length > recodedAtMost
        ? null
        : setMissing(
            name,
            distinct,
            distinct.length === 1 ? someOf(distinct) : `${distinct.length} values`,
          ),
  });
}

/** The share of the standard deviation that is left without the values. */
export function deviationKept(
  { n, mean, sd }: NumberFacts['figures'],
  values: readonly number[],
): number {
  if (mean === null || sd === null || !(sd > 0) || n - values.length < 2) return 1;
  const rest = n - values.length;
  const moved = mean - values.reduce((sum, value) => sum + (value - mean), 0) / rest;
  const squares =
    sd * sd * (n - 1) -
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) -
    rest * (moved - mean) ** 2;
  return Math.sqrt(Math.max(0, squares) / (rest - 1)) / sd;
}
