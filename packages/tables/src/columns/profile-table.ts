import type { CountedColumn, Description } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { engineVersion } from '../table/table-ref.ts';
import { TableReader } from '../views/table-reader.ts';
import type { ColumnSummary } from './column-summary.ts';
import { describeColumn } from './describe-column.ts';
import { describeEach, descriptionMethods } from './describe-table.ts';
import { drawPicture } from './draw-picture.ts';
import { meaningOf } from './meaning-of.ts';
import type { TableColumn } from '../table/table-column.ts';

const defaults = {
  quantiles: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99],
  confidence_level: 0.95,
  correlations: true,
  plot: false,
};

type Facts = Omit<CountedColumn, 'picture'>;

function factsOf(description: Description['columns'][number]): Facts {
  const { name, type, storage, missing, distinct } = description;
  const ordered =
    description.type === 'number' || description.type === 'datetime' ? description : null;
  return {
    name,
    type,
    storage,
    missing,
    distinct,
    low: ordered?.min ?? null,
    high: ordered?.max ?? null,
  };
}

/** What is known of a column beside its picture. */
export const pictured = (column: TableColumn, summary: ColumnSummary): Facts =>
  factsOf(describeColumn(column, summary, defaults));

/**
 * First look at an admitted table: what each column means, its picture, and the description with
 * default options.
 * `aside` is another connection to the same files, for work at the same time.
 */
export async function profileTable(
  connection: DuckDBConnection,
  aside: DuckDBConnection,
  parquet: string,
  admitted: readonly TableColumn[],
  rowCount: number,
  onColumn: (done: number) => void = () => {},
): Promise<{ columns: CountedColumn[]; profile: Description }> {
  const reader = await TableReader.open(connection, parquet, admitted);
  let done = 0;
  const { columns, correlations, method } = await describeEach(
    reader,
    defaults,
    (raw, summary) => {
      const column = meaningOf(raw, summary);
      const description = describeColumn(column, summary, defaults);
      onColumn((done += 1));
      return {
        description,
        facts: { ...factsOf(description), picture: drawPicture(column, summary) },
      };
    },
    TableReader.over(aside, reader.source, reader.columns),
  );
  const provenance = {
    dataset_id: null,
    dataset_version: null,
    engine_version: engineVersion,
    view: null,
    n_used: rowCount,
    n_excluded: [],
    method: { ...descriptionMethods, ...method },
  };
  return {
    columns: columns.map(({ facts }) => facts),
    profile: {
      ...provenance,
      columns: columns.map(({ description }) => description),
      correlations,
    },
  };
}
