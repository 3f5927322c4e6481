import { createEngine, type TableRef } from '@columnist/workers';
import { DuckDBInstance } from '@duckdb/node-api';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureProcess as measure, type Measured } from './bench/measure-process.ts';
import { drawAgainst } from './bench/pictures.ts';
import { median, report, type BenchRow } from './bench/report.ts';

/**
 * What the engine does, against named peers in the same run, each round one after the other:
 *   pnpm bench:engine [--without-gigabyte] [--without-ten-gigabytes]
 * Needs python3-pandas and csvkit of Debian.
 */
const peers = join(import.meta.dirname, 'bench/peers');
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const parquet = join(folder, 'out.parquet');
const rounds = 5;

const table: BenchRow[] = [];
const atMost = (measure: string, ratio: number, limit: number, said: string): void =>
  void table.push({
    measure,
    reached: `${ratio.toFixed(2)} (${said})`,
    limit: `≤ ${limit}`,
    holds: ratio <= limit,
  });

function need(what: string, isThere: boolean): void {
  if (!isThere) throw new Error(`bench:engine needs ${what}.`);
}

const ours = (source: string): Measured =>
  measure(process.execPath, join(import.meta.dirname, 'bench/run-admission.ts'), source, parquet);
const byBare = (source: string): Measured =>
  measure(process.execPath, join(import.meta.dirname, 'bench/run-bare.ts'), source, parquet);
const byPandas = (source: string): Measured =>
  measure('/usr/bin/python3', join(peers, 'pandas-profile.py'), source);
const scan = (source: string): Measured =>
  measure(
    process.execPath,
    '-e',
    'let ' +
      "n=0;require('fs').createReadStream(process.argv[1],{highWaterMark:1<<20}).on('data',b=>{let " +
      'i=-1;while((i=b.indexOf(10,i+1))>=0)n++})',
    source,
  );

function makeData(rows: number): string {
  const path = join(folder, `${rows}.csv`);
  execFileSync(process.execPath, [join(peers, 'generate-orders.ts'), path, String(rows)]);
  return path;
}

const seconds = ({ seconds: time }: Measured): number => time;

/** Whole processes, a round of each after the other. */
async function compareHundred(source: string): Promise<void> {
  const times = {
    ours: [] as number[],
    bare: [] as number[],
    pandas: [] as number[],
    scan: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(seconds(ours(source)));
    times.bare.push(seconds(byBare(source)));
    times.pandas.push(seconds(byPandas(source)));
    times.scan.push(seconds(scan(source)));
  }
  const own = median(times.ours);
  const against = (name: keyof typeof times): string =>
    `${own.toFixed(2)} / ${median(times[name]).toFixed(2)} s`;
  atMost(
    'Admission, Parquet and exact profile, 108 MB: against pandas',
    own / median(times.pandas),
    0.4,
    against('pandas'),
  );
  atMost('… against bare DuckDB', own / median(times.bare), 1.1, against('bare'));
  atMost(
    '… against a newline scan in a Node stream',
    own / median(times.scan),
    15,
    against('scan'),
  );
  await drawAgainst([
    { program: 'Columnist', seconds: own },
    { program: 'DuckDB, by hand', seconds: median(times.bare) },
    { program: 'pandas', seconds: median(times.pandas) },
    { program: 'Counting the lines in Node.js', seconds: median(times.scan) },
  ]);
}

function compareTen(source: string): number {
  const times = Array.from({ length: rounds }, () => seconds(ours(source)));
  const csvstat = seconds(measure('csvstat', source));
  const own = median(times);
  table.push({
    measure: '… 10 MB against csvstat',
    reached: `${(csvstat / own).toFixed(0)}× (${own.toFixed(2)} / ${csvstat.toFixed(1)} s)`,
    limit: '≥ 90×',
    holds: csvstat / own >= 90,
  });
  return own;
}

/** Seconds of ours. */
function compareGigabyte(source: string, ten: number, tenRows: number, rows: number): number {
  const [own, theirs] = [ours(source), byPandas(source)];
  atMost(
    '… 1 GB against pandas: time',
    own.seconds / theirs.seconds,
    0.25,
    `${own.seconds.toFixed(1)} / ${theirs.seconds.toFixed(1)} s, one run`,
  );
  atMost(
    '… 1 GB against pandas: memory',
    own.megabytes / theirs.megabytes,
    0.38,
    `${own.megabytes.toFixed(0)} / ${theirs.megabytes.toFixed(0)} MB, one run`,
  );
  atMost(
    'Cost per byte, 1 GB over 10 MB',
    own.seconds / rows / (ten / tenRows),
    0.4,
    'fixed costs amortise',
  );
  return own.seconds;
}

