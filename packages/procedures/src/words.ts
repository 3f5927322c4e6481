import type { TestResult } from '@columnist/contract';

export const significant = 0.05;
const minus = (text: string): string => text.replace('-', '\u2212');
/** Three digits, for a sentence. */
export const short = (value: number): string =>
  minus(value === 0 ? '0' : Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '∞');
/**
 * Two places, as journals write statistics and effects; what they would make 0.00 with one digit.
 */
export const twoPlaces = (value: number | null): string =>
  value === null
    ? '∞'
    : minus(
        value !== 0 && Math.abs(value) < 0.005 && Math.abs(value) >= 1e-5
          ? value.toFixed(Math.ceil(-Math.log10(Math.abs(value))))
          : value.toFixed(2),
      );
export const percent = (share: number): string => `${short(100 * share)}%`;
/** '95%', '99.9%': the level of an interval, without what binary fractions add to it. */
export const levelText = (level: number): string => `${Number((100 * level).toFixed(6))}%`;
const degrees = (df: number): string => (Number.isInteger(df) ? String(df) : df.toFixed(2));

type Said = Pick<TestResult, 'statistic' | 'df' | 'p_text' | 'effects' | 'estimate'>;

/**
 * As the American Psychological Association has it: statistic, degrees of freedom, p, effect with
 * its interval.
 */
export function apaOf({ statistic, df, p_text: p, effects, estimate }: Said): string {
  const parts = [
    ...(statistic === null
      ? []
      : [
          `${statistic.name}${df.length === 0 ? '' : `(${df.map(degrees).join(', ')})`} = ${twoPlaces(statistic.value)}`,
        ]),
    ...(p === null ? [] : [`p ${p}`]),
  ];
  const effect = effects[0] ?? estimate;
  if (effect === null) return `${parts.join(', ')}.`;
  const interval =
    effect.ci === null
      ? []
      : [
          `${levelText(effect.ci.level)} CI [${effect.ci.low === null ? '\u2212∞' : twoPlaces(effect.ci.low)}, ${twoPlaces(effect.ci.high)}]`,
        ];
  return `${[...parts, `${effect.name} = ${twoPlaces(effect.value)}`, ...interval].join(', ')}.`;
}
