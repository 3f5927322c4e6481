import type { ExportFormat, Reading, SqlPage } from '@columnist/contract';
import type { AdmitProgress, Admitted } from '@columnist/tables/admission/inputs';
import type { Exported } from '@columnist/tables/exports/left-out';
import type { NamedTable, SqlInput } from '@columnist/tables/sql/run-statement';
import type { TableRef } from '@columnist/tables/table/table-ref';
import type { JobContext } from './jobs/job-context.ts';
import { jobs, type Kind } from './jobs/jobs.ts';

/** What the engine does in this process, for a program of one user that ends with its answer. */
export interface EngineHere {
  /** Reads a file into Parquet and describes it. Throws invalid_file. */
  readonly admit: (
    file: {
      readonly source: string;
      readonly parquet: string;
      readonly reading: Reading;
      readonly filename?: string;
    },
    onProgress: (progress: AdmitProgress) => void,
  ) => Promise<Admitted & { readonly profile: string }>;
  /**
   * Answers an operation about one table; `input` is that of the operation without the dataset, as
   * its schema gives it. Throws as the operation does.
   */
  readonly ask: (
    kind: Kind,
    table: TableRef,
    input: unknown,
    profile: string | null,
  ) => Promise<unknown>;
  /** The names of tables in a statement, which is checked. Throws invalid_sql. */
  readonly readSql: (sql: string) => Promise<{ readonly names: readonly string[] }>;
  /** A page of what a statement answers over tables. Throws invalid_sql, too_complex. */
  readonly runSql: (input: SqlInput, tables: readonly NamedTable[]) => Promise<SqlPage>;
  /** Writes all that a statement answers. Throws invalid_sql. */
  readonly exportSql: (
    sql: string,
    tables: readonly NamedTable[],
    format: ExportFormat,
    to: string,
  ) => Promise<Exported>;
  /** Power, sample size, detectable effect or level of a design. Throws invalid_input. */
  readonly calculatePower: (input: unknown) => Promise<unknown>;
  /** Writes rows of a view to a file. Gives how many they are, and what the file leaves out. */
  readonly export: (
    kind: 'exportFile' | 'exportParquet' | 'exportRows',
    table: TableRef,
    input: unknown,
    to: string,
  ) => Promise<Exported>;
}

/** The engine without worker processes: jobs run in this process, with this much memory. */
export function engineHere(memoryMb: number, signal: AbortSignal): EngineHere {
  const context = (onProgress: JobContext['onProgress'] = () => {}): JobContext => ({
    memoryMb,
    signal,
    onProgress,
  });
  return {
    admit: async ({ source, parquet, reading, filename }, onProgress) => {
      const profile = `${parquet}.profile`;
      const output = jobs.admit.output;
      return {
        ...output.parse(
          await jobs.admit.answer(
            { source, parquet, reading, filename, profile },
            context(onProgress),
          ),
        ),
        profile,
      };
    },
    ask: (kind, table, input, profile) =>
      jobs[kind].answer({ table, input, ...(profile === null ? {} : { profile }) }, context()),
    readSql: async (sql) => {
      const { output, answer } = jobs.readSql;
      return output.parse(await answer({ sql }, context()));
    },
    runSql: async (input, tables) => {
      const { output, answer } = jobs.runSql;
      return output.parse(await answer({ input, tables }, context()));
    },
    exportSql: async (sql, tables, format, to) => {
      const { output, answer } = jobs.exportAnswer;
      return output.parse(
        await answer({ of: { sql, tables }, format, forSpreadsheets: false, to }, context()),
      );
    },
    calculatePower: (input) => jobs.calculatePower.answer({ input }, context()),
    export: async (kind, table, input, to) => {
      const { output, answer } = jobs[kind];
      return output.parse(await answer({ table, input, to }, context()));
    },
  };
}

/** The job that answers an operation, by the operation's name. */
export const jobNamed = (name: string): Kind | undefined => {
  const known = name === 'analyze' ? 'describe' : name;
  return isKind(known) ? known : undefined;
};
const isKind = (name: string): name is Kind => Object.hasOwn(jobs, name);