const roomForTen = 60e9;

/** A file larger than the memory that its worker may have: a row that is refused says so. */
function compareTenGigabytes(gigabyte: number, rows: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const large = free < roomForTen ? null : tried(() => ours(makeData(10 * rows)));
  const without = large === null ? `${(free / 1e9).toFixed(0)} GB of disk are free` : 'refused';
  const say = (measure: string, limit: number, reached: string, value: number | null): void =>
    void table.push({
      measure,
      reached: value === null ? without : reached,
      limit: `≤ ${limit}`,
      holds: large === null ? null : value !== null && value <= limit,
    });
  const found = large === null || large instanceof Error ? null : large;
  const ratio = found === null ? null : found.seconds / (10 * gigabyte);
  say(
    '… 10 GB: MB of memory of the whole process',
    4096,
    found?.megabytes.toFixed(0) ?? '',
    found?.megabytes ?? null,
  );
  say(
    '… 10 GB: time per byte, over that of 1 GB',
    1.3,
    `${ratio?.toFixed(2)} (${found?.seconds.toFixed(0)} s)`,
    ratio,
  );
}

function tried<Result>(work: () => Result): Result | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** The same figures each time, to the last byte, and a warm query against the database alone. */
async function askWarm(ten: string, hundred: string): Promise<void> {
  const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1, timeoutSeconds: 600 });
  try {
    const digests = new Set<string>();
    const profile = join(folder, 'ten.json');
    for (let run = 0; run < 20; run++) {
      await engine.admit({ source: ten, parquet: join(folder, 'ten.parquet'), profile });
      digests.add(createHash('sha256').update(readFileSync(profile)).digest('hex'));
    }
    table.push({
      measure: 'Figures of one file over 20 runs',
      reached: digests.size === 1 ? 'all equal' : `${digests.size} different answers`,
      limit: 'byte-equal',
      holds: digests.size === 1,
    });

    const path = join(folder, 'hundred.parquet');
    const { rowCount, columns } = await engine.admit({ source: hundred, parquet: path });
    const ref: TableRef = { parquet: path, datasetId: null, version: null, rowCount, columns };
    const at = `c${columns.findIndex(({ name }) => name === 'amount') + 1}`;
    for (const [name, statistics, sql] of [
      ['simple', ['mean', 'sd'], `avg(${at}), stddev_samp(${at})`],
      ['exact quartiles', ['q1', 'median', 'q3'], `quantile_cont(${at}, [0.25, 0.5, 0.75])`],
    ] as const) {
      const times = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round <= 2 * rounds; round++) {
        let begin = performance.now();
        await engine.aggregate(ref, {
          group_by: [],
          aggregates: statistics.map((statistic) => ({ statistic, of: 'amount' })),
          limit: 1,
        });
        times.ours.push(performance.now() - begin);
        begin = performance.now();
        const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
        const connection = await instance.connect();
        await connection.runAndReadAll(`select ${sql} from read_parquet('${path}')`);
        connection.closeSync();
        instance.closeSync();
        times.bare.push(performance.now() - begin);
      }
      const [own, theirs] = [median(times.ours.slice(1)), median(times.bare.slice(1))];
      atMost(
        `Warm query on ${rowCount} rows: ${name}, against bare DuckDB`,
        own / theirs,
        1.3,
        `${own.toFixed(0)} / ${theirs.toFixed(0)} ms`,
      );
    }
  } finally {
    await engine.close();
  }
}

try {
  need(
    'the Debian package python3-pandas',
    spawnSync('/usr/bin/python3', ['-c', 'import pandas']).status === 0,
  );
  need('the Debian package csvkit', spawnSync('sh', ['-c', 'command -v csvstat']).status === 0);
  const [ten, hundred] = [makeData(108_000), makeData(1_080_000)];
  const own = compareTen(ten);
  await compareHundred(hundred);
  if (!process.argv.includes('--without-gigabyte')) {
    const rows = 10_800_000;
    const gigabyte = compareGigabyte(makeData(rows), own, 108_000, rows);
    if (!process.argv.includes('--without-ten-gigabytes')) compareTenGigabytes(gigabyte, rows);
  }
  await askWarm(ten, hundred);
  report('engine', table);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
