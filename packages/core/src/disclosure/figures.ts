import {
  fewestRows,
  aggregation,
  AppError,
  chart,
  columnType,
  description,
  findColumn,
  mostAggregates,
  frequencies,
  operations,
} from '@columnist/contract';
import type { ColumnsOf, Disclosure } from './disclosure.ts';
import { hideInDescription, showGroups } from './hide-small.ts';
import { groupingOf, measureOf } from './read-measure.ts';
import { z } from 'zod';

const noColumn = (): AppError =>
  new AppError(
    'forbidden',
    'This picture shows single rows or small groups, which this credential may not see.',
    { fix: 'Draw a number in groups, or a category alone.' },
  );

function refuseWeights({ weights }: { readonly weights?: string | undefined }): void {
  if (weights === undefined) return;
  throw new AppError(
    'forbidden',
    'Weighted figures combine two columns, which a credential that may not read rows cannot ask for.',
    { fix: 'Leave out weights.' },
  );
}

export function describing(input: unknown): Disclosure | null {
  const asked = z
    .union([operations.datasets.analyze.input, operations.datasets.statistics.input])
    .parse(input);
  if ('data' in asked || 'file' in asked) return null;
  refuseWeights(asked);
  for (const p of asked.quantiles) requireUsual(p, asked.quantile_type);
  return {
    id: 'id' in asked ? asked.id : asked.dataset_id,
    view: asked.view,
    columns: asked.columns ?? ['*'],
    by: [],
    small: 'hidden',
    fewest: fewestRows,
    ask: (view) => ({ ...asked, view, plot: false, correlations: false, trim: 0.1 }),
    show: (answer, { isPart, withoutSums }) =>
      hideInDescription(description.parse(answer), isPart, withoutSums),
  };
}

export function aggregating(input: unknown): Disclosure {
  const asked = operations.datasets.aggregate.input.parse(input);
  if (asked.having !== undefined || asked.across !== undefined)
    throw new AppError(
      'forbidden',
      "A credential that may not read rows has no 'having' and no 'across': they would " +
        'tell about groups that are left out.',
      { fix: 'Choose among the groups of the answer.' },
    );
  asked.aggregates.forEach(refuseWeights);
  for (const by of asked.group_by) if (typeof by !== 'string') groupingOf(by.expression);
  const measures = asked.aggregates.map(({ statistic, of, p, type }) => ({
    expression: of,
    column: of === undefined ? null : measureOf(of),
    p: quantileOf(statistic, p, type),
    isCount: ['count', 'n', 'missing'].includes(statistic),
  }));
  const expressions = [...new Set(measures.flatMap(({ expression }) => expression ?? []))];
  const columns = [...new Set(measures.flatMap(({ column }) => column ?? []))];
  const counts = [
    { statistic: 'count' as const, name: '.rows' },
    ...expressions.map((of, i) => ({ statistic: 'n' as const, of, name: `.n${i}` })),
  ];
  if (asked.aggregates.length + counts.length > mostAggregates)
    throw new AppError(
      'too_complex',
      `A credential that may not read rows asks for at most ${mostAggregates} aggregates ` +
        'in one call, with one more for all rows and one for each column or expression.',
      { fix: 'Ask in two calls.' },
    );
  const placed = expressions.map((of) => columns.indexOf(measureOf(of)));
  return {
    id: asked.id,
    view: asked.view,
    columns,
    ordered: columns.filter((name) =>
      measures.some(({ column, p }) => column === name && p !== null),
    ),
    summed: columns.filter((name) =>
      measures.some(({ column, p, isCount }) => column === name && p === null && !isCount),
    ),
    by: asked.group_by,
    small: 'withheld',
    fewest: fewestRows,
    ask: (view) => ({ ...asked, view, aggregates: [...asked.aggregates, ...counts], limit: 1000 }),
    show: (answer, { shows, hidden }) =>
      showGroups(aggregation.parse(answer), {
        hidden,
        counts: counts.length,
        limit: asked.limit,
        statistics: measures.map(({ expression, p }) => ({
          p,
          count: expression === undefined ? 0 : expressions.indexOf(expression),
        })),
        shows: (n, values) =>
          shows(
            n,
            columns.map((_, i) => values[placed.indexOf(i)] ?? n),
          ),
      }),
  };
}

