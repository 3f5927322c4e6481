import { DuckDBInstance } from '@duckdb/node-api';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** A plain read_csv to Parquet, then the profile of the spike, as one process: FILE PARQUET SPIKE. */
const [source, parquet, spike] = process.argv.slice(2);
if (source === undefined || parquet === undefined || spike === undefined)
  throw new Error('Usage: node scripts/bench/run-bare.ts FILE PARQUET SPIKE');
const { profile2 } = z
  .object({
    profile2: z.custom<(one: unknown, other: unknown, relation: string) => Promise<unknown>>(
      (value) => typeof value === 'function',
    ),
  })
  .parse({ ...(await import(pathToFileURL(spike).href)) });
const instance = await DuckDBInstance.create(':memory:');
const [one, other] = [await instance.connect(), await instance.connect()];
await one.run(
  `copy (from read_csv('${source}')) to '${parquet}' (format parquet, compression zstd)`,
);
await profile2(one, other, `read_parquet('${parquet}')`);
one.closeSync();
other.closeSync();
instance.closeSync();
