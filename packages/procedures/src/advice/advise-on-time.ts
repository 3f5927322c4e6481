import type { CalendarUnit } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { unfit } from '../finding.ts';
import { unitOf } from '../series/calendar.ts';
import { readSeries, type Series } from '../series/read-series.ts';
import type { Advised, RecommendInput } from './advised.ts';
import type { Column } from './column-facts.ts';

const mostForTrend = 5000;
const fewest = 3;
const units: readonly CalendarUnit[] = ['day', 'month', 'year'];

/**
 * What asks how a number changes over time. Rows that follow each other are no independent sample:
 * they are plotted and modelled as a series (Hyndman and Athanasopoulos, Forecasting: Principles and
 * Practice, 3rd edition, chapter 2), never cut into groups.
 */
export async function overTime(
  connection: Connection,
  table: TableRef,
  { view }: RecommendInput,
  value: string,
  time: string,
): Promise<Advised> {
  const read = await readSeries(connection, table, {
    value,
    time,
    view,
    aggregate: 'mean',
    gaps: 'keep',
  });
  if (read.numbers.every((one) => one === read.numbers[0]))
    throw unfit(`All values of '${value}' are equal.`, 'value', 'Choose a column that varies.');
  const every = unitFor(read);
  const chosen =
    every === 'none'
      ? { method: 'overview', name: 'Overview of the series' }
      : { method: 'mann_kendall', name: 'Mann–Kendall test of a trend' };
  return {
    read,
    advice: {
      operation: 'analyze_time_series',
      ...chosen,
      options: {
        method: chosen.method,
        value,
        time,
        ...(every === null || every === 'none' ? {} : { every, aggregate: 'mean' }),
      },
      why: `${time} orders the rows in time, so ${value} is a series: ${every === 'none' ? 'look at it first' : `a trend is tested by ranks${every === null ? '' : `, of the mean of each ${every}`}`}, and neighbouring values may depend on each other.`,
      rejected: [
        {
          method: 'linear',
          name: 'Linear regression',
          why: `Its errors are independent only if no value depends on those before: look at Durbin–Watson, after deriving a number such as days_between('2020-01-01', ${time}).`,
        },
        {
          method: 'pearson',
          name: 'Pearson correlation',
          why: 'It takes rows for independent, and two columns that both trend go together without having to do with each other.',
        },
        {
          method: 'anova',
          name: 'One-way analysis of variance',
          why: 'It needs groups; intervals of time throw away their order.',
        },
      ],
      checks: [
        {
          name: 'one value at each time',
          verdict: read.spacing.repeated > 0 ? 'doubtful' : 'holds',
          said:
            read.spacing.repeated > 0
              ? `${read.spacing.repeated} rows stand at the same time as another.`
              : 'No time occurs twice.',
        },
      ],
    },
  };
}

/** null: as they are; the shortest unit that makes one value of each; none where there is no such. */
function unitFor({ values, times, spacing, moments }: Series): CalendarUnit | null | 'none' {
  if (spacing.repeated === 0 && values.length <= mostForTrend) return null;
  if (!moments) return 'none';
  return (
    units.find((unit) => {
      const count = new Set(Array.from(times, (at) => unitOf(at, unit))).size;
      return count >= fewest && count <= mostForTrend;
    }) ?? 'none'
  );
}

/** A time with something that is no number. Throws invalid_input. */
export function refuseTime(time: Column, other: Column, field: string): never {
  throw unfit(
    other.kind === 'time'
      ? `'${time.name}' and '${other.name}' are both moments.`
      : `'${time.name}' holds moments, and '${other.name}' groups.`,
    field,
    other.kind === 'time'
      ? 'Derive a number from them with a view, such as days_between(a, b).'
      : `Derive a number or a period from '${time.name}' with a view, such as year(${time.name}) or month(${time.name}).`,
  );
}
