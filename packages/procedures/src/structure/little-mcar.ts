import { AppError, type View } from '@columnist/contract';
import { littleMcar as definition } from '@columnist/contract/methods/structure/little-mcar';
import * as statistics from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import { readValues } from '@columnist/tables/columns/read-values';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { TableReader } from '@columnist/tables/views/table-reader';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, type ReadRows } from '../finding.ts';
import { shownOf } from '../shown-of.ts';
import { quoted } from '../snippets.ts';
import { verdict } from '../verdict.ts';
import { percent } from '../words.ts';

const patternsShown = 40;
/** A turn of EM inverts a matrix for each pattern. */
const mostWork = 3_000_000;

/** Whether values are missing completely at random, and which are missing together. */
export const littleMcar = defineProcedure(definition, {
  read: readWithGaps,
  find: (input, { columns, scales, used }) => {
    const { columns: names } = input;
    const scaleOf = (i: number): statistics.Scale => scales[i] ?? { origin: 0, perUnit: 1 };
    const flat = names.find((_, i) => {
      const present = columns[i]?.filter((value) => !Number.isNaN(value)) ?? [];
      return present.length < 2 || present.every((value) => value === present[0]);
    });
    if (flat !== undefined)
      throw unfit(
        `'${flat.slice(0, 100)}' has no two different values here.`,
        'columns',
        'Leave the column out.',
      );
    const gaps = columns.map((values) =>
      values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0),
    );
    if (gaps.every((n) => n === 0))
      throw unfit(
        'No value is missing in these columns.',
        'columns',
        'Name columns with missing values; the Overview shows which.',
      );
    const patterns = patternsOf(columns, used);
    if (patterns.length * names.length ** 3 > mostWork)
      throw new AppError(
        'too_complex',
        `${patterns.length} patterns of missing values in ${names.length} columns are too many.`,
        { fix: 'Name fewer columns.' },
      );
    const found = statistics.littleMcar(columns);
    if (found === null)
      throw unfit(
        'Means and correlations of these columns cannot be estimated: one follows from others, ' +
          'or too few rows have two of them.',
        'columns',
        'Name fewer columns.',
      );
    const list = `c(${names.map(quoted).join(', ')})`;
    return {
      name: 'Little’s test of values missing completely at random',
      variant: `${patterns.length} patterns, means and covariances by maximum likelihood (EM)`,
      statistic: { name: 'χ²', value: found.statistic },
      df: [found.df],
      effects: [],
      tables: [
        {
          title: shownOf('Patterns of missing values', {
            shown: patternsShown,
            of: patterns.length,
          }),
          columns: ['missing', 'rows', 'share'],
          rows: patterns
            .slice(0, patternsShown)
            .map(({ missing, n }) => [
              missing.length === 0 ? 'none' : missing.map((i) => names[i] ?? '').join(', '),
              n,
              n / used,
            ]),
        },
        {
          title: 'Columns',
          columns: [
            'column',
            'missing',
            'share',
            'mean of those present',
            'mean by maximum likelihood',
            'standard deviation by maximum likelihood',
          ],
          rows: names.map((name, i) => [
            name,
            gaps[i] ?? null,
            (gaps[i] ?? NaN) / used,
            statistics.placeOf(scaleOf(i), presentMean(columns[i] ?? new Float64Array())),
            statistics.placeOf(scaleOf(i), found.means[i] ?? NaN),
            statistics.spanOf(scaleOf(i), Math.sqrt(found.covariance[i]?.[i] ?? NaN)),
          ]),
        },
      ],
      picture: {
        kind: 'bars',
        x_name: 'pattern',
        y_name: 'rows',
        x: patterns
          .slice(0, 12)
          .map(({ missing }) =>
            missing.length === 0 ? 'none missing' : missing.map((i) => names[i] ?? '').join(' + '),
          ),
        values: patterns.slice(0, 12).map(({ n }) => n),
        limit: null,
      },
      assumptions: [
        {
          name: 'enough rows in each pattern',
          verdict: patterns.some(({ n }) => n < 3) ? 'doubtful' : 'holds',
          said: `The smallest pattern has ${Math.min(...patterns.map(({ n }) => n))} ${Math.min(...patterns.map(({ n }) => n)) === 1 ? 'row' : 'rows'}; with few rows p is rough. The test takes values for normal.`,
        },
      ],
      ...verdict({
        p: found.p,
        level: input.confidence_level,
        hypotheses: {
          null: `The values of ${names.join(', ')} are missing completely at random.`,
          alternative: `The values of ${names.join(', ')} are missing in another way than completely at random.`,
        },
        seen: `${percent((patterns.find(({ missing }) => missing.length === 0)?.n ?? 0) / used)} of the rows are complete`,
        after: (isFound) =>
          isFound
            ? ' Rows with gaps differ in what they do have; leaving them out may bias results.'
            : ' Whether gaps depend on the missing values themselves, no test of these columns can show.',
      }),
      code: {
        r: [
          `result <- naniar::mcar_test(data.frame(lapply(d[${list}], as.numeric), check.names = FALSE))`,
          'print(result)',
        ],
        python: [
          `x = d[[${names.map(quoted).join(', ')}]].apply(pd.to_numeric).astype(float)`,
          'print(x.isna().value_counts())',
          '# Little’s test itself is not in SciPy or statsmodels',
        ],
      },
    };
  },
  // SciPy and statsmodels have no such test.
  samples: {},
});

