import type { Alert } from '@columnist/contract';
import { ageMismatch } from './age-mismatch.ts';
import { datesApart, type DatesApart } from './far-dates.ts';
import type { TableFacts } from './read-facts.ts';
import { reversedDates } from './reversed-dates.ts';

/** What is noticed of columns of dates; a date that is named once is not compared with others. */
export async function judgeDates(table: TableFacts): Promise<Alert[]> {
  const apart = new Map<string, DatesApart>();
  for (const facts of table.dates) apart.set(facts.name, await datesApart(table, facts));
  return [
    ...[...apart.values()].flatMap(({ alerts }) => alerts),
    ...(await reversedDates(table, apart)),
    ...ageMismatch(table, apart),
  ];
}
