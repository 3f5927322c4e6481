import type { AnyMethod, TestResult, View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { resultOf, type Finding, type ReadRows } from './finding.ts';

/** Options beside the name of the method. */
export type Samples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How a method is answered. */
export interface Procedure<Input> {
  readonly answer: (
    connection: DuckDBConnection,
    table: TableRef,
    input: Input,
  ) => Promise<TestResult>;
  /** What tests ask of their table to run the emitted code, by what is special in it. */
  readonly samples: Samples;
  /** Figures of other programs. */
  readonly reference: readonly Reference[];
}

/** What another program finds of these values. */
export interface Reference {
  /** The program with its version. */
  readonly from: string;
  readonly values: readonly number[];
  readonly statistic: number;
  readonly p: number;
}

/** A method with what reads its rows and what finds its figures in them. */
export function defineProcedure<
  Read extends ReadRows,
  Input extends { readonly view?: View | undefined },
>(
  { method }: Pick<AnyMethod, 'method'>,
  {
    read,
    find,
    samples,
    reference = [],
  }: {
    readonly read: (connection: DuckDBConnection, table: TableRef, input: Input) => Promise<Read>;
    readonly find: (input: Input, rows: Read) => Finding;
    readonly samples: Samples;
    readonly reference?: readonly Reference[];
  },
): Procedure<Input> {
  return {
    answer: async (connection, table, input) => {
      const rows = await read(connection, table, input);
      return resultOf(table, input.view, method, rows, find(input, rows));
    },
    samples,
    reference,
  };
}

/** The answer of the procedure that the input names. */
export function answerBy<Name extends string, Input extends { readonly method: Name }>(
  procedures: { readonly [Method in Name]: Procedure<Input> },
  connection: DuckDBConnection,
  table: TableRef,
  input: Input,
): Promise<TestResult> {
  return procedures[input.method].answer(connection, table, input);
}
