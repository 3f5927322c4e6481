import {
  desktop,
  launchChromium,
  openVisitor,
  startColumnist,
  type Columnist,
} from '../apps/web/browser/columnist.ts';
import { firstLoads, scriptsOf, weightOf } from '../apps/web/browser/first-load.ts';
import {
  measureAnova,
  measureDrop,
  measureTabs,
  proAccount,
  type Timed,
} from './bench/measure-tabs.ts';
import { median, report, type BenchRow } from './bench/report.ts';
import { longestTask } from './bench/trace-time.ts';
import { signUp, uploadCsv } from '../apps/web/browser/steps.ts';

/**
 * What the client weighs and how smoothly it runs, in Chromium on the built app:
 *   pnpm bench:web
 * Script of the first load against its limits; tasks of the main thread while a million rows are
 * scrolled, sorted and filtered; every tab of a dataset, an ANOVA and dropped files, from what a
 * person does to what they see. `--weights --smoothness --tabs --anova --drops` measure parts alone.
 */
type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<typeof openVisitor>>['page'];

const rows = 1_000_000;
const taskLimit = 100;
const timedParts = ['tabs', 'anova', 'drops'] as const;
const parts = ['weights', 'smoothness', ...timedParts] as const;
type Part = (typeof parts)[number];

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

async function weights(browser: Browser, columnist: Columnist): Promise<Measured[]> {
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
  return [
    { what: 'script of /app/login, gzip', value: login, limit: ofLogin.limit, unit: 'kB' },
    {
      what: 'script of /app/dashboard, gzip',
      value: dashboard,
      limit: ofDashboard.limit,
      unit: 'kB',
    },
  ];
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
      value: await longestTask(browser, page, scroll),
      limit: taskLimit,
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
    value: await longestTask(browser, page, sort),
    limit: taskLimit,
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
    value: await longestTask(browser, page, filter),
    limit: taskLimit,
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

/** Every tab, an ANOVA and dropped files: what people take for at once, of small and large tables. */
async function times(
  browser: Browser,
  columnist: Columnist,
  isWanted: (part: Part) => boolean,
): Promise<Timed[]> {
  const asker = await proAccount(browser, columnist);
  const large = { rows, rounds: 3, limit: 1000 };
  const measured: Timed[] = [];
  if (isWanted('tabs')) {
    const small = { rows: 350, rounds: 5, limit: 300 };
    for (const size of [small, large])
      measured.push(...(await measureTabs(browser, columnist, asker, size)));
  }
  if (isWanted('anova')) measured.push(await measureAnova(browser, columnist, asker, large));
  if (isWanted('drops'))
    for (const [megabytes, rounds, limit] of [
      [1, 5, 500],
      [10, 5, 1000],
      [99, 3, 3500],
    ] as const)
      measured.push(await measureDrop(browser, columnist, asker, { megabytes, rounds, limit }));
  return measured;
}

/** The median by the clock beside its limit, and what processors did for it. */
function timeRow({ what, limit, took }: Timed): BenchRow {
  const of = (part: 'wall' | 'page' | 'server'): string =>
    median(took.map((one) => one[part])).toFixed(0);
  return {
    measure: what,
    reached: `${of('wall')} ms (processors: page ${of('page')}, server ${of('server')} ms)`,
    limit: `≤ ${limit} ms`,
    holds: median(took.map(({ wall }) => wall)) <= limit,
  };
}

const [columnist, browser] = await Promise.all([
  startColumnist({ CAPTCHA: 'off' }),
  launchChromium(),
]);
const wanted = process.argv.flatMap((given) => parts.filter((part) => given === `--${part}`));
const isWanted = (part: Part): boolean => wanted.length === 0 || wanted.includes(part);
try {
  const rowOf = ({ what, value, limit, unit }: Measured): BenchRow => ({
    measure: what,
    reached: `${value.toFixed(0)} ${unit}`,
    limit: `≤ ${limit} ${unit}`,
    holds: value <= limit,
  });
  const measured = [
    ...(isWanted('weights') ? await weights(browser, columnist) : []),
    ...(isWanted('smoothness') ? await smoothness(browser, columnist) : []),
  ];
  const timed = timedParts.some(isWanted) ? await times(browser, columnist, isWanted) : [];
  report('web', [...measured.map(rowOf), ...timed.map(timeRow)], wanted.length > 0);
} finally {
  await browser.close();
  await columnist.stop();
}
