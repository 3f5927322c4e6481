import type { Connection } from '@columnist/tables/database/connection';
import { countedColumn, withoutGoneLevel } from '@columnist/contract';
import { z } from 'zod';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { readPath } from './files.ts';
import type { JobContext } from './job-context.ts';

/**
 * `fast` for what is known to be small, `slow` for all else: reading files, profiles, models,
 * exports.
 */
export type Lane = 'fast' | 'slow';

/**
 * Values up to which a column's figures or a picture take a moment: a tenth of a second on one
 * core.
 */
export const smallCells = 100_000;

/** What of a job its lane may depend on. */
export interface SizedJob {
  readonly kind: string;
  readonly table?: TableRef;
  /** Values sent along. */
  readonly cells?: number;
  /** A file that holds the answer, perhaps. */
  readonly profile?: string | undefined;
}

export const isSmall = ({ table }: SizedJob): boolean =>
  table !== undefined && table.rowCount * table.columns.length <= smallCells;

/** What computes outside the database is fast for small tables alone. */
export const fastIfSmall = (job: SizedJob): Lane => (isSmall(job) ? 'fast' : 'slow');

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Run<Shape extends z.ZodRawShape> = (
  job: Fields<Shape>,
  context: JobContext,
) => Promise<unknown>;

/**
 * A kind of job: what it is given, what it answers, in which lane it waits, and the code that does
 * it, loaded in workers alone.
 */
export interface JobKind<Shape extends z.ZodRawShape, Output extends z.ZodType> {
  readonly fields: Shape;
  readonly output: Output;
  readonly laneOf: (job: SizedJob) => Lane;
  /** Loads its code ahead. */
  readonly load: () => Promise<unknown>;
  /**
   * Does the job in this process. What it was given and what it found are checked here: types hold
   * across the process boundary.
   */
  readonly answer: (given: unknown, context: JobContext) => Promise<unknown>;
}

/** Defines a kind of job; `lane` is slow unless said otherwise. */
export function defineJob<Shape extends z.ZodRawShape, Output extends z.ZodType>({
  fields,
  output,
  lane = 'slow',
  load,
}: {
  readonly fields: Shape;
  readonly output: Output;
  readonly lane?: Lane | ((job: SizedJob) => Lane);
  readonly load: () => Promise<Run<Shape>>;
}): JobKind<Shape, Output> {
  const schema = z.object(fields);
  return {
    fields,
    output,
    laneOf: typeof lane === 'string' ? () => lane : lane,
    load,
    answer: async (given, context) => {
      const job = schema.parse(given);
      const run = await load();
      // Checked here and not in the server, which would hold up everybody over a large answer.
      return output.parse(await run(job, context));
    },
  };
}

export const table = z.object({
  parquet: readPath,
  datasetId: z.string().nullable(),
  version: z.int().nullable(),
  rowCount: z.int(),
  columns: z.array(countedColumn).readonly(),
});

const asked = z.object({ table, input: z.unknown() });

/** Defines a question to one table. */
export const askOfTable = <Input extends z.ZodType, Output extends z.ZodType>({
  input,
  output,
  lane = 'slow',
  load,
}: {
  readonly input: Input;
  readonly output: Output;
  readonly lane?: Lane | ((job: SizedJob) => Lane);
  readonly load: () => Promise<
    (connection: Connection, of: TableRef, input: z.output<Input>) => Promise<unknown>
  >;
}): JobKind<{ table: typeof table; input: Input }, Output> => ({
  fields: { table, input },
  output,
  laneOf: typeof lane === 'string' ? () => lane : lane,
  load,
  answer: async (given, context) => {
    const { table: of, input: sent } = asked.parse(given);
    const checked = input.parse(
      withoutGoneLevel(sent, (options) => input.safeParse(options).success),
    );
    const [{ withTable }, ask] = await Promise.all([import('./job-context.ts'), load()]);
    return output.parse(
      await withTable(of.parquet, context, (connection) => ask(connection, of, checked)),
    );
  },
});
