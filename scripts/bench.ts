import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { verdictOf, benchFolder } from './bench/report.ts';

/**
 * Runs every bench, or the named ones, and writes docs/performance.md; the sections of the others
 * stay as they are:
 *   pnpm bench [engine | views | combine | spellings | http | scale | fleet | web | admission]... [--without-gigabyte] [--without-ten-gigabytes]
 */
interface Bench {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** One that it draws into docs/images. */
  readonly picture?: { readonly name: string; readonly text: string };
}

const benches: readonly Bench[] = [
  {
    name: 'engine',
    title: 'Reading files and asking them',
    about:
      'The peers are pandas and DuckDB by programs of their own, run in turn with ours as whole processes.',
    picture: { name: 'against', text: 'Seconds of each program on a file of 108 MB' },
  },
  {
    name: 'views',
    title: 'A filter typed over a million rows',
    about: 'The peer is one scan of bare DuckDB that counts the same bars.',
  },
  {
    name: 'combine',
    title: 'A million rows joined with a million',
    about: 'The peer is bare DuckDB on all cores, which writes the same rows as CSV.',
  },
  {
    name: 'spellings',
    title: 'Spellings among 100,000 names',
    about:
      'Of the engine alone; the names are made by chance, a tenth of them with a letter changed.',
  },
  {
    name: 'http',
    title: 'The server',
    about:
      'On PostgreSQL, with the log at its errors and the rate limits raised. The peer is a ' +
      'bare Express handler that does one read and one committed update with raw `pg`. Beside ' +
      'the longest delay of the loop is its longest turn by processor time: the rest of the ' +
      'delay it waited for a processor.',
  },
  {
    name: 'scale',
    title: 'Many and large',
    about:
      'Three server processes behind a proxy, on one PostgreSQL and one S3-compatible store, ' +
      'with no disk in common; an upload through a proxy that breaks its connections; then files ' +
      'from 1 MB to 1 GB, read by the engine alone.',
    picture: {
      name: 'growth',
      text: 'Seconds and memory over the size of the file, with the fitted power laws',
    },
  },
  {
    name: 'fleet',
    title: 'Web servers and workers',
    about:
      'A web server and three workers with a queue on PostgreSQL and an S3 store, beside one server ' +
      'that does everything on the same two.',
  },
  { name: 'web', title: 'The client', about: 'In Chromium, on the built app.' },
  {
    name: 'admission',
    title: 'Odd files',
    about: 'The Pollock benchmark, csv-spectrum, and mutations of real files.',
  },
];

const rows = z.array(
  z.object({
    measure: z.string(),
    reached: z.string(),
    limit: z.string(),
    holds: z.boolean().nullable(),
  }),
);
const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: {
    'without-gigabyte': { type: 'boolean' },
    'without-ten-gigabytes': { type: 'boolean' },
  },
});
const flags = Object.keys(values).map((name) => `--${name}`);
const chosen = benches.filter(({ name }) => named.length === 0 || named.includes(name));
if (chosen.length < named.length)
  throw new Error(`The benches are ${benches.map(({ name }) => name).join(', ')}.`);
let failed = 0;
for (const { name } of chosen) {
  console.log(`── bench:${name}`);
  rmSync(join(benchFolder, `${name}.json`), { force: true });
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `bench-${name}.ts`), ...flags],
    { stdio: 'inherit' },
  );
  if (status !== 0) failed += 1;
}
const [cpu] = cpus();
const machine =
  `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ` +
  `${Math.round(totalmem() / 1024 ** 3)} GB of memory, ${platform()} ${release()} ` +
  `${arch()}, Node ${process.versions.node}`;
const measuredOn = `Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}.`;

/** The section of a bench that has run. */
function sectionOf({ name, title, about, picture }: Bench): string {
  const path = join(benchFolder, `${name}.json`);
  const lines = existsSync(path)
    ? rows
        .parse(JSON.parse(readFileSync(path, 'utf8')))
        .map(({ measure, reached, limit, holds }) => {
          const verdict = verdictOf({ holds });
          return `| ${measure} | ${reached} | ${limit} | ${holds === false ? `**${verdict.toLowerCase()}**` : verdict} |`;
        })
    : ['| It did not run to its end. | | | |'];
  return (
    `## ${title}\n\n${about} ${measuredOn}\n\n| Measure | Reached | Limit | ` +
    `|\n|---|---|---|---|\n${lines.join('\n')}\n${picture === undefined ? '' : `\n![${picture.text}](images/${picture.name}.svg)\n`}`
  );
}

const page = resolve(import.meta.dirname, '../docs/performance.md');
/** What the page says by now, section by section. */
const before = existsSync(page) ? readFileSync(page, 'utf8').split(/\n(?=## )/) : [];
const sections = benches.flatMap((bench) =>
  chosen.includes(bench)
    ? [sectionOf(bench)]
    : before.filter((section) => section.startsWith(`## ${bench.title}\n`)),
);
writeFileSync(
  page,
  '# Performance\n\nEvery figure is a ratio against a named peer measured in the same ' +
    'run, the median of at least five rounds unless it says otherwise; absolute times ' +
    `move from machine to machine. \`pnpm bench\` measures them all and writes this ` +
    'page. Where a limit is not reached, [where the time goes](where-the-time-goes.md) ' +
    `says why.\n\n${sections.join('\n')}`,
);
console.log(
  `${chosen.length - failed} of ${chosen.length} benches reached every limit; docs/performance.md is written.`,
);
process.exitCode = failed === 0 ? 0 : 1;
