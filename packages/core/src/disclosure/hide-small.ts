import { combinationNotes, fewestRows } from '@columnist/contract';
import type {
  Admission,
  Aggregation,
  ColumnDescription,
  Dataset,
  DatasetColumn,
  Description,
} from '@columnist/contract';
import { isFew as isFewRows } from './spans-few.ts';

/** Whether at least 5 of n values lie at or below a quantile, and at least 5 at or above. */
export function isShared(n: number, p: number): boolean {
  const place = (n - 1) * p;
  return Math.floor(place) + 1 >= fewestRows && n - Math.ceil(place) >= fewestRows;
}

const withheld = 'Withheld: this credential may not read rows.';

/**
 * A description without extremes, without quantiles that fewer than 5 rows reach, without values
 * that fewer than 5 rows have or that leave 1 to 4 others, and, where it is of a part of the rows,
 * without the numbers of values, of different ones, of zeros and of negative ones: no memory of
 * answers keeps them. Columns of `withoutSums` lose their sums, and counts of true and false.
 */
export function hideInDescription(
  description: Description,
  isPart: boolean,
  withoutSums: ReadonlySet<string> = new Set(),
): Description {
  return {
    ...description,
    columns: description.columns.map((column) =>
      hideInColumn(column, isPart, withoutSums.has(column.name)),
    ),
    correlations: null,
  };
}

/** Values that at least 5 rows have, without the least frequent ones where these leave 1 to 4 rows. */
function shownValues<Value extends { readonly n: number }>(
  values: readonly Value[],
  n: number,
): Value[] {
  let shown = values.filter((value) => value.n >= fewestRows);
  while (isFewRows(shown.reduce((left, value) => left - value.n, n))) {
    const least = Math.min(...shown.map((value) => value.n));
    shown = shown.filter((value) => value.n > least);
  }
  return shown;
}

function hideInColumn(
  found: ColumnDescription,
  isPart: boolean,
  withoutSums: boolean,
): ColumnDescription {
  const { n } = found;
  const isFew = n < fewestRows;
  const top_values = isPart ? [] : shownValues(found.top_values, n);
  const column = isPart ? { ...found, distinct: 0 } : found;
  const hiddenCounts = [
    ...(top_values.length < found.top_values.length ? ['top_values'] : []),
    ...(isPart ? ['distinct'] : []),
  ];
  const reasoned = (names: readonly string[]): Record<string, string> => ({
    ...column.reasons,
    ...Object.fromEntries([...hiddenCounts, ...names].map((name) => [name, withheld])),
  });
  const hasMode = top_values.length > 0;
  switch (column.type) {
    case 'number': {
      const at = (p: number, value: number | null): number | null =>
        isShared(n, p) ? value : null;
      const figures = {
        sum: column.sum,
        mean: column.mean,
        mean_ci: column.mean_ci,
        standard_error: column.standard_error,
        variance: column.variance,
        sd: column.sd,
      };
      const none = {
        min: null,
        max: null,
        mad: null,
        skewness: null,
        kurtosis: null,
        geometric_mean: null,
        harmonic_mean: null,
        trimmed_mean: null,
        winsorised_mean: null,
        weighted: null,
        outliers: null,
        normal_plot: null,
        extremes: null,
        density: null,
        histogram: null,
      };
      const hidden = (['zeros', 'negatives'] as const).filter(
        (name) => isFew || isPart || isFewRows(column[name]) || isFewRows(n - column[name]),
      );
      const bare = {
        ...column,
        ...none,
        ...(isFew || withoutSums
          ? { sum: null, mean: null, mean_ci: null, standard_error: null, variance: null, sd: null }
          : figures),
      };
      return {
        ...bare,
        top_values,
        median: at(0.5, column.median),
        q1: at(0.25, column.q1),
        q3: at(0.75, column.q3),
        iqr: at(0.25, column.iqr),
        quantiles: column.quantiles.filter(({ p }) => isShared(n, p)),
        mode: hasMode ? column.mode : null,
        zeros: hidden.includes('zeros') ? 0 : column.zeros,
        negatives: hidden.includes('negatives') ? 0 : column.negatives,
        reasons: reasoned([
          ...Object.keys(none),
          ...(isFew || withoutSums ? Object.keys(figures) : []),
          ...hidden,
          ...(hasMode ? [] : ['mode']),
        ]),
      };
    }
    case 'datetime':
      return {
        ...column,
        top_values,
        min: null,
        max: null,
        median: null,
        range_seconds: null,
        gaps: null,
        histogram: null,
        reasons: reasoned(['min', 'max', 'median', 'range_seconds', 'gaps', 'histogram']),
      };
    case 'boolean':
      return isFew || withoutSums
        ? {
            ...column,
            top_values,
            true_count: 0,
            false_count: 0,
            true_share: null,
            true_share_ci: null,
            weighted: null,
            reasons: reasoned([
              'true_count',
              'false_count',
              'true_share',
              'true_share_ci',
              'weighted',
            ]),
          }
        : { ...column, top_values, weighted: null, reasons: reasoned(['weighted']) };
    default:
      return {
        ...column,
        top_values,
        first: null,
        last: null,
        lengths: null,
        weighted: null,
        histogram: null,
        mode: hasMode ? column.mode : null,
        reasons: reasoned([
          'first',
          'last',
          'lengths',
          'weighted',
          'histogram',
          ...(hasMode ? [] : ['mode']),
        ]),
      };
  }
}

