import type { CorrelationOptions, View, WrittenJson } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { DuplicatesInput } from '@columnist/tables/duplicates/find-duplicates';
import type { RowChangesInput } from '@columnist/tables/versions/compare-rows';
import type { DescribeInput } from '@columnist/tables/columns/inputs';
import type { RowsInput, FrequenciesInput, AggregateInput } from '@columnist/tables/queries/inputs';
import type { JobOptions } from './job-options.ts';
import type { Values } from './values.ts';

/**
 * Answers as JSON, for what may be large and is only handed on: none of it is read in this process.
 */
export interface WrittenAnswers {
  /**
   * `profile` is the file of the description with default options, where that is what is asked: its
   * part is the answer if it holds it.
   */
  describe(
    table: TableRef,
    input: DescribeInput,
    profile: string | null,
    options?: JobOptions,
  ): Promise<WrittenJson>;
  describeFile(source: string, input: DescribeInput, options?: JobOptions): Promise<WrittenJson>;
  describeValues(data: Values, input: DescribeInput, options?: JobOptions): Promise<WrittenJson>;
  rows(table: TableRef, input: RowsInput, options?: JobOptions): Promise<WrittenJson>;
  frequencies(table: TableRef, input: FrequenciesInput, options?: JobOptions): Promise<WrittenJson>;
  duplicates(table: TableRef, input: DuplicatesInput, options?: JobOptions): Promise<WrittenJson>;
  aggregate(table: TableRef, input: AggregateInput, options?: JobOptions): Promise<WrittenJson>;
  /** A matrix of up to all columns. */
  correlations(
    table: TableRef,
    input: CorrelationOptions,
    options?: JobOptions,
  ): Promise<WrittenJson>;
  rowChanges(
    table: TableRef,
    other: TableRef,
    input: RowChangesInput,
    options?: JobOptions,
  ): Promise<WrittenJson>;
  compareDatasets(
    table: TableRef,
    other: TableRef,
    bins: number,
    options?: JobOptions,
  ): Promise<WrittenJson>;
  pictures(
    table: TableRef,
    input: { readonly view?: View | undefined },
    options?: JobOptions,
  ): Promise<WrittenJson>;
  overview(
    table: TableRef,
    input: { readonly view?: View | undefined },
    options?: JobOptions,
  ): Promise<WrittenJson>;
}
