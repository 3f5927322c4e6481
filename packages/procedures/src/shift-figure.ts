import type { Shift } from '@columnist/statistics';
import { measured, type Assumption, type Figure, type Snippet } from './finding.ts';
import type { Alternative } from './verdict.ts';
import { levelText } from './words.ts';

/** A list of more pairs takes more memory than people have for it. */
const pairsAtMost = 1e7;

interface Asked {
  readonly level: number;
  readonly alternative: Alternative;
}

/** The estimate of Hodges and Lehmann as a figure, with its ends at their places. */
export const shiftFigure = (
  name: string,
  { value, interval }: Shift,
  { alternative, place }: Pick<Asked, 'alternative'> & { place: (value: number) => number },
): Figure => ({
  ...measured(
    name,
    place(value),
    interval === null
      ? null
      : { level: interval.level, low: place(interval.low), high: place(interval.high) },
  ),
  oneSided: alternative !== 'two_sided',
});

/** What is said where so few values allow no interval. */
export const intervalNote = ({ interval }: Shift, level: number, counted: string): Assumption[] =>
  interval !== null
    ? []
    : [
        {
          name: 'values enough for an interval',
          verdict: 'doubtful',
          said: `${counted} are too few for a ${levelText(level)} interval: the test rejects nothing at this level.`,
        },
      ];

/** Where all pairs agree, Fisher's z of the rank-biserial correlation is infinite. */
export const rankBiserial = (found: {
  readonly value: number;
  readonly interval: NonNullable<Shift['interval']>;
}): { readonly effect: Figure; readonly notes: readonly Assumption[] } => {
  const agree = Math.abs(found.value) === 1;
  return {
    effect: {
      ...measured('rank-biserial correlation', found.value, agree ? null : found.interval),
      within: 1,
    },
    notes: agree
      ? [
          {
            name: 'pairs that disagree',
            verdict: 'doubtful',
            said: 'All pairs agree, so the rank-biserial correlation is at its end and has no interval: that of Fisher’s z would be a point.',
          },
        ]
      : [],
  };
};

/** The same of all pairs, which the lines of both languages put into `pairs`. */
export function shiftCode(
  { place }: Shift,
  count: number,
  { level, alternative }: Asked,
  pairs: Snippet,
): Snippet {
  if (count > pairsAtMost) {
    const said =
      '# The estimate of Hodges and Lehmann is the median of more pairs than a list here can hold.';
    return { r: [said], python: [said] };
  }
  const [low, high] = [alternative !== 'less', alternative !== 'greater'];
  const ends = place >= 1;
  const text = levelText(level);
  return {
    r: [
      ...pairs.r,
      'print(median(pairs))  # Hodges and Lehmann',
      ...(ends
        ? [
            `print(c(${low ? `pairs[${place}]` : '-Inf'}, ${high ? `pairs[length(pairs) - ${place - 1}]` : 'Inf'}))  # its ${text} interval`,
          ]
        : []),
    ],
    python: [
      ...pairs.python,
      'print(np.median(pairs))  # Hodges and Lehmann',
      ...(ends
        ? [
            `print(${low ? `pairs[${place - 1}]` : '-np.inf'}, ${high ? `pairs[-${place}]` : 'np.inf'})  # its ${text} interval`,
          ]
        : []),
    ],
  };
}
