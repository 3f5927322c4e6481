import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/**
 * Writes a CSV file of a given size: 12 columns of mixed kinds with missing values, quoted commas
 * and line breaks.
 * The same size gives the same bytes on every machine.
 *
 *   pnpm exec node scripts/generate-csv.ts FILE MEGABYTES
 */
const [path, megabytes] = [process.argv[2], Number(process.argv[3] ?? 100)];
if (path === undefined || !(megabytes > 0))
  throw new Error('Usage: node scripts/generate-csv.ts FILE MEGABYTES');

/** mulberry32: small, fast, and good enough to make data. */
let state = 20_261_120;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

const normal = (mean: number, sd: number) =>
  mean + sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
const orMissing = (share: number, value: () => string) => (random() < share ? '' : value());
const day = (offset: number) =>
  new Date(Date.UTC(2020, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10);

const regions = ['north', 'east', 'south', 'west'];
const notes = ['"late, but complete"', '"said ""yes"""', '"two\nlines"', 'plain', 'on time'];

const row = (i: number): string =>
  [
    i + 1,
    normal(50, 12).toFixed(3),
    orMissing(0.04, () => normal(0, 1).toFixed(6)),
    Math.floor(random() ** 3 * 5000),
    pick(regions),
    `customer-${Math.floor(random() * 200_000)}`,
    day(Math.floor(random() * 2000)),
    `${day(i % 1500)}T${String(i % 24).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}:00Z`,
    random() < 0.3,
    orMissing(0.1, () => pick(notes)),
    (1000 * Math.exp(normal(0, 1))).toFixed(2),
    String(Math.floor(random() * 100_000)).padStart(5, '0'),
  ].join(',');

const file = createWriteStream(path);
const target = megabytes * 1024 * 1024;
let written = 0;
let block = 'id,score,residual,visits,region,customer,joined,seen_at,active,note,amount,postcode\n';
for (let i = 0; ; i++) {
  const line = `${row(i)}\n`;
  if (written + block.length + line.length > target) break;
  block += line;
  if (block.length < 1 << 16) continue;
  written += block.length;
  if (!file.write(block)) await once(file, 'drain');
  block = '';
}
file.end(block);
await once(file, 'finish');
