import { admitTable } from '@columnist/tables/admission/read-text-table';
import { DuckDBInstance } from '@duckdb/node-api';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from '../report.ts';
import { secondReaderCost } from '../second-reader.ts';
import type { AdmissionRow } from './row.ts';

/**
 * The same clean file through admission and through DuckDB alone, in turns, each in this process.
 */
export async function speed(folder: string): Promise<AdmissionRow> {
  const [source, ours, bare] = [
    join(folder, 'clean.csv'),
    join(folder, 'ours.parquet'),
    join(folder, 'bare.parquet'),
  ];
  execFileSync(process.execPath, [
    join(import.meta.dirname, '../../generate-csv.ts'),
    source,
    '100',
  ]);
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  const timed = async (which: keyof typeof times, work: () => Promise<unknown>): Promise<void> => {
    const begin = performance.now();
    await work();
    times[which].push(performance.now() - begin);
  };
  for (let round = 0; round < 6; round++) {
    await timed('ours', () => admitTable(source, ours));
    await timed('bare', async () => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      await connection.run(
        `copy (select * from read_csv('${source}')) to '${bare}' (format parquet, compression zstd)`,
      );
      connection.closeSync();
      instance.closeSync();
    });
  }
  // The first round warms both.
  const [own, theirs] = [median(times.ours.slice(1)), median(times.bare.slice(1))];
  const ratio = own / theirs;
  return {
    measure: 'Admission + Parquet of a clean 100 MB file, against bare read_csv → Parquet',
    elsewhere: '1.0',
    reached: `${ratio.toFixed(2)} (${own.toFixed(0)} / ${theirs.toFixed(0)} ms)`,
    limit: '≤ 1.25',
    holds: ratio <= 1.25,
  };
}

/** Sizes of files in MB, and from which on the cost counts as a share of the whole. */
const [readTwice, large] = [[0.1, 1, 10, 100], 10];
/** Milliseconds, and the share. */
const mostOfSecond = { small: 30, share: 0.05 };

/** What the second reader costs, in files of several sizes. */
export async function secondReader(folder: string): Promise<AdmissionRow> {
  const source = join(folder, 'twice.csv');
  const found: string[] = [];
  let holds = true;
  for (const size of readTwice) {
    execFileSync(process.execPath, [
      join(import.meta.dirname, '../../generate-csv.ts'),
      source,
      String(size),
    ]);
    const { admission, second } = await secondReaderCost(source, join(folder, 'second'));
    found.push(
      size < large
        ? `${second.toFixed(0)} ms of ${admission.toFixed(0)}`
        : `${((100 * second) / admission).toFixed(1)} % of ${admission.toFixed(0)} ms`,
    );
    holds &&=
      size < large ? second <= mostOfSecond.small : second <= mostOfSecond.share * admission;
  }
  return {
    measure: `The second reader's part of the admission of ${readTwice.join(', ')} MB`,
    elsewhere: 'no second reader',
    reached: found.join('; '),
    limit: `≤ ${mostOfSecond.small} ms below ${large} MB, ≤ ${100 * mostOfSecond.share} % from there`,
    holds,
  };
}
