import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * Writes the table that the engine and its peers read: 12 columns of mixed kinds with missing
 * values, quoted commas and line
 * breaks, about 100 bytes a row. The same number of rows gives the same bytes on every machine.
 *   node scripts/bench/peers/generate-orders.ts FILE ROWS
 */
const [path, rows] = [process.argv[2], Number(process.argv[3])];
if (path === undefined || !(rows > 0))
  throw new Error('Usage: node scripts/bench/peers/generate-orders.ts FILE ROWS');

/** mulberry32: small, fast, and good enough to make data. */
let state = 12_345;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** Box and Muller make two at a time. */
let spare: number | null = null;
function normal(): number {
  if (spare !== null) {
    const kept = spare;
    spare = null;
    return kept;
  }
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  spare = radius * Math.sin(angle);
  return radius * Math.cos(angle);
}

/** Knuth's way for a small mean. */
function poisson(mean: number): number {
  let count = 0;
  for (let left = random(); left > Math.exp(-mean); left *= random()) count += 1;
  return count;
}

const cities =
  '"Paris, FR"|"Berlin, DE"|London|Madrid|"New York, NY"|Tokyo|São Paulo|Zürich|Cairo|Lagos|Mumbai|Sydney'.split(
    '|',
  );
const categories = ['books', 'food', 'toys', 'garden', 'music', 'sport', 'tools'];
const words = 'late fast good bad new old red blue ok slow box gift fine next two one'.split(' ');
const word = () => words[Math.floor(random() * words.length)] ?? '';

function note(): string {
  const kind = random();
  if (kind < 0.03) return `"${word()}, ${word()} ""${word()}"""`;
  if (kind < 0.04) return `"${word()}\n${word()}"`;
  return kind < 0.5 ? `${word()} ${word()}` : '';
}

/** The cells are drawn in the order in which they are. */
function row(id: number): string {
  const customer = Math.floor(random() * 200_000);
  const sku = `SKU${Math.floor(random() * 0xffffffff)
    .toString(16)
    .padStart(8, '0')}`;
  const city = cities[Math.floor(random() * random() * cities.length)] ?? '';
  const category = categories[Math.floor(random() * categories.length)] ?? '';
  const amount = random() < 0.02 ? '' : Math.exp(3 + 1.1 * normal()).toFixed(2);
  const score = random() < 0.01 ? '' : (50 + 12.5 * normal()).toFixed(6);
  const quantity = poisson(4);
  const ordered = Date.UTC(2019, 0, 1) + Math.floor(random() * 2000) * 86_400_000;
  const created = new Date(ordered + Math.floor(random() * 86_400) * 1000);
  const active = random() < 0.05 ? '' : random() < 0.7;
  return [
    id,
    customer,
    sku,
    city,
    category,
    amount,
    score,
    quantity,
    new Date(ordered).toISOString().slice(0, 10),
    created.toISOString().slice(0, 19).replace('T', ' '),
    active,
    note(),
  ].join(',');
}

const file = openSync(path, 'w');
const header =
  'id,customer,sku,city,category,amount,score,quantity,order_date,created_at,active,note';
let block = [header];
for (let id = 1; id <= rows; id += 1) {
  block.push(row(id));
  if (block.length < 8192) continue;
  writeSync(file, `${block.join('\n')}\n`);
  block = [];
}
if (block.length > 0) writeSync(file, `${block.join('\n')}\n`);
closeSync(file);
