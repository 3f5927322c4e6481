import {
  desktop,
  launchChromium,
  openVisitor,
  startColumnist,
  type Columnist,
} from '../apps/web/browser/columnist.ts';
import { firstLoads, scriptsOf, weightOf } from '../apps/web/browser/first-load.ts';
import { report } from './bench/report.ts';
import { signUp, uploadCsv } from '../apps/web/browser/steps.ts';

/**
 * What the client weighs and how smoothly it runs, in Chromium on the built app:
 *   pnpm bench:web
 * Script of the first load against its limits; tasks of the main thread while a million rows are
 * scrolled, sorted and filtered.
 */
type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<typeof openVisitor>>['page'];

const rows = 1_000_000;
const longestTask = 100;

interface Measured {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

/** Kilobytes of the scripts of a first visit; `--files` lists them. */
async function weigh(page: Page, { path, ready }: (typeof firstLoads)[number]): Promise<number> {
  const scripts = await scriptsOf(page, path, ready);
  if (process.argv.includes('--files'))
    for (const { name, kilobytes } of scripts)
      console.log(`  ${path} ${name} ${kilobytes.toFixed(1)}`);
  return weightOf(scripts);
}

/** The longest task of the main thread during some work, ms, by the browser's own trace. */
async function longest(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await work();
  const trace: {
    traceEvents: {
      name: string;
      ph: string;
      dur?: number;
      pid: number;
      tid: number;
      args: { name?: string };
    }[];
  } = JSON.parse((await browser.stopTracing()).toString());
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = trace.traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' &&
      (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask') &&
      mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace holds no task of the main thread.');
  return Math.max(...tasks.map(({ dur = 0 }) => dur / 1000));
}

async function smoothness(browser: Browser, { url }: Columnist): Promise<Measured[]> {
  const { page, context } = await openVisitor(browser, url, { viewport: desktop });
  // Short cells: the file stays below what the free plan takes.
  const csv = `place,amount\n${Array.from({ length: rows }, (_, i) => `${'nsew'.charAt((i * 7) % 4)},${(i * 48_271) % 1000}`).join('\n')}\n`;
  const id = await uploadCsv(page, await signUp(page, 'bench@example.com'), 'million.csv', csv);
  await page.goto(`/app/datasets/${id}?tab=rows`);
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await page.waitForLoadState('networkidle');
  const scroll = async (): Promise<void> => {
    await grid.hover();
    for (let i = 0; i < 40; i++) {
      await page.mouse.wheel(0, i % 8 === 7 ? 200_000 : 900);
      await page.waitForTimeout(60);
    }
    await page.waitForLoadState('networkidle');
  };
  const measured: Measured[] = [
    {
      what: `scrolling ${rows.toLocaleString('en')} rows, longest task`,
      value: await longest(browser, page, scroll),
      limit: longestTask,
      unit: 'ms',
    },
  ];
  const sort = async (): Promise<void> => {
    await page
      .getByRole('columnheader', { name: /amount/ })
      .getByRole('button')
      .first()
      .click();
    await page.waitForTimeout(300);
    await page.waitForLoadState('networkidle');
  };
  measured.push({
    what: 'sorting them, longest task',
    value: await longest(browser, page, sort),
    limit: longestTask,
    unit: 'ms',
  });
  const filter = async (): Promise<void> => {
    await page.getByPlaceholder(/^Type a filter/).fill("amount > 500 and place = 'n'");
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    await page.waitForLoadState('networkidle');
  };
  measured.push({
    what: 'filtering them, longest task',
    value: await longest(browser, page, filter),
    limit: longestTask,
    unit: 'ms',
  });
  console.log(
    `The filter kept ${await page
      .locator('body')
      .textContent()
      .then((text) => /[\d,]+ of 1,000,000/.exec(text ?? '')?.[0] ?? 'nothing')}.`,
  );
  await context.close();
  return measured;
}

const [columnist, browser] = await Promise.all([
  startColumnist({ CAPTCHA: 'off' }),
  launchChromium(),
]);
try {
  const stranger = await openVisitor(browser, columnist.url);
  const [ofLogin, ofDashboard] = firstLoads;
  const login = await weigh(stranger.page, ofLogin);
  await stranger.context.close();
  const first = await openVisitor(browser, columnist.url);
  await signUp(first.page, 'weight@example.com');
  const state = await first.context.storageState();
  await first.context.close();
  const context = await browser.newContext({ baseURL: columnist.url, storageState: state });
  const dashboard = await weigh(await context.newPage(), ofDashboard);
  await context.close();
  const measured: Measured[] = [
    { what: 'script of /app/login, gzip', value: login, limit: ofLogin.limit, unit: 'kB' },
    {
      what: 'script of /app/dashboard, gzip',
      value: dashboard,
      limit: ofDashboard.limit,
      unit: 'kB',
    },
    ...(process.argv.includes('--weights') ? [] : await smoothness(browser, columnist)),
  ];
  report(
    'web',
    measured.map(({ what, value, limit, unit }) => ({
      measure: what,
      reached: `${value.toFixed(0)} ${unit}`,
      limit: `≤ ${limit} ${unit}`,
      holds: value <= limit,
    })),
  );
} finally {
  await browser.close();
  await columnist.stop();
}