/** Number columns over the rows where at least one is present; NaN where a value is missing. */
async function readWithGaps(
  connection: Connection,
  table: TableRef,
  input: { readonly columns: readonly string[]; readonly view?: View | undefined },
): Promise<
  ReadRows & {
    /** As `readNumbers` has them. */
    readonly columns: readonly Float64Array[];
    readonly scales: readonly statistics.Scale[];
  }
> {
  const { columns: names } = input;
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw unfit(`'${twice.slice(0, 100)}' is named twice.`, 'columns', 'Name each column once.');
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    input.view,
    names,
  );
  const wrong = reader.columns.find(({ type }) => type !== 'number');
  if (wrong !== undefined)
    throw new AppError(
      'wrong_column_type',
      `'${wrong.name}' is a ${wrong.type} column; this needs numbers.`,
      { column: wrong.name, fix: 'Name number columns.' },
    );
  const count = await reader.rowCount();
  const measured = (await readValues(reader, reader.columns)).map(statistics.relative);
  const read = measured.map(({ values }) =>
    values.map((value) => (Number.isFinite(value) ? value : NaN)),
  );
  const kept = Uint32Array.from({ length: count }, (_, row) => row).filter((row) =>
    read.some((values) => !Number.isNaN(values[row] ?? NaN)),
  );
  const columns = read.map((values) => Float64Array.from(kept, (row) => values[row] ?? NaN));
  const empty = count - kept.length;
  return {
    columns,
    scales: measured.map(({ scale }) => scale),
    used: kept.length,
    excluded: empty > 0 ? [{ reason: 'every value missing', n: empty }] : [],
    missing: 'rows with at least one value present',
    effects: reader.effects,
  };
}

const presentMean = (values: Float64Array): number => {
  const present = values.filter((value) => !Number.isNaN(value));
  return present.reduce((sum, value) => sum + value / present.length, 0);
};

/** Which columns are missing together, most frequent first. */
function patternsOf(
  columns: readonly Float64Array[],
  n: number,
): { missing: number[]; n: number }[] {
  const counts = new Map<string, number>();
  for (let row = 0; row < n; row++) {
    const key = columns.map((values) => (Number.isNaN(values[row] ?? NaN) ? '1' : '0')).join('');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({
      missing: columns.map((_, i) => i).filter((i) => key[i] === '1'),
      n: count,
    }))
    .toSorted((a, b) => b.n - a.n);
}
