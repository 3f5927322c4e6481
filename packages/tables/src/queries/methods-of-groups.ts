import { sayExpression } from '@columnist/contract';
import { descriptionMethods } from '../columns/describe-table.ts';
import type { Asked } from './asked-groups.ts';
import type { GroupAggregate } from './group-aggregate.ts';

const overRowsSaid =
  'in an aggregate they look at the rows of its group that the view keeps, in group_by ' +
  'at the rows that the view keeps; over: view at the rows that the view keeps, of all ' +
  'groups; over: all at every row before the filter, in the order of the file';

const expressionsSaid =
  'rows in which an expression is missing are left out of its statistics; n of it counts the others';
const missingSaid =
  'each aggregate is of the present values of its column; the statistics n and missing count them';
const weightedSaid =
  'of rows with a weight above 0: mean as R weighted.mean, sd as cov.wt (unbiased), sum of the ' +
  'values times their weights, share of the sum of weights';
const weekdaysSaid = 'weekday() is 1 on Monday and 7 on Sunday';
const weeksSaid =
  'week() is that of ISO 8601: 1 January may be in week 52 or 53, and 31 December in week 1, of ' +
  'another year; isoyear() is the year of the week';
const idleBySaid = (names: readonly string[]): string => {
  const by = sayExpression({
    kind: 'call',
    name: 'count',
    args: [],
    by: names.map((name) => ({ kind: 'column', name, span })),
    span,
  }).slice('count('.length, -1);
  return (
    `${by} in an aggregate changes nothing: the rows of its group are alike in that already; ` +
    `${by}, over: view looks at the rows that the view keeps, of all groups alike in it`
  );
};
const span = { from: 0, to: 0 };
const timesSaid =
  "moments with a zone are in UTC: days and hours are those of UTC; local_time(seen, 'Europe/Berlin') " +
  'gives the clock of a place';

/** What is usual, and for which aggregates something else was asked for. */
const optionsSaid = (aggregates: readonly GroupAggregate[]): Record<string, string> => ({
  quantiles: [
    descriptionMethods.quantiles,
    ...aggregates.flatMap(({ name, options: { type = 7 } }) =>
      type === 7 ? [] : [`${name}: type ${type} (R)`],
    ),
  ].join('; '),
  variance: [
    descriptionMethods.variance,
    ...aggregates.flatMap(({ name, options: { ddof = 1 } }) =>
      ddof === 1 ? [] : [`${name}: population, divisor n`],
    ),
  ].join('; '),
});

/** How the figures of groups are computed, as far as something of it was asked for. */
export const methodsOf = (
  asked: Asked,
  aggregates: readonly GroupAggregate[],
): Record<string, string> => ({
  ...(asked.overRows ? { functions_over_rows: overRowsSaid } : {}),
  ...(asked.ofExpressions ? { expressions: expressionsSaid } : {}),
  ...(asked.idleBy === null ? {} : { by: idleBySaid(asked.idleBy) }),
  ...(asked.byWeek ? { weeks: weeksSaid } : {}),
  ...(asked.byWeekday ? { weekdays: weekdaysSaid } : {}),
  ...(asked.byMoments ? { times: timesSaid } : {}),
  groups: 'missing values are a group of their own',
  statistics: 'as in a description of the rows of the group',
  ...(aggregates.some(({ column }) => column !== null) ? { missing: missingSaid } : {}),
  ...(aggregates.some(({ weights }) => weights !== null) ? { weighted: weightedSaid } : {}),
  ...optionsSaid(aggregates),
  mode: 'of several the smallest',
});
