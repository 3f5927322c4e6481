import { pText } from '@columnist/contract';
import type { equivalence } from '@columnist/statistics';
import { measured, type Finding } from './finding.ts';
import { short } from './words.ts';

/** What two one-sided tests say, of one estimate. */
export function equivalenceFinding({
  input,
  difference,
  found,
  what,
  level,
  name = 'difference',
}: {
  readonly input: { readonly low: number; readonly high: number };
  readonly difference: number;
  readonly found: ReturnType<typeof equivalence>;
  readonly what: string;
  readonly level: number;
  readonly name?: string;
}): Pick<Finding, 'hypotheses' | 'statistic' | 'df' | 'p' | 'estimate' | 'tables' | 'sentence'> {
  const bounds = `${short(input.low)} and ${short(input.high)}`;
  const alpha = 1 - level;
  const nearer = found.p_lower > found.p_upper ? found.t[0] : found.t[1];
  return {
    hypotheses: {
      null: `${what} lies outside ${bounds}.`,
      alternative: `${what} lies between ${bounds}: too small to matter.`,
    },
    statistic: { name: 't', value: nearer },
    df: [found.df],
    p: found.p,
    estimate: measured(name, difference, found.interval),
    tables: [
      {
        title: 'One-sided tests',
        columns: ['bound', 't', 'df', 'p'],
        rows: [
          [input.low, found.t[0], found.df, found.p_lower],
          [input.high, found.t[1], found.df, found.p_upper],
        ],
      },
    ],
    sentence:
      found.p < alpha
        ? `${what} is equivalent to none: ${short(difference)} lies between ${bounds} (p ${pText(found.p)}).`
        : `These data do not show that ${what} is too small to matter: ${short(difference)}, bounds ${bounds} (p ${pText(found.p)}).`,
  };
}
