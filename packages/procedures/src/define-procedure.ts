import type { Association, TestResult, View } from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { resultOf, type Finding, type ReadRows } from './finding.ts';
import { answerInParts, type InParts } from './parts/answer-in-parts.ts';

/**
 * The definition of a method, as far as its procedure needs it: what it takes, and what may be
 * given.
 */
export interface Definition<Input, Given> {
  readonly method: string;
  readonly options: z.ZodType<Input, Given>;
}

/** Inputs beside the name of the method, by what is special in each of them. */
export type Samples<Given> = Readonly<Record<string, Omit<Given, 'method'>>>;

/** What another program answers to a question about a table of its own. */
export interface Reference<Given> {
  /** The program with its version, e.g. `R 4.2.2, nortest 1.0.4`. */
  readonly from: string;
  /** Columns of the table with their cells; all are equally long. */
  readonly columns: Readonly<Record<string, readonly (number | string | null)[]>>;
  readonly asked: Omit<Given, 'method'>;
  readonly statistic: number;
  readonly p: number;
}

/** What tests know of a procedure. */
export interface Tested<Given> {
  /**
   * What is asked of the table of the tests to run the emitted code; none where the code gives
   * another figure.
   */
  readonly samples: Samples<Given>;
  /** The figure that the emitted code gives; p, else what is estimated, where left out. */
  readonly prints?: (result: TestResult) => number | null | undefined;
  /** Samples for which there is no such form in Python. */
  readonly notInPython?: readonly string[];
  /** Digits that both agree in, where Python has fewer than usual. */
  readonly digitsInPython?: number;
  /**
   * Figures of other programs: a test compares them, and they are a row of docs/validation.md and
   * of the validation page. For methods whose formula is in no file of fixtures of `statistics`.
   */
  readonly references?: readonly Reference<Given>[];
}

/** How a method is answered. */
export interface Procedure<Input, Result = TestResult> {
  readonly answer: (connection: Connection, table: TableRef, input: Input) => Promise<Result>;
  readonly tested: Tested<object>;
}

/** A procedure for every method that these inputs name. */
export type Procedures<Input extends { readonly method: string }, Result = TestResult> = {
  readonly [Method in Input['method']]: Procedure<Extract<Input, { method: Method }>, Result>;
};

/** A method with what reads its rows and what finds its figures in them. */
export function defineProcedure<
  Read extends ReadRows,
  Input extends { readonly view?: View | undefined },
  Given extends object,
>(
  { method }: Definition<Input, Given>,
  {
    read,
    find,
    ...tested
  }: {
    readonly read: (
      connection: Connection,
      table: TableRef,
      input: NoInfer<Input>,
    ) => Promise<Read>;
    readonly find: (input: NoInfer<Input>, rows: Read) => Finding;
  } & NoInfer<Tested<Given>>,
): Procedure<Input> {
  return {
    answer: async (connection, table, input) => {
      const rows = await read(connection, table, input);
      return resultOf(table, input.view, method, rows, find(input, rows));
    },
    tested,
  };
}

/** What one of these methods takes. */
export type Named<Input extends { readonly method: string }, Name extends Input['method']> = {
  [Method in Name]: Extract<Input, { method: Method }> & { readonly method: Method };
}[Name];

/**
 * The answer of the procedure that the input names; where it is asked in each value of a column,
 * all of them in one.
 */
export function answerBy<
  Input extends { readonly method: string } & InParts,
  Name extends Input['method'],
  Result extends Association,
>(
  procedures: Procedures<Input, Result>,
  connection: Connection,
  table: TableRef,
  input: Named<Input, Name>,
): Promise<Result | TestResult> {
  const answer = (asked: Named<Input, Name>): Promise<Result> =>
    procedures[asked.method].answer(connection, table, asked);
  return input.by === undefined
    ? answer(input)
    : answerInParts(connection, table, input, input.by, answer);
}
