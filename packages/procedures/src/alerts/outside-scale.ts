import type { Alert } from '@columnist/contract';
import { nameWords, wordsOf } from '@columnist/tables/admission/column-names';
import { deviationKept } from './extreme-values.ts';
import { firstPlaces } from './first-places.ts';
import type { NumberFacts, TableFacts } from './read-facts.ts';
import { col, sayAlert, setMissing, someOf } from './say-alert.ts';

/** Names of answers that are given on a scale. */
const scales = wordsOf(
  'rating ratings rated score scale satisfaction satisfied agree agreement trust engagement likert',
  'quality importance likelihood motivation vitality mood pain stress happiness difficulty recommend stars grade mark q item bewertung zufriedenheit note',
  'satisfacción puntuación soddisfazione voto tevredenheid satisfação',
);
const [fewestLevels, mostLevels] = [3, 12];
const fewest = 30;
const outsideAtMost = 0.01;
const fewAtMost = 3;
const fewShare = 0.07;
/** How often the last level is used at least, and how many times more the next one would have. */
const usual = { used: 0.05, times: 20 } as const;
/** The same of what is named as a scale, or has the levels of two other columns. */
const known = { used: 0.03, times: 8 } as const;

interface Scale {
  readonly start: number;
  readonly end: number;
  readonly outside: readonly number[];
}

/**
 * A few values outside a scale of whole numbers from 0 or 1 on. A scale is used up to its end, while
 * counts thin out: beside n₁ and n₂ at the end, the next of a smooth fall would have n₂² / n₁.
 */
export async function outsideScale(
  { reader, numbers }: TableFacts,
  facts: NumberFacts,
): Promise<Alert | null> {
  const scale = scaleOf(facts, numbers);
  if (scale === null) return null;
  const { name, field, figures, sorted } = facts;
  const { start, end, outside } = scale;
  const values = Array.from(sorted.filter((value) => value < start || value > end));
  const isKnown = sorted.length === figures.n;
  const among = (column: string): string =>
    [
      ...(values.some((value) => value < start) ? [`${column} < ${start}`] : []),
      ...(values.some((value) => value > end) ? [`${column} > ${end}`] : []),
    ].join(' or ');
  const places = await firstPlaces(reader, among(field), values.length);
  return sayAlert([name], {
    kind: 'outside_scale',
    severity: deviationKept(figures, values) < 0.8 ? 'high' : 'medium',
    count: isKnown ? values.length : null,
    measure: values.length / sorted.length,
    rows: among(col(name)),
    sort: [
      {
        column: name,
        direction: outside.some((value) => value > end) ? 'descending' : 'ascending',
      },
    ],
    said: `${name} is ${someOf(outside)} in ${places}, though all others are from ${start} to ${end}.`,
    fix: 'Compare with the source; what cannot be set right, set to missing.',
    remedy: isKnown
      ? setMissing(
          name,
          outside,
          outside.length === 1 ? someOf(outside) : `${outside.length} values`,
        )
      : null,
  });
}

function scaleOf(facts: NumberFacts, others: readonly NumberFacts[]): Scale | null {
  const { name, whole, sorted, figures } = facts;
  const n = sorted.length;
  if (!whole || n < fewest || figures.distinct > mostLevels + fewAtMost + 2) return null;
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  const of = (level: number): number => counts.get(level) ?? 0;
  const few = Math.min(Math.max(fewAtMost, outsideAtMost * n), fewShare * n);
  const start = of(0) > few ? 0 : 1;
  const isNamed = nameWords(name).some((word) => scales.has(word));
  for (let end = start + fewestLevels - 1; end < start + mostLevels && of(end) > 0; end++) {
    const { used, times } = isNamed || hasAlike(facts, others, start, end) ? known : usual;
    const next = fallOf(of(end - 1), of(end));
    if (of(end) < used * n || next < times * Math.max(1, of(end + 1))) continue;
    const outside = [...counts.keys()].filter((value) => value < start || value > end);
    const rows = outside.reduce((sum, value) => sum + of(value), 0);
    // Below a scale as above it: zeros that fall smoothly from 1 on are counts.
    const isFall = of(start - 1) > 0 && fallOf(of(start + 1), of(start)) < times * of(start - 1);
    const isLevel = isFall && !(isNamed && start === 1);
    return rows === 0 || rows > few || isLevel ? null : { start, end, outside };
  }
  return null;
}

const fallOf = (before: number, last: number): number =>
  last * Math.min(1, last / Math.max(1, before));

/** Whether two other columns have just these levels. */
const hasAlike = (
  { name }: NumberFacts,
  others: readonly NumberFacts[],
  start: number,
  end: number,
): boolean =>
  others.filter(
    (other) =>
      other.name !== name &&
      other.whole &&
      other.sorted[0] === start &&
      other.sorted.at(-1) === end &&
      other.figures.distinct === end - start + 1,
  ).length >= 2;
