import { AppError } from '@columnist/contract';
import type { equivalence } from '@columnist/statistics';
import { measured, type Figure, type Finding } from './finding.ts';
import { sayInterval, sayP, type Hypotheses } from './verdict.ts';
import { alphaOf, minus, sayRounded, withError } from './words.ts';

/** Throws invalid_input where nothing lies between the bounds. */
function requireBounds({ low, high }: { readonly low: number; readonly high: number }): void {
  if (low < high) return;
  const message = "'low' must be below 'high'.";
  throw new AppError(
    'invalid_input',
    `Nothing lies between the bounds ${minus(String(low))} and ${minus(String(high))}.`,
    { errors: ['low', 'high'].map((field) => ({ field, message })), fix: message },
  );
}

/** What two one-sided tests say, of one estimate. */
export function equivalenceFinding({
  input,
  difference,
  found,
  what,
  level,
  error,
  name = 'difference of means',
}: {
  readonly input: { readonly low: number; readonly high: number };
  readonly difference: number;
  readonly found: ReturnType<typeof equivalence>;
  /** What is compared with the bounds, such as 'The mean of mass'. */
  readonly what: string;
  readonly level: number;
  /** The standard error of the difference. */
  readonly error: number;
  readonly name?: string;
}): Pick<
  Finding,
  | 'hypotheses'
  | 'statistic'
  | 'df'
  | 'p'
  | 'level'
  | 'oneTailed'
  | 'estimate'
  | 'reported'
  | 'tables'
  | 'sentence'
> {
  requireBounds(input);
  const bounds = `${minus(String(input.low))} and ${minus(String(input.high))}`;
  const isEquivalent = found.p < alphaOf(level);
  const nearer = found.p_lower > found.p_upper ? found.t[0] : found.t[1];
  const write = withError(error);
  const estimate: Figure = { ...measured(name, difference, found.interval), write };
  const hypotheses: Hypotheses = {
    null: `${what} is at most ${minus(String(input.low))} or at least ${minus(String(input.high))}.`,
    alternative: `${what} lies between ${bounds}.`,
  };
  const seen = `${write(difference)}${estimate.ci === null ? '' : `, ${sayInterval(estimate.ci, write)}`} (larger p of two one-sided tests: ${sayP(found.p, level)})`;
  return {
    hypotheses,
    statistic: { name: 't', value: nearer },
    df: [found.df],
    p: found.p,
    level,
    oneTailed: true,
    estimate,
    reported: [estimate],
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
      `${isEquivalent ? what : `These data do not show that ${what.replace(/^The /, 'the ')}`} lies between ` +
      `${bounds}, the bounds of equivalence: ${seen}.${sayRounded({ low: input.low, high: input.high })}`,
  };
}
