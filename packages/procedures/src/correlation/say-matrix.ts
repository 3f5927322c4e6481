import type { CorrelationMatrix, CorrelationPair, Correlations } from '@columnist/contract';
import { adjustP, type Adjustment } from '@columnist/statistics';
import { pAgainst, sayInterval, sayP } from '../verdict.ts';
import { adjustedBy, alphaOf, alphaText, ofUnit } from '../words.ts';

const pairsNamed = 5;

/** Tests that the pairs of a matrix are some of: p adjusted over all of them. */
interface Family {
  readonly adjust: Adjustment;
  /** How many they are. */
  readonly size: number;
  /** Of the pairs that have p, in their order. */
  readonly p: readonly number[];
}

/**
 * What a matrix of correlations shows: the pairs found to go together, strongest first. Of several
 * pairs the verdict is of p adjusted by Holm, since twenty pairs of noise have one below .05; of a
 * matrix among others of p adjusted over all that are asked at once.
 */
export function sayMatrix(
  { method, pairs }: CorrelationMatrix,
  level: number,
  family?: Family,
): Pick<Correlations, 'hypotheses' | 'sentence' | 'apa'> {
  const alpha = alphaOf(level);
  const symbol = method === 'pearson' ? 'r' : 'ρ';
  const tested = pairs.flatMap((pair) =>
    pair.estimate === null || pair.p_value === null
      ? []
      : [{ ...pair, estimate: pair.estimate, p_value: pair.p_value }],
  );
  const adjusted =
    family?.p ??
    adjustP(
      tested.map(({ p_value: p }) => p),
      'holm',
    );
  const found = tested
    .map((pair, i) => ({ ...pair, adjusted: adjusted[i] ?? 1 }))
    .filter((pair) => pair.adjusted < alpha)
    .toSorted((a, b) => Math.abs(b.estimate) - Math.abs(a.estimate));
  const how = `${adjustedBy[family?.adjust ?? 'holm']}${family === undefined || family.adjust === 'none' ? '' : ` over all ${family.size} tests`}`;
  const at = `(α = ${alphaText(alpha)}, ${how})`;
  const [only] = tested;
  const named = found
    .slice(0, pairsNamed)
    .map(({ x, y, estimate }) => `${x} and ${y} (${symbol} = ${ofUnit(estimate)})`);
  return {
    hypotheses: {
      null: `The ${method === 'pearson' ? 'correlation' : 'rank correlation'} of both columns is 0.`,
      alternative: `The ${method === 'pearson' ? 'correlation' : 'rank correlation'} of both columns is not 0.`,
    },
    sentence:
      only !== undefined && tested.length === 1
        ? `${found.length === 0 ? `These data do not show that the columns ${only.x} and ${only.y} go together` : `The columns ${only.x} and ${only.y} ${only.estimate > 0 ? 'rise together' : 'go in opposite directions'}`} (${symbol} = ${ofUnit(only.estimate)}, ${sayP(adjusted[0] ?? only.p_value, level)}${family === undefined ? '' : `, ${how}`}).`
        : tested.length === 0
          ? 'No pair of these columns has a coefficient that can be tested.'
          : found.length === 0
            ? `These data do not show that any of the ${tested.length} pairs go together ${at}.`
            : `${found.length} of ${tested.length} pairs ${found.length === 1 ? 'goes' : 'go'} together ${at}: ${named.join('; ')}${found.length > pairsNamed ? '; …' : ''}.`,
    apa: tested.map((pair) => sayPair(pair, symbol, alpha)),
  };
}

/** 'mass and wing: r(98) = .34, p < .001, 95% CI [.15, .50].' */
const sayPair = (
  { x, y, estimate, p_value: p, df, ci }: CorrelationPair,
  symbol: string,
  alpha: number,
): string =>
  `${x} and ${y}: ${[
    `${symbol}${df === null ? '' : `(${df})`} = ${ofUnit(estimate)}`,
    ...(p === null ? [] : [`p ${pAgainst(p, alpha)}`]),
    ...(ci === null ? [] : [sayInterval(ci, ofUnit)]),
  ].join(', ')}.`;
