import type { View } from '@columnist/contract';
import type { DuplicatesInput } from '@columnist/tables/duplicates/find-duplicates';
import type { RowChangesInput } from '@columnist/tables/versions/compare-rows';
import type { AggregateInput, FrequenciesInput, RowsInput } from '@columnist/tables/queries/inputs';
import type { DescribeInput } from '@columnist/tables/columns/inputs';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { JobOf } from './jobs.ts';

/** The usual definitions where none are named. */
const shaped = ({
  quantile_type = 7,
  moments_type = 2,
  trim = 0.1,
  proportion_interval = 'wilson',
  ...rest
}: DescribeInput) => ({ ...rest, quantile_type, moments_type, trim, proportion_interval });

/** Values that were sent along, in a file, and how many cells they have. */
export interface SentFile {
  readonly source: string;
  readonly cells: number;
}

/** The jobs that can be answered in two ways: as values, and as JSON that is only handed on. */
export const makeJob = {
  describe: (table: TableRef, input: DescribeInput, profile: string | null): JobOf<'describe'> => ({
    kind: 'describe',
    table,
    input: shaped(input),
    ...(profile === null ? {} : { profile }),
  }),
  describeFile: (source: string, input: DescribeInput, scratch: string): JobOf<'describeFile'> => ({
    kind: 'describeFile',
    source,
    scratch,
    input: shaped(input),
  }),
  describeValues: (
    sent: SentFile,
    input: DescribeInput,
    scratch: string,
  ): JobOf<'describeValues'> => ({
    kind: 'describeValues',
    ...sent,
    scratch,
    input: shaped(input),
  }),
  rows: (table: TableRef, input: RowsInput): JobOf<'rows'> => ({ kind: 'rows', table, input }),
  frequencies: (table: TableRef, input: FrequenciesInput): JobOf<'frequencies'> => ({
    kind: 'frequencies',
    table,
    input,
  }),
  duplicates: (table: TableRef, { columns, ...input }: DuplicatesInput): JobOf<'duplicates'> => ({
    kind: 'duplicates',
    table,
    input: { ...input, ...(columns === undefined ? {} : { columns: [...columns] }) },
  }),
  aggregate: (table: TableRef, input: AggregateInput): JobOf<'aggregate'> => ({
    kind: 'aggregate',
    table,
    input: { ...input, group_by: [...input.group_by], aggregates: [...input.aggregates] },
  }),
  rowChanges: (
    table: TableRef,
    other: TableRef,
    { key, ...input }: RowChangesInput,
  ): JobOf<'rowChanges'> => ({
    kind: 'rowChanges',
    table,
    other,
    input: { ...input, ...(key === undefined ? {} : { key: [...key] }) },
  }),
  compareDatasets: (table: TableRef, other: TableRef, bins: number): JobOf<'compareDatasets'> => ({
    kind: 'compareDatasets',
    table,
    other,
    bins,
  }),
  pictures: (table: TableRef, input: { readonly view?: View | undefined }): JobOf<'pictures'> => ({
    kind: 'pictures',
    table,
    input,
  }),
  overview: (table: TableRef, input: { readonly view?: View | undefined }): JobOf<'overview'> => ({
    kind: 'overview',
    table,
    input,
  }),
};
