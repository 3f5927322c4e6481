import type { RowMarks } from '@columnist/workers';
import type { Disclosure, Grouping } from './disclosure.ts';
import type { Conditions } from './read-filter.ts';
import { groupingOf } from './read-measure.ts';
import { tooFew } from './refusals.ts';

/** The column that rows are grouped by. */
export const groupedBy = (by: Grouping): string =>
  typeof by === 'string' ? by : groupingOf(by.expression).column;

/** The groups that an answer is to be about, as kinds of rows. */
interface Groups {
  readonly kinds: RowMarks['kinds'];
  readonly disclosure: Pick<Disclosure, 'by' | 'among'>;
  readonly conditions: Conditions;
  /** Rows that may be in a group, whatever the filter. */
  readonly possible: readonly number[];
  readonly isSmall: (set: readonly number[]) => boolean;
}

/** The possible rows that meet what the filter says of these columns alone. */
function chosenBy(
  columns: readonly string[],
  { kinds, conditions: { parts, areAllMet }, possible }: Groups,
): number[] {
  const own = areAllMet
    ? parts.flatMap(({ column }, place) => (columns.includes(column) ? place : []))
    : [];
  return possible.filter((kind) => own.every((place) => kinds[kind]?.conditions[place] === true));
}

/**
 * Throws too_few_rows where a value that rows are grouped by is in too few rows of the whole
 * dataset, or a named group in none: whatever the filter. Else whether the refusal comes would tell
 * which rows a filter leaves out.
 */
export function requireCommonGroups(groups: Groups): void {
  const { kinds, disclosure, isSmall } = groups;
  const { by, among } = disclosure;
  for (const [place, one] of by.entries()) {
    const column = groupedBy(one);
    const own = Map.groupBy(chosenBy([column], groups), (kind) => kinds[kind]?.keys[place]);
    if ([...own.values()].some(isSmall)) throw tooFew();
    const isNamed = among !== undefined && 'op' in among && among.column === column;
    if (isNamed && among.op === 'in' && own.size < new Set(among.values).size) throw tooFew();
  }
}

/**
 * Throws too_few_rows where a group that the dataset has is too small among the rows in use, or has
 * none of them: an empty one would confirm a guess.
 */
export function requireWholeGroups(groups: Groups, inUse: readonly (readonly number[])[]): void {
  const { kinds, disclosure, isSmall } = groups;
  if (inUse.length === 0 || inUse.some(isSmall)) throw tooFew();
  if (disclosure.by.length === 0) return;
  const there = new Set(
    chosenBy(disclosure.by.map(groupedBy), groups).map((kind) => kinds[kind]?.group),
  );
  if (inUse.length < there.size) throw tooFew();
}
