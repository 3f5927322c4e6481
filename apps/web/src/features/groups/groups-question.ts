import type { DatasetColumn, GroupStatistic } from '@columnist/contract';
import { z } from 'zod';
import { measures, toAskAbout } from '../../lib/measures.ts';

const asked = z.object({
  by: z.array(z.string()),
  across: z.string().nullable(),
  figures: z.array(z.object({ statistic: z.string(), of: z.string().nullable() })).min(1),
  having: z.string(),
  sort: z.object({ column: z.string(), direction: z.enum(['ascending', 'descending']) }).nullable(),
});

export interface Figure {
  readonly statistic: GroupStatistic;
  readonly of: string | null;
}

/** What the Groups tab asks. Kept in the URL. */
export interface GroupsQuestion {
  readonly by: readonly string[];
  readonly across: string | null;
  readonly figures: readonly Figure[];
  readonly having: string;
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' } | null;
}

const everyColumn: readonly GroupStatistic[] = [
  'n',
  'missing',
  'missing_share',
  'distinct',
  'mode',
  'min',
  'max',
  'first',
  'last',
];
const ofNumbers: readonly GroupStatistic[] = [
  'mean',
  'median',
  'sum',
  'sd',
  'variance',
  'standard_error',
  'q1',
  'q3',
  'range',
  'iqr',
  'mad',
  'skewness',
  'kurtosis',
  'geometric_mean',
  'harmonic_mean',
  'trimmed_mean',
];
const ofMoments: readonly GroupStatistic[] = ['median', 'q1', 'q3'];
const ofTruth: readonly GroupStatistic[] = ['true_share', 'true_count'];

/** Figures that a column has. */
export function statisticsOf({
  type,
  storage,
}: Pick<DatasetColumn, 'type' | 'storage'>): readonly GroupStatistic[] {
  if (type === 'number') return [...ofNumbers, ...everyColumn];
  if (type === 'boolean') return [...ofTruth, ...everyColumn];
  return type === 'datetime' && storage !== 'TIME' ? [...everyColumn, ...ofMoments] : everyColumn;
}

const words: Partial<Record<GroupStatistic, string>> = {
  n: 'values present',
  count: 'rows',
  missing: 'values missing',
  missing_share: 'share missing',
  first: 'first value',
  last: 'last value',
  distinct: 'distinct values',
  mode: 'most frequent',
  min: 'smallest',
  max: 'largest',
  standard_error: 'standard error',
  q1: 'lower quartile',
  q3: 'upper quartile',
  iqr: 'interquartile range',
  mad: 'median absolute deviation',
  true_share: 'share of true',
  true_count: 'number of true',
  geometric_mean: 'geometric mean',
  harmonic_mean: 'harmonic mean',
  trimmed_mean: 'trimmed mean',
};
export const sayStatistic = (statistic: GroupStatistic): string => words[statistic] ?? statistic;
export const sayFigure = ({ statistic, of }: Figure): string =>
  of === null ? sayStatistic(statistic) : `${sayStatistic(statistic)} ${of}`;
/** Name of the figure in results, in having and in the order. */
export const nameOf = ({ statistic, of }: Figure): string =>
  of === null ? statistic : `${statistic}_${of}`;

/** The figures of a question, and how many values the first one is of, unless it asks so itself. */
export function withCount({ across, figures }: GroupsQuestion): readonly Figure[] {
  const [first] = figures;
  const isCounted = figures.some(({ statistic }) => statistic === 'n' || statistic === 'count');
  // In a table across, each figure has a column for every group of the columns.
  return first === undefined || first.of === null || across !== null || isCounted
    ? figures
    : [...figures, { statistic: 'n', of: first.of }];
}

/** A question that says something of this very table: its first number by its smallest category. */
export function firstQuestion(columns: readonly DatasetColumn[]): GroupsQuestion {
  const groups = toAskAbout(columns.filter(({ type }) => type === 'category' || type === 'boolean'))
    .map(({ name, distinct }) => ({ name, distinct: distinct ?? 0 }))
    .filter(({ distinct }) => distinct > 1)
    .toSorted((a, b) => a.distinct - b.distinct);
  const numbers = toAskAbout(columns.filter(({ type }) => type === 'number'));
  const number =
    numbers.find(measures) ?? numbers.find(({ picture }) => picture?.kind === 'number');
  const [by] = groups.filter(({ distinct }) => distinct > 2).concat(groups);
  return {
    by: by === undefined ? [] : [by.name],
    across: null,
    figures: [
      number === undefined
        ? { statistic: 'count', of: null }
        : { statistic: 'mean', of: number.name },
    ],
    having: '',
    sort: null,
  };
}

/** The question in the URL, as far as it fits the columns. */
export function readQuestion(
  written: string | null,
  columns: readonly DatasetColumn[],
): GroupsQuestion {
  const parsed = asked.safeParse(json(written));
  if (!parsed.success) return firstQuestion(columns);
  const { by, across, figures, having, sort } = parsed.data;
  const known = new Map(columns.map((column) => [column.name, column]));
  const fitting = figures.flatMap(({ statistic, of }): Figure[] => {
    if (of === null) return statistic === 'count' ? [{ statistic, of }] : [];
    const found = known.get(of);
    const [same] =
      found === undefined ? [] : statisticsOf(found).filter((one) => one === statistic);
    return same === undefined ? [] : [{ statistic: same, of }];
  });
  const groups = by.filter((name) => known.has(name));
  return {
    by: groups,
    across: across !== null && known.has(across) && !groups.includes(across) ? across : null,
    figures: fitting.length === 0 ? firstQuestion(columns).figures : fitting,
    having,
    sort,
  };
}

function json(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