/** The readings that were not taken, and what was set for single values, name cells. */
const hideInColumnOf = ({
  other_readings: _others,
  levels: _levels,
  reference: _reference,
  value_labels: _labels,
  unfit: _unfit,
  ...column
}: DatasetColumn): DatasetColumn => ({
  ...column,
  // Copies that differ by one row would tell by them what it holds.
  missing: null,
  distinct: null,
  low: null,
  high: null,
  picture: null,
  // The digits before the point are those of the largest value.
  storage: column.storage.replace(/^DECIMAL\(\d+/, 'DECIMAL(38'),
});

const confirming: ReadonlySet<string> = new Set(['already_uploaded', ...combinationNotes]);

/**
 * A dataset without the ends of its columns, their pictures, the cells that the reading of its file
 * names, and what a guess of its bytes could be checked by.
 */
export const hideInDataset = <
  Shown extends Pick<Dataset, 'columns' | 'admission' | 'file_size' | 'sha256'>,
>(
  dataset: Shown,
): Shown => ({
  ...dataset,
  file_size: null,
  sha256: null,
  columns: dataset.columns.map(hideInColumnOf),
  // A note on a column tells of cells. That the same file is there, or that all rows of a join have
  // a match, would confirm a guess.
  admission: {
    ...withoutQuestions(dataset.admission),
    notes: dataset.admission.notes
      .filter(({ code, column }) => column === null && !confirming.has(code))
      .map((note) => ({ ...note, message: withheld, rows: [], examples: [] })),
  },
});

/** They show cells. */
function withoutQuestions(admission: Admission): Admission {
  const shown = { ...admission };
  delete shown.questions;
  return shown;
}

/**
 * An aggregation of which only groups of at least 5 rows and values were asked for; `counted` are
 * the result columns that were added.
 */
export function showGroups(
  answer: Aggregation,
  {
    shows,
    statistics,
    counts,
    limit,
    hidden,
  }: {
    readonly shows: (rows: number, values: readonly number[]) => boolean;
    readonly statistics: readonly { readonly p: number | null; readonly count: number }[];
    readonly counts: number;
    readonly limit: number;
    readonly hidden: number;
  },
): Aggregation {
  const kept = answer.columns.length - counts;
  const items = answer.items.flatMap((item) => {
    const [rows = 0, ...values] = item.slice(kept).map(Number);
    if (!shows(rows, values)) return [];
    const first = kept - statistics.length;
    return [
      item.slice(0, kept).map((cell, i) => {
        const statistic = statistics[i - first];
        return statistic === undefined ||
          statistic.p === null ||
          isShared(values[statistic.count] ?? 0, statistic.p)
          ? cell
          : null;
      }),
    ];
  });
  return {
    ...answer,
    columns: answer.columns.slice(0, kept),
    items: items.slice(0, limit),
    total: items.length,
    ...(hidden === 0 ? {} : { groups_withheld: hidden }),
  };
}
