import { DuckDBInstance } from '@duckdb/node-api';
import { profileByHand } from './peers/duckdb-profile.ts';

/** A plain read_csv to Parquet, then a profile by hand, as one process: FILE PARQUET. */
const [source, parquet] = process.argv.slice(2);
if (source === undefined || parquet === undefined)
  throw new Error('Usage: node scripts/bench/run-bare.ts FILE PARQUET');
const instance = await DuckDBInstance.create(':memory:');
const [one, other] = [await instance.connect(), await instance.connect()];
await one.run(
  `copy (from read_csv('${source}')) to '${parquet}' (format parquet, compression zstd)`,
);
await profileByHand(one, other, `read_parquet('${parquet}')`);
one.closeSync();
other.closeSync();
instance.closeSync();
