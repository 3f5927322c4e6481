import { placeOf } from '@columnist/statistics';
import { withinOne, type Finding, type Snippet } from '../finding.ts';
import { quantilesOf } from '../pictures.ts';
import { figuresOf, type Varying } from '../read-varying.ts';
import { apart, percent } from '../words.ts';
import { listed } from './listed.ts';

/** What is its own of one rule for single values. */
interface Rule {
  readonly name: string;
  /** Which values it finds, in words. */
  readonly rule: string;
  /** Values outside these are outliers, by their places; in the units of the scale. */
  readonly limits: { readonly low: number; readonly high: number; readonly at: readonly number[] };
  /** What is shown beside each value, of its number in the units of the scale. */
  readonly beside: readonly { readonly name: string; readonly of: (number: number) => number }[];
  readonly code: Snippet;
}

/** Values that lie outside limits. */
export function outside(
  input: { readonly column: string; readonly confidence_level: number },
  read: Varying,
  { name, rule, limits, beside, code }: Rule,
): Finding {
  const { sample, scale, rows } = read;
  const { values, n } = sample;
  const [low, high] = [placeOf(scale, limits.low), placeOf(scale, limits.high)];
  const middle = (low + high) / 2;
  const found = limits.at.map((i) => {
    const value = placeOf(scale, values[i] ?? NaN);
    return { row: rows[i] ?? 0, figures: [value, ...beside.map(({ of }) => of(values[i] ?? NaN))] };
  });
  // The farthest first.
  found.sort(
    (a, b) => Math.abs((b.figures[0] ?? 0) - middle) - Math.abs((a.figures[0] ?? 0) - middle),
  );
  const beyond = found.map(({ figures: [value = NaN] }) => value);
  // The outliers nearest to the limits are not to read as if they were within them.
  const write = apart(
    low,
    high,
    Math.max(...beyond.filter((value) => value < low)),
    Math.min(...beyond.filter((value) => value > high)),
  );
  return {
    name,
    variant: `values ${rule}`,
    hypotheses: null,
    statistic: { name: 'outliers', value: found.length },
    p: null,
    estimate: withinOne('share of outliers', found.length / n),
    groups: figuresOf(input.column, read, input.confidence_level),
    tables: [
      { title: 'Limits', columns: ['low', 'high'], rows: [[low, high]] },
      listed('Outliers', found, ['value', ...beside.map((one) => one.name)]),
    ],
    picture: quantilesOf(input.column, sample.values, scale),
    sentence:
      found.length === 0
        ? `No value of ${input.column} lies ${rule}.`
        : `${found.length} ${found.length === 1 ? 'value' : 'values'} of ${input.column} (${percent(found.length / n)}) ${found.length === 1 ? 'lies' : 'lie'} ${rule}: below ${write(low)} or above ${write(high)}.`,
    code,
  };
}
