import { col, txt } from './say-alert.ts';
import type { DateFacts } from './read-dates.ts';

/** A column of moments by its days, as the view language writes it. */
export const dayOf = ({ name, isDay }: Pick<DateFacts, 'name' | 'isDay'>): string =>
  isDay ? col(name) : `date(${col(name)})`;

export const isOneOf = (facts: DateFacts, dates: readonly string[]): string =>
  `${dayOf(facts)} in (${dates.map(txt).join(', ')})`;
