import type { Description } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DescribeInput } from './inputs.ts';
import { provenanceOf, type ReadTable } from '../views/provenance.ts';
import { TableReader } from '../views/table-reader.ts';
import { openCorrelator } from './correlate-aside.ts';
import { describeColumn } from './describe-column.ts';
import type { DescribeOptions } from './describe-number.ts';
import { gatherColumns } from './gather-columns.ts';
import { weighColumns } from './weigh-columns.ts';
import type { ColumnSummary } from './column-summary.ts';
import type { FieldColumn, TableColumn } from '../table/table-column.ts';

const correlatedAtMost = 60;
/** Doubles held at once for correlations: 480 MB. */
export const correlatedValues = 60_000_000;
/** Cells of a table beyond which memory counts for more than time. */
const cellsAtOnce = 30_000_000;

export const descriptionMethods = {
  quantiles: 'type 7 (R, NumPy)',
  variance: 'sample, divisor n - 1',
  mean_ci: 'Student t',
  mad: 'median absolute deviation x 1.4826 (R mad)',
  skewness: 'type 2, adjusted Fisher-Pearson (SAS, SPSS, pandas)',
  kurtosis: 'excess, type 2 (SAS, SPSS, pandas)',
  trimmed_mean: '10 % at each end (R mean, trim = 0.1)',
  outliers: "Tukey's fences, 1.5 IQR",
  true_share_ci: 'Wilson score',
  pearson: 'pairwise complete rows, t test, Fisher z interval',
  spearman:
    'average ranks, pairwise complete rows; p without ties exact to 9 rows, to 1,290 by ' +
    'Edgeworth’s series (AS 89), else by t; interval by Bonett and Wright',
  missing: 'each column uses its own present values',
};

/** What was computed how, where something else than usual was asked for. */
function methodsOf({
  quantile_type = 7,
  moments_type = 2,
  trim = 0.1,
  proportion_interval = 'wilson',
  weights,
}: DescribeInput): Record<string, string> {
  return {
    ...descriptionMethods,
    ...(quantile_type === 7 ? {} : { quantiles: `type ${quantile_type} (R)` }),
    ...(moments_type === 2
      ? {}
      : {
          skewness: `type ${moments_type} (Joanes & Gill)`,
          kurtosis: `excess, type ${moments_type} (Joanes & Gill)`,
        }),
    ...(trim === 0.1
      ? {}
      : { trimmed_mean: `${100 * trim} % at each end (R mean, trim = ${trim})` }),
    ...(proportion_interval === 'wilson' ? {} : { true_share_ci: 'Clopper-Pearson, exact' }),
    ...(weights === undefined
      ? {}
      : {
          weighted:
            `weights of ${weights}, rows with a weight above 0: mean and sd of numbers, ` +
            'shares of categories and booleans',
        }),
  };
}

/**
 * `meaning` is asked of a table that was only just read: what its columns mean is seen together
 * with the rest.
 */
export async function describeTable(
  connection: DuckDBConnection,
  table: ReadTable,
  input: DescribeInput,
  meaning: (column: FieldColumn, summary: ColumnSummary) => TableColumn = (column) => column,
): Promise<Description> {
  const names = input.columns === undefined ? undefined : [...new Set(input.columns)];
  const reader = await TableReader.open(
    connection,
    table.parquet,
    table.columns,
    input.view,
    names,
  );
  const weighted = await weighColumns(connection, table, input);
  const { columns, correlations, method } = await describeEach(reader, input, (column, summary) =>
    describeColumn(meaning(column, summary), summary, input, weighted.get(column.name)),
  );
  const methods = { ...methodsOf(input), ...method };
  return {
    ...provenanceOf(table, await reader.rowCount(), input.view, methods, reader.effects),
    columns,
    correlations,
  };
}

/** Why there are no correlations of so many number columns and cells; null where there are. */
const tooManyToCorrelate = (columns: number, cells: number): string | null =>
  columns > correlatedAtMost
    ? `none: ${columns} number columns are more than ${correlatedAtMost}; name some in columns`
    : cells > correlatedValues
      ? `none: ${cells} values are too many; name fewer columns, or choose rows with a view`
      : null;

/**
 * Describes every column, in their order, and correlates the number columns where asked for; null
 * where they are too few, or too many, which `method` says. `aside` reads the same rows by another connection, at the same time.
 */
export async function describeEach<Described>(
  reader: TableReader,
  options: Pick<DescribeOptions, 'confidence_level'> & { readonly correlations: boolean },
  describe: (column: FieldColumn, summary: ColumnSummary) => Described,
  aside?: TableReader,
): Promise<{
  columns: Described[];
  correlations: Description['correlations'];
  method: Record<string, string>;
}> {
  const numbers = reader.columns.filter(({ type }) => type === 'number');
  const others = reader.columns.filter((column) => !numbers.includes(column));
  const rowCount = await reader.rowCount();
  const cells = numbers.length * rowCount;
  const tooMany = options.correlations ? tooManyToCorrelate(numbers.length, cells) : null;
  const correlator =
    options.correlations && numbers.length >= 2 && tooMany === null
      ? openCorrelator(cells, reader.columns.length * rowCount > cellsAtOnce)
      : null;
  const described = new Map<FieldColumn, Described>();
  const take = (column: FieldColumn, summary: ColumnSummary): void =>
    void described.set(column, describe(column, summary));
  let correlations: Promise<Description['correlations']> = Promise.resolve(null);
  const correlated = async (): Promise<void> => {
    // The correlations take what the description has read.
    await gatherColumns(
      reader,
      numbers,
      take,
      correlator === null
        ? undefined
        : ({ name }, values, table) => correlator.add(name, values, table),
    );
    // What they hold is let go while the others are described.
    if (correlator !== null) correlations = correlator.finish(options.confidence_level);
  };
  try {
    if (aside === undefined) {
      await correlated();
      await gatherColumns(reader, others, take);
    } else {
      const lanes = [
        gatherColumns(aside, others.filter(isText), take),
        correlated().then(() =>
          gatherColumns(
            reader,
            others.filter((column) => !isText(column)),
            take,
          ),
        ),
      ];
      for (const ended of await Promise.allSettled(lanes))
        if (ended.status === 'rejected') throw ended.reason;
    }
    return {
      columns: reader.columns.flatMap((column) => described.get(column) ?? []),
      correlations: await correlations,
      method: tooMany === null ? {} : { pearson: tooMany, spearman: tooMany },
    };
  } finally {
    await correlator?.close();
  }
}

const isText = ({ storage }: FieldColumn): boolean => storage === 'VARCHAR';
