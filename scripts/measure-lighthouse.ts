import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { chromiumPath, desktop, startColumnist } from '../apps/web/browser/columnist.ts';
import { routes, tabsOf } from '../apps/web/browser/pages.ts';
import { becomePro, signUp, uploadCsv } from '../apps/web/browser/steps.ts';
import { report, type BenchRow } from './bench/report.ts';

/**
 * Lighthouse over pages of the router, signed in where they want it:
 *   pnpm lighthouse [--mobile] [--once] [/app/login …]
 * It needs Lighthouse, which is no dependency of this repository (it brings a hundred packages that
 * nothing else uses): a program named in LIGHTHOUSE, or `npx`, which fetches it. A page scores what
 * its median run of three does (`--once`: of one); 95 is the least.
 */
const run = promisify(execFile);
const version = '13.5.0';
const least = 95;
const runs = process.argv.includes('--once') ? 1 : 3;
const isMobile = process.argv.includes('--mobile');
const named = process.argv.slice(2).filter((one) => one.startsWith('/'));

/** Pages whose address needs nothing that a mail or another site gives. */
const closed = new Set([
  '/admin/*',
  '/verify-email',
  '/reset-password',
  '/shared/:token',
  '/connect/:uid',
  '/setup',
]);
/** Those that everybody may read; search engines are kept from the others. */
const open = [
  '/login',
  '/register',
  '/forgot-password',
  '/privacy',
  '/terms',
  '/validation',
  '/docs',
  '/unauthorized',
];

const category = z.object({ score: z.number().nullable() });
const found = z.object({
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), title: z.string() })),
});
type Found = z.infer<typeof found>;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('No port is free.')),
      );
    });
  });

/** What Lighthouse finds of a page in the browser that listens on this port. */
async function lighthouse(url: string, port: number, folder: string): Promise<Found> {
  const own = process.env['LIGHTHOUSE'];
  const [program, ...before] = own === undefined ? ['npx', '-y', `lighthouse@${version}`] : [own];
  const path = join(folder, 'found.json');
  // Not waited for in place: the browser asks this process before it opens a page.
  await run(program ?? '', [
    ...before,
    url,
    `--port=${port}`,
    '--quiet',
    '--disable-storage-reset',
    '--no-enable-error-reporting',
    '--output=json',
    `--output-path=${path}`,
    ...(isMobile ? [] : ['--preset=desktop']),
  ]).catch((cause: unknown) => {
    throw new Error(
      `Lighthouse did not run: install it (npm install -g lighthouse@${version}) and name it in LIGHTHOUSE.`,
      { cause },
    );
  });
  return found.parse(JSON.parse(await readFile(path, 'utf8')));
}

const hundred = ({ score }: z.infer<typeof category>): number => Math.round(100 * (score ?? 0));

/** Opens a browser that Lighthouse can use, and asks it about these pages. */
async function measure(
  who: string,
  isIndexed: boolean,
  arrive: (page: Page) => Promise<readonly string[]>,
): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    baseURL: columnist.url,
    viewport: desktop,
  });
  const rows: BenchRow[] = [];
  try {
    const page = await context.newPage();
    const paths = await arrive(page);
    await page.goto('about:blank');
    for (const path of paths.filter((one) => named.length === 0 || named.includes(one)))
      rows.push(await rowOf(`${who}: ${path}`, `${columnist.url}${path}`));
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
  return rows;

  async function rowOf(measure: string, url: string): Promise<BenchRow> {
    const all: Found[] = [];
    for (let i = 0; i < runs; i++) all.push(await lighthouse(url, port, folder));
    const [of = all[0]] = all
      .toSorted((a, b) => hundred(a.categories.performance) - hundred(b.categories.performance))
      .slice(Math.floor(runs / 2));
    if (of === undefined) throw new Error('Lighthouse was not run.');
    const { performance, accessibility, seo } = of.categories;
    const scores = {
      performance: hundred(performance),
      accessibility: hundred(accessibility),
      'best practices': hundred(of.categories['best-practices']),
      ...(isIndexed ? { SEO: hundred(seo) } : {}),
    };
    if (Object.values(scores).some((score) => score < least))
      for (const { score, title } of Object.values(of.audits))
        if (score !== null && score < 0.9) console.log(`  ${measure}: ${title} (${score})`);
    const row = {
      measure,
      reached: Object.entries(scores)
        .map(([name, score]) => `${name} ${score}`)
        .join(', '),
      limit: `≥ ${least} each`,
      holds: Object.values(scores).every((score) => score >= least),
    };
    console.log(`${row.measure}: ${row.reached}`);
    return row;
  }
}

const columnist = await startColumnist({ CAPTCHA: 'off' });
try {
  const reached = routes
    .filter((route) => !closed.has(route))
    .map((route) => `/app${route.replace('/:name?', '/statistics')}`);
  const isOpen = (path: string): boolean => open.some((one) => path.startsWith(`/app${one}`));
  const email = 'lighthouse@example.com';
  report(
    'lighthouse',
    [
      ...(await measure('visitor', true, async () => reached.filter(isOpen))),
      ...(await measure('member', false, async (page) => {
        const access = await signUp(page, email);
        await becomePro(page, email);
        const csv = Array.from(
          { length: 350 },
          (_, i) => `${'abc'[i % 3]},${(i * 7) % 41},${(i * 11) % 37}`,
        );
        const id = await uploadCsv(
          page,
          access,
          'measured.csv',
          `kind,size,weight\n${csv.join('\n')}\n`,
        );
        const pages = reached
          .filter((path) => !isOpen(path))
          .map((path) => path.replace(':id', id));
        return [...pages, ...tabsOf(`/app/datasets/${id}`).map(([, path]) => path)];
      })),
    ],
    named.length > 0,
  );
} finally {
  await columnist.stop();
}
