import type { Comparison, ComparisonOptions } from '@columnist/contract';

/** '= .034', '< .001', as journals write it. */
export const pText = (p: number): string => (p < 0.001 ? '< .001' : p > 0.999 ? '> .999' : `= ${p.toFixed(3).replace(/^0/, '')}`);

type Said = Pick<Comparison, 'statistic' | 'df' | 'p_value' | 'p_text' | 'effects' | 'estimate' | 'groups'>;

const significant = 0.05;
const digits = (value: number): string => (value === 0 ? '0' : String(Number(value.toPrecision(3)))).replace('-', '\u2212');
const number = (value: number): string => value.toFixed(2).replace('-', '\u2212');
const degrees = (df: number): string => (Number.isInteger(df) ? String(df) : df.toFixed(2));

/** The result in plain words: what differs, by how much, and how surely. */
export function sentenceOf(input: ComparisonOptions, { p_value: p, p_text: said, estimate, effects, groups }: Said): string {
  const [first, second] = groups;
  const [effect] = effects;
  const sure = `p ${said}${effect === undefined ? '' : `, ${effect.name} ${number(effect.value)}`}`;
  const clear = p < significant;
  if (groups.length === 2 && first !== undefined && second !== undefined) {
    const by = input.method === 'mann_whitney' ? `medians ${digits(first.median)} and ${digits(second.median)}` : `means ${digits(first.mean)} and ${digits(second.mean)}${estimate === null ? '' : `, difference ${digits(estimate.value)}`}`;
    return clear ? `${input.value} differs between ${first.name} and ${second.name}: ${by} (${sure}).` : `These data show no clear difference of ${input.value} between ${first.name} and ${second.name}: ${by} (${sure}).`;
  }
  const middle = (group: Comparison['groups'][number]): number => (input.method === 'kruskal_wallis' ? group.median : group.mean);
  const sorted = groups.toSorted((a, b) => middle(b) - middle(a));
  const [most, least] = [sorted[0], sorted.at(-1)];
  const ends = most === undefined || least === undefined ? '' : `from ${digits(middle(least))} (${least.name}) to ${digits(middle(most))} (${most.name})`;
  return clear ? `${input.value} differs between the groups of ${input.group}, ${ends} (${sure}).` : `These data show no clear difference of ${input.value} between the groups of ${input.group}, ${ends} (${sure}).`;
}

/** As the American Psychological Association has it: statistic, degrees of freedom, p, effect with its interval. */
export function apaOf({ statistic, df, p_text: p, effects }: Said): string {
  const head = `${statistic.name}${df.length === 0 ? '' : `(${df.map(degrees).join(', ')})`} = ${number(statistic.value)}, p ${p}`;
  const [effect] = effects;
  if (effect === undefined) return `${head}.`;
  const interval = effect.ci === null ? '' : `, ${Math.round(effect.ci.level * 100)}% CI [${effect.ci.low === null ? '\u2212\u221e' : number(effect.ci.low)}, ${effect.ci.high === null ? '\u221e' : number(effect.ci.high)}]`;
  return `${head}, ${effect.name} = ${number(effect.value)}${interval}.`;
}
