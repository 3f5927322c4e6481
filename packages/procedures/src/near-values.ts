import type { Scale } from '@columnist/statistics';
import type { Snippet } from './finding.ts';

/** What emitted code takes from numbers, and the unit that it then counts them in. */
export interface Near {
  readonly from: number;
  /** 1, or a power of two. */
  readonly unit: number;
}

/** From this many times their spread on, the numbers of other programs keep less than ten digits. */
const farFrom = 1e5;

/** Decimals are counted in units of their last digit; other units are powers of two. */
const mostUnits = 1e38;

/** Whether numbers are decimals in whole units of their last digit. */
export const inLastDigits = ({ perUnit }: Scale): boolean => perUnit > 1 && perUnit <= mostUnits;

/**
 * Where numbers are far from 0 for their spread, a number among them; where even their squares or
 * the squares of these leave the range of a double, a unit near them. R, SciPy and statsmodels take
 * numbers as they are, and lose digits there or answer NaN. What depends neither on a place nor on
 * a unit stays the same. `values` are in the units of the scale, from its origin on.
 */
export function nearOf(scale: Scale, values: readonly Float64Array[]): Near {
  const { origin, perUnit } = scale;
  const unit = perUnit === 1 || inLastDigits(scale) ? 1 : 1 / perUnit;
  const spread = values.reduce(
    (most, list) => list.reduce((found, value) => Math.max(found, Math.abs(value)), most),
    0,
  );
  return { from: Math.abs(origin) * perUnit > farFrom * spread ? origin : 0, unit };
}

/** A unit in each language, such as 2^-500. */
const unitIn = ({ unit }: Near): { r: string; python: string } => ({
  r: `2^${Math.log2(unit)}`,
  python: `2.0**${Math.log2(unit)}`,
});

/** A number in the unit that the code counts in, such as a bound of equivalence. */
export const boundIn = (near: Near, bound: number): { r: string; python: string } =>
  near.unit === 1
    ? { r: String(bound), python: String(bound) }
    : { r: `${bound} / ${unitIn(near).r}`, python: `${bound} / ${unitIn(near).python}` };

/** Lines that count the numbers so: `r` and `python` say how, of one expression. */
export function nearCode(
  near: Near,
  lines: {
    readonly r: (counted: (name: string) => string) => string;
    readonly python: (counted: (name: string) => string) => string;
  },
): Snippet {
  const { from, unit } = near;
  if (from === 0 && unit === 1) return { r: [], python: [] };
  const said = [
    ...(from === 0 ? [] : [`less ${from}`]),
    ...(unit === 1 ? [] : [`in units of 2^${Math.log2(unit)}`]),
  ].join(' and ');
  const comment = `# ${said}, so that no digits are lost: so are means${unit === 1 ? '' : ' and differences'} that are printed; tests stay the same`;
  const counted = (own: string) => (name: string) =>
    `${from === 0 ? name : `(${name} - (${from}))`}${unit === 1 ? '' : ` / ${own}`}`;
  const own = unitIn(near);
  return {
    r: [comment, lines.r(counted(own.r))],
    python: [comment, lines.python(counted(own.python))],
  };
}
