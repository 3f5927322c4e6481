import { z } from 'zod';
import { slot } from '../define-method.ts';
import { columnName, field, numberColumn } from '../field.ts';
import { fewestRows, noMethod, type Leaning } from '../leaning.ts';
import { rowsAlone, rowsAsked } from '../rows-asked.ts';

export const calendarUnit = z.enum([
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
]);
export type CalendarUnit = z.infer<typeof calendarUnit>;

const aggregate = z.enum(['mean', 'sum', 'median', 'min', 'max', 'first', 'last', 'count']);

const ofSeries = {
  value: numberColumn('Column', 'The number column.'),
  time: field(
    columnName()
      .exactOptional()
      .describe(
        'The column of moments, or of numbers such as years; the order of the rows where left out.',
      ),
    { kind: 'time', label: 'Time' },
  ),
  every: field(
    calendarUnit
      .exactOptional()
      .describe('Resampling: one value for each of these, of all rows within it.'),
    {
      kind: 'choice',
      label: 'One value',
      options: [
        { value: '', label: 'as they are' },
        ...calendarUnit.options.map((unit) => ({
          value: unit,
          label: `${unit === 'hour' ? 'an' : 'a'} ${unit}`,
        })),
      ],
    },
  ),
  aggregate: field(aggregate.default('mean').describe("What 'every' makes of several rows."), {
    kind: 'choice',
    label: 'made by',
    options: aggregate.options.map((name) => ({ value: name, label: name })),
  }),
  gaps: field(
    z
      .enum(['keep', 'linear', 'previous', 'zero'])
      .default('keep')
      .describe(
        'What is put where there is no value: nothing, a straight line between the neighbours, the value before, 0.',
      ),
    {
      kind: 'choice',
      label: 'Gaps',
      options: [
        { value: 'keep', label: 'left open' },
        { value: 'linear', label: 'filled by a line' },
        { value: 'previous', label: 'filled by the value before' },
        { value: 'zero', label: 'filled by 0' },
      ],
    },
  ),
};

/** What every method of a series takes. */
export const seriesAlone = { ...ofSeries, ...rowsAlone };

/** The same of methods with an interval or a verdict. */
export const seriesInput = { ...ofSeries, ...rowsAsked };

export const overTime = [slot('value'), 'over', slot('time')] as const;
export const sampling = ['every', 'aggregate', 'gaps'] as const;
export const lagsOf = (description: string) =>
  field(z.int().min(0).max(500).exactOptional().describe(description), {
    kind: 'figure',
    label: 'Lags',
  });
export const period = field(
  z
    .int()
    .min(2)
    .max(1000)
    .exactOptional()
    .describe(
      'Values in a cycle, such as 12 of months; where left out, what the spacing suggests.',
    ),
  { kind: 'figure', label: 'Values in a cycle' },
);

/** Yes or no; the first is usual. */
export const yesNo = (label: string, [yes, no]: readonly [string, string], first: boolean) => {
  const options = [
    { value: true, label: yes },
    { value: false, label: no },
  ];
  return { kind: 'choice', label, options: first ? options : options.toReversed() } as const;
};

const periods: Readonly<Partial<Record<CalendarUnit, readonly string[]>>> = {
  day: ['date'],
  month: ['year', 'month'],
  quarter: ['year', 'quarter'],
  year: ['year'],
};

interface AskedOfSeries {
  readonly value: string;
  readonly time?: string;
  readonly every?: CalendarUnit;
  readonly aggregate: z.infer<typeof aggregate>;
}

/** A series of figures of periods, each of which could be asked for alone. */
export function ofPeriods(asked: AskedOfSeries, method: string): Leaning {
  const { value, time, every, aggregate: made } = asked;
  const parts = every === undefined ? undefined : periods[every];
  const isOfAll = made === 'mean' || made === 'sum' || made === 'count' || made === 'median';
  if (time === undefined || parts === undefined || !isOfAll)
    throw noMethod(
      method,
      'each moment may be a single row.',
      "Name 'time', every 'day', 'month', 'quarter' or 'year', and aggregate 'mean', " +
        "'sum', 'count' or 'median', so that each period has 5 rows or more.",
    );
  return {
    fewest: made === 'median' ? 10 : fewestRows,
    columns: [value],
    by: parts.map((part) => ({ name: `.${part}`, expression: `${part}(\`${time}\`)` })),
    grouped: true,
    shows: 'figures',
  };
}

/** What methods of a series share. */
export const series = { tier: 'paid', leansOn: ofPeriods } as const;
