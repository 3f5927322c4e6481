import type { Reading } from '@columnist/contract';
import type { AdmitProgress, Admitted } from '@columnist/tables/admission/inputs';
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
  /** Writes rows of a view to a file. Gives the number of rows. */
  readonly export: (
    kind: 'exportFile' | 'exportParquet' | 'exportRows',
    table: TableRef,
    input: unknown,
    to: string,
  ) => Promise<unknown>;
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
    export: (kind, table, input, to) => jobs[kind].answer({ table, input, to }, context()),
  };
}

/** The job that answers an operation, by the operation's name. */
export const jobNamed = (name: string): Kind | undefined => {
  const known = name === 'analyze' ? 'describe' : name;
  return isKind(known) ? known : undefined;
};
const isKind = (name: string): name is Kind => Object.hasOwn(jobs, name);