/**
 * The share below which a statistic lies, or the nearer one of two; null for those that are of all
 * values alike. Throws forbidden for extremes and what few values decide.
 */
function quantileOf(statistic: string, p = 0.5, type = usualType): number | null {
  const shares: Readonly<Record<string, number>> = {
    q1: 0.25,
    median: 0.5,
    q3: 0.75,
    iqr: 0.25,
    quantile: p,
  };
  if (
    [
      'count',
      'n',
      'missing',
      'sum',
      'mean',
      'mean_ci_low',
      'mean_ci_high',
      'standard_error',
      'sd',
      'variance',
      'true_count',
      'true_share',
    ].includes(statistic)
  )
    return null;
  const share = shares[statistic];
  if (share === undefined)
    throw new AppError(
      'forbidden',
      `'${statistic}' can be the value of a single row, which this credential may not see.`,
      { fix: 'Ask for n, sum, mean, sd, variance, median or a quantile that 5 rows reach.' },
    );
  requireUsual(share, type);
  return share;
}

/**
 * Quantiles that are given, by one definition: with many of them nearly all values of a column would
 * be known, and what is left of its sums would be those of its smallest and largest.
 */
const usual: readonly number[] = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];
const usualType = 7;

function requireUsual(p: number, type: number): void {
  if (usual.includes(p) && type === usualType) return;
  throw new AppError(
    'forbidden',
    `A credential that may not read rows gets the quantiles ${usual.join(', ')} alone, of type ${usualType}: many of them would name single values.`,
    { fix: `Ask for one of ${usual.join(', ')}.` },
  );
}

export function counting(input: unknown): Disclosure {
  const asked = operations.datasets.frequencies.input.parse(input);
  if (asked.spellings !== undefined)
    throw new AppError(
      'forbidden',
      'A credential that may not read rows cannot look for spellings: they are single values.',
      { fix: 'Leave spellings out, or ask with a credential that has the scope rows.' },
    );
  return {
    id: asked.id,
    view: asked.view,
    columns: [],
    by: [asked.column],
    small: 'withheld',
    fewest: fewestRows,
    ask: (view) => ({ ...asked, view, limit: 1000 }),
    show: (answer, { shows, hidden }) => {
      const found = frequencies.parse(answer);
      const items = found.items.filter(({ n }) => shows(n, [])).slice(0, asked.limit);
      let share = 0;
      return {
        ...found,
        items: items.map((item) => ({ ...item, cumulative_share: (share += item.share) })),
        others: {
          values: found.distinct - items.length,
          n: found.n - items.reduce((sum, { n }) => sum + n, 0),
        },
        ...(hidden === 0 ? {} : { groups_withheld: hidden }),
      };
    },
  };
}

export async function drawing(input: unknown, columnsOf: ColumnsOf): Promise<Disclosure> {
  const asked = operations.datasets.chart.input.parse(input);
  const known = await columnsOf(asked.id);
  const drawn = [...new Set([asked.x, ...(asked.y === undefined ? [] : [asked.y])])].map((name) =>
    findColumn(known, name),
  );
  const groups = drawn.filter(
    ({ type }) => type === columnType.enum.category || type === columnType.enum.boolean,
  );
  const numbers = drawn.filter(({ type }) => type === columnType.enum.number);
  if (groups.length === 0 || groups.length + numbers.length < drawn.length) throw noColumn();
  return {
    id: asked.id,
    view: asked.view,
    columns: numbers.map(({ name }) => name),
    by: groups.map(({ name }) => name),
    small: 'refused',
    fewest: fewestRows,
    ask: (view) => ({ ...asked, view }),
    show: (answer) => chart.parse(answer),
  };
}
