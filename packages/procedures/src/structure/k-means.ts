import { kMeans as definition } from '@columnist/contract/methods/structure/k-means';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, withinOne } from '../finding.ts';
import { inOneUnit, numbersCode, readNumbers } from '../read-numbers.ts';
import { ofUnit, percent } from '../words.ts';
import { drawnPlaces, requireSpread } from './varying-columns.ts';

const plain: statistics.Scale = { origin: 0, perUnit: 1 };
const cellsAtMost = 1_000_000;
const silhouetteRows = 3000;
const rowsListed = 2000;
const mostTried = 8;

/** Clusters of rows by k-means, with silhouettes. */
export const kMeans = defineProcedure(definition, {
  read: (connection, table, { columns, view }) => readNumbers(connection, table, columns, view),
  find: (input, rows) => {
    const { columns: names } = input;
    const varying = requireSpread(names, rows, 3);
    const { columns: own, scales } = input.scale ? varying : inOneUnit(varying);
    const n = rows.used;
    if (n * names.length > cellsAtMost)
      throw unfit(
        `${n} rows of ${names.length} columns are too many to cluster.`,
        'columns',
        'Name fewer columns, or sample rows with a view.',
      );
    const distinct = new Set(
      Array.from({ length: Math.min(n, 5000) }, (_, row) =>
        own.map((values) => values[row]).join(','),
      ),
    ).size;
    const most = Math.min(distinct, n - 1);
    if (most < 2 || (input.k ?? 2) > most)
      throw unfit(
        `These rows have ${distinct} different values, too few for ${input.k ?? 2} clusters.`,
        'k',
        most < 2 ? 'Choose other columns.' : `Ask for at most ${most}.`,
      );
    const about = statistics.principalComponents(own, input.scale);
    const columns = own.map((values, k) =>
      values.map((value) => (value - (about.centre[k] ?? 0)) / (about.spread[k] ?? 1)),
    );
    const search = { ...searchFor(n), seed: input.seed };
    const sample = sampled(n, input.seed);
    const sampledColumns =
      sample === null
        ? columns
        : columns.map((values) => Float64Array.from(sample, (row) => values[row] ?? NaN));
    const tried = (
      input.k === undefined
        ? Array.from({ length: Math.min(mostTried, most) - 1 }, (_, i) => i + 2)
        : [input.k]
    ).map((k) => {
      const clusters = statistics.kMeans(columns, k, search);
      const widths = statistics.silhouettes(
        sampledColumns,
        sample === null
          ? clusters.codes
          : Uint32Array.from(sample, (row) => clusters.codes[row] ?? 0),
        k,
      );
      return { k, clusters, widths, mean: meanOf(widths) };
    });
    const best = tried.reduce((a, b) => (b.mean > a.mean ? b : a));
    const {
      k,
      clusters: { codes, centres, sizes, within },
      widths,
    } = best;
    const inside = within.reduce((sum, value) => sum + value, 0);
    const total = columns.reduce(
      (sum, values) => sum + values.reduce((one, value) => one + value * value, 0),
      0,
    );
    const original = centres.map((centre) =>
      centre.map((value, c) =>
        statistics.placeOf(
          scales[c] ?? plain,
          value * (about.spread[c] ?? 1) + (about.centre[c] ?? 0),
        ),
      ),
    );
    // Standard deviations have no unit.
    const perUnit = input.scale ? 1 : (scales[0]?.perUnit ?? 1);
    const squares = (value: number): number | null => statistics.squareOf({ perUnit }, value);
    const squaresInside = squares(inside);
    const ownWidths = (c: number): number =>
      meanOf(widths.filter((_, i) => codes[sample === null ? i : (sample[i] ?? 0)] === c));
    const places = drawnPlaces(n);
    const score = (row: number, component: number): number =>
      statistics.scoreOf(
        about,
        own.map((values) => values[row] ?? NaN),
        component,
      ) / perUnit;
    const code = numbersCode(names);
    const strong = best.mean >= 0.5 ? 'clear' : best.mean >= 0.25 ? 'weak' : 'hardly any';
    return {
      name: 'k-means clusters',
      variant: `${k} clusters${input.k === undefined ? `, of 2 to ${tried.at(-1)?.k ?? k} those with the largest mean silhouette` : ''}; ${input.scale ? 'in units of standard deviations' : 'in the units of the columns'}; ${search.starts} starts and ${search.exchanges} exchanges of a centre from seed ${input.seed}`,
      hypotheses: null,
      statistic: null,
      p: null,
      effects: [
        withinOne('mean silhouette', best.mean),
        withinOne('share of squares between clusters', 1 - inside / total),
        ...(squaresInside === null ? [] : [measured('sum of squares within', squaresInside)]),
      ],
      tables: [
        {
          title: 'Clusters',
          columns: ['cluster', 'rows', 'mean silhouette', 'squares within', ...names],
          rows: centres.map((_, c) => [
            `${c + 1}`,
            sizes[c] ?? null,
            finite(ownWidths(c)),
            squares(within[c] ?? NaN),
            ...names.map((__, i) => original[c]?.[i] ?? null),
          ]),
        },
        ...(tried.length > 1
          ? [
              {
                title: 'Numbers of clusters compared',
                columns: ['clusters', 'mean silhouette', 'squares within'],
                rows: tried.map((one) => [
                  one.k,
                  one.mean,
                  squares(one.clusters.within.reduce((sum, value) => sum + value, 0)),
                ]),
              },
            ]
          : []),
        ...(n <= rowsListed
          ? [
              {
                title: 'Cluster of each row',
                columns: ['row', 'cluster', 'silhouette'],
                rows: Array.from(codes, (cluster, i) => [
                  (rows.rows[i] ?? 0) + 1,
                  `${cluster + 1}`,
                  widths[i] ?? null,
                ]),
                single_rows: true as const,
              },
            ]
          : []),
      ],
      picture: {
        kind: 'map',
        x_name: 'first component',
        y_name: 'second component',
        x: places.map((place) => score(place, 0)),
        y: places.map((place) => score(place, 1)),
        groups: places.map((place) => `cluster ${(codes[place] ?? 0) + 1}`),
        arrows: [],
      },
      pictures:
        tried.length > 1
          ? [
              {
                title: 'Mean silhouette by number of clusters',
                picture: {
                  kind: 'bars',
                  x_name: 'clusters',
                  y_name: 'mean silhouette',
                  x: tried.map((one) => one.k),
                  values: tried.map((one) => one.mean),
                  limit: null,
                },
              },
            ]
          : [],
      assumptions: [
        {
          name: 'rows lie in clusters',
          verdict: best.mean >= 0.25 ? 'nothing_against' : 'doubtful',
          said: `Mean silhouette ${ofUnit(best.mean)}: ${strong} structure${sample === null ? '' : `, of ${silhouetteRows} rows drawn at random`}. k-means finds clusters in any rows; look whether these mean something.`,
        },
      ],
      sentence: `${k} clusters of ${sizes.slice(0, -1).join(', ')} and ${sizes.at(-1)} rows account for ${percent(1 - inside / total)} of the sum of squares; the structure is ${strong === 'hardly any' ? 'hardly there' : strong} (mean silhouette ${ofUnit(best.mean)}).`,
      code: {
        r: [
          ...code.r,
          `x <- ${input.scale ? 'scale(do.call(cbind, columns))' : 'do.call(cbind, columns)'}`,
          `set.seed(${input.seed})`,
          `fit <- kmeans(x, ${k}, nstart = 50, iter.max = 100)`,
          'print(fit)',
          'result <- list(statistic = fit$betweenss / fit$totss)',
          'print(result)',
        ],
        python: [
          'from sklearn.cluster import KMeans',
          '',
          ...code.python,
          'x = np.column_stack(columns)',
          ...(input.scale ? ['x = (x - x.mean(0)) / x.std(0, ddof=1)'] : []),
          `fit = KMeans(${k}, n_init=50, random_state=${input.seed}).fit(x)`,
          'result = 1 - fit.inertia_ / ((x - x.mean(0)) ** 2).sum()',
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { columns: ['y', 'z'], k: 3, scale: true, seed: 1 } },
  // The share of squares between the clusters.
  prints: ({ effects }) => effects[1]?.value,
});

/** How long the best clusters are searched for: the more rows, the longer one try takes. */
const searchFor = (rows: number): { readonly starts: number; readonly exchanges: number } =>
  rows <= 200
    ? { starts: 100, exchanges: 600 }
    : rows <= 1000
      ? { starts: 30, exchanges: 200 }
      : rows <= 5000
        ? { starts: 20, exchanges: 40 }
        : rows <= 50_000
          ? { starts: 6, exchanges: 6 }
          : { starts: 3, exchanges: 0 };

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Silhouettes take every pair of rows: of many, some are drawn. Null where all are used. */
function sampled(n: number, seed: number): Uint32Array | null {
  if (n <= silhouetteRows) return null;
  const random = statistics.mulberry32(seed);
  const chosen = new Set<number>();
  while (chosen.size < silhouetteRows) chosen.add(Math.floor(random() * n));
  return Uint32Array.from(chosen);
}
