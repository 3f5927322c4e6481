import type { Alert } from '@columnist/contract';
import { nameWords, wordsOf } from '@columnist/tables/admission/column-names';
import { deviationKept } from './extreme-values.ts';
import { firstPlaces } from './first-places.ts';
import { quantileOf, type NumberFacts, type TableFacts } from './read-facts.ts';
import { col, sayAlert, setMissing, someOf } from './say-alert.ts';

const percents = wordsOf(
  'pct percent percentage perc prozent prozentsatz pourcent pourcentage porcentaje percentuale',
  'porcentagem procent',
);
const shares = wordsOf('share fraction proportion anteil proporción proporzione');
/** What is compared with something else, and may be more than all of it or less than nothing. */
const relative = wordsOf(
  'change changes changed diff difference delta growth grow increase decrease rise fall return',
  'returns yield roi margin markup premium inflation interest error deviation gain loss profit',
  'surcharge index ratio relative yoy mom qoq vs of to over target plan budget quota achievement',
  'attainment utilisation utilization usage load capacity cpu recovery efficiency price wachstum',
  'veränderung änderung abweichung differenz rendite zins marge auslastung croissance variation',
  'évolution rendement crecimiento cambio variación crescita variazione cambiamento groei',
);
const fewest = 30;
const insideAtLeast = 0.98;
const recodedAtMost = 60;
const fewAtMost = 3;
const fewShare = 0.01;

/** A percentage beyond its bounds; and whether a value is one of those that are named. */
export interface PercentagesFound {
  readonly alert: Alert;
  readonly isNamed: (value: number) => boolean;
}

/**
 * Values out of 0 to 100 (of a share: 0 to 1) of a column that its name or unit calls a percentage,
 * where 98 % are inside and a twentieth of the scale lies between; not those that `signs` names.
 */
export async function impossiblePercentages(
  { reader }: TableFacts,
  facts: NumberFacts,
  signs: Alert | null,
): Promise<PercentagesFound | null> {
  const top = topOf(facts);
  const { name, field, sorted, figures, lowest, highest } = facts;
  if (top === null || sorted.length < fewest) return null;
  const inside = sorted.filter((value) => value >= 0 && value <= top);
  if (sorted.length - inside.length > Math.max(fewAtMost, (1 - insideAtLeast) * sorted.length))
    return null;
  const gap = 0.05 * top;
  const [first = 0, last = 0] = [inside[0], inside.at(-1)];
  const above = highest.filter((value) => value > top);
  const below = lowest.filter((value) => value < 0);
  // Of a few values the furthest says that they are no overshoot, of one a smaller distance does.
  const isFew = above.length <= Math.max(fewAtMost, fewShare * sorted.length);
  const isAbove =
    above.length > 0 &&
    ((above.at(-1) ?? 0) - last > gap ||
      (isFew && (above[0] ?? 0) - last > 2 * gap) ||
      (above.length <= fewAtMost && (above.at(-1) ?? 0) - Math.min(last, top) > 0.4 * gap));
  const isBelow = signs === null && below.length > 0 && first - (below.at(-1) ?? 0) > gap;
  if (!isAbove && !isBelow) return null;
  const outside = (value: string): string =>
    [...(isAbove ? [`${value} > ${top}`] : []), ...(isBelow ? [`${value} < 0`] : [])].join(' or ');
  const values = [...(isAbove ? above : []), ...(isBelow ? below : [])];
  const [row] = await reader.rows(
    `select count(*)::double from ${reader.source} where ${outside(field)}`,
  );
  const count = Number(row?.[0]);
  const distinct = [...new Set(values)];
  return {
    isNamed: (value) => (isAbove && value > top) || (isBelow && value < 0),
    alert: sayAlert([name], {
      kind: 'impossible_percentages',
      severity: deviationKept(figures, values) < 0.8 ? 'high' : 'medium',
      count,
      measure: count / figures.n,
      rows: outside(col(name)),
      sort: [{ column: name, direction: isAbove ? 'descending' : 'ascending' }],
      said: `${name} is ${someOf(distinct)} in ${await firstPlaces(reader, outside(field), count)}, where a ${top === 1 ? 'share' : 'percentage'} lies between 0 and ${top} as all others do.`,
      fix: 'Compare with the source; what cannot be set right, set to missing.',
      remedy:
        count > values.length || distinct.length > recodedAtMost
          ? null
          : setMissing(
              name,
              distinct,
              distinct.length === 1 ? someOf(distinct) : `${distinct.length} values`,
            ),
    }),
  };
}

/** The whole of which the values are parts; null of what is no percentage. */
function topOf({ name, unit, sorted }: NumberFacts): number | null {
  const words = nameWords(name);
  if (words.some((word) => relative.has(word))) return null;
  const isPercent =
    words.some((word) => percents.has(word)) ||
    [name, unit ?? ''].some((text) => text.includes('%')) ||
    percents.has((unit ?? '').toLowerCase());
  if (isPercent) return quantileOf(sorted, 0.9) > 1 ? 100 : null;
  return shares.has(words.at(-1) ?? '') && quantileOf(sorted, 0.98) <= 1 ? 1 : null;
}
