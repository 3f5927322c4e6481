import type { DateOrder } from '@columnist/contract';
import type { DateEvidence } from './date-columns.ts';

/** How many times likelier one end must be to be the year. */
const clearly = Math.log(20);

/** Why dates with years of two digits between 40 and 69 stay text. */
export const centuryIsUnclear = (count: number): string =>
  count === 1
    ? 'is a date with a year of two digits whose century is not clear'
    : 'are dates with years of two digits whose century is not clear';

/** How much likelier the last parts are the years than the first, by the spans of both: its log. */
const forLast = (of: DateEvidence['of']): number =>
  of('different') * Math.log(of('firstSpan') / of('lastSpan'));

/** Whether years of two digits at the end are likelier than numbers that are counted there. */
export const endsInYears = (of: DateEvidence['of']): boolean => forLast(of) >= clearly;

/**
 * Which end of the dates of a column is the year: 13-01-24 ends in it, 24-01-13 begins with it, and
 * either may be the other. Days lie anywhere within a month, years in the few that a table is about:
 * were the first parts the years, each would be one of those from the least to the largest of them.
 * Against this the last parts are as likely by the ratio of both spans, once for every different
 * date. Points and slashes are seldom written behind a year of two digits; of hyphens nothing is
 * known.
 */
export function yearOf(
  { of }: DateEvidence,
  stated: DateOrder | undefined,
): 'first' | 'last' | 'open' {
  const [present, short] = [of('present'), of('short')];
  if (short === 0 || of('year') < short) return 'last';
  if (of('day') < present && of('month') < present) return short === present ? 'first' : 'last';
  const isWhole = short === present;
  if (stated !== undefined) return stated === 'ymd' && isWhole ? 'first' : 'last';
  const habit = of('hyphened') === 0 ? clearly : 0;
  const last = forLast(of) + habit;
  if (last >= clearly) return 'last';
  return last <= -clearly && isWhole ? 'first' : 'open';
}
