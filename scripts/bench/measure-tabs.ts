import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { desktop, openVisitor, type Columnist } from '../../apps/web/browser/columnist.ts';
import { becomePro, signUp, uploadCsv } from '../../apps/web/browser/steps.ts';
import { datasetTabs, type DatasetTab } from '../../apps/web/src/lib/dataset-tabs.ts';
import { timeUntil, type Took, type Useful } from './trace-time.ts';

/** What is measured, with its limit in ms. */
export interface Timed {
  readonly what: string;
  readonly limit: number;
  readonly took: readonly Took[];
}

/** How often it is measured, and what it may take, ms. */
interface Size {
  readonly rounds: number;
  readonly limit: number;
}

/** What a person came for, on each tab; a tab that is added does not compile without it. */
const usefulOn: Readonly<Record<DatasetTab['key'], Omit<Useful, 'tab'>>> = {
  overview: { at: 'main dl.facts', without: '…' },
  columns: { at: 'main table.cl tbody tr', without: '…' },
  rows: { at: 'main .gr-row [role=gridcell]' },
  relationships: { at: 'main .pair-picture .vega svg' },
  groups: { at: 'main .finding-small' },
  ask: { at: 'main .tr-lead' },
  compare: { at: 'main .gq.tq' },
  history: { at: 'main table tbody tr' },
  report: { at: 'main article.report h2' },
};

/** Numbers, groups, days and texts as a measured table has them; of `rows` rows. */
const table = (rows: number): string =>
  `species,mass,length,day\n${Array.from({ length: rows }, (_, i) => {
    const species = (i * 7) % 3;
    const noise = ((i * 48_271) % 997) / 10;
    return `${'ABC'.charAt(species)},${Math.round(30 + 4 * species + noise)},${Math.round(noise / 2 + ((i * 16_807) % 389) / 10)},2024-0${1 + (i % 9)}-11`;
  }).join('\n')}\n`;

/** Who asks: on the Pro plan, whose answers come by themselves. */
export interface Asker {
  readonly access: string;
  readonly state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

export async function proAccount(browser: Browser, { url }: Columnist): Promise<Asker> {
  const { page, context } = await openVisitor(browser, url, { viewport: desktop });
  const access = await signUp(page, 'times@example.com');
  await becomePro(page, 'times@example.com');
  const state = await context.storageState();
  await context.close();
  return { access, state };
}

/** A browser that has loaded nothing yet. */
const freshBrowser = (browser: Browser, { url }: Columnist, { state }: Asker) =>
  browser.newContext({ baseURL: url, storageState: state, viewport: desktop });

/** A dataset that nobody has opened, with one test in its history. */
async function freshDataset(page: Page, access: string, csv: string): Promise<string> {
  const id = await uploadCsv(page, access, `measured-${Date.now()}.csv`, csv);
  const asked = await page.request.post(`/api/v1/datasets/${id}/compare`, {
    headers: { Authorization: `Bearer ${access}` },
    data: { method: 'kruskal_wallis', value: 'mass', group: 'species' },
  });
  if (!asked.ok()) throw new Error(`No test was made: ${await asked.text()}`);
  return id;
}

const arrived = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.locator('nav.tabs').waitFor();
  await page.waitForLoadState('networkidle');
};

/**
 * Every tab of a dataset of so many rows, from the click on its name until what is useful is drawn;
 * in each round another browser and a dataset that nobody has opened.
 */
export async function measureTabs(
  browser: Browser,
  columnist: Columnist,
  asker: Asker,
  { rows, rounds, limit }: Size & { readonly rows: number },
): Promise<Timed[]> {
  const csv = table(rows);
  const taken = new Map<DatasetTab, Took[]>(datasetTabs.map((tab) => [tab, []]));
  for (let round = 0; round < rounds; round++) {
    const context = await freshBrowser(browser, columnist, asker);
    const page = await context.newPage();
    const id = await freshDataset(page, asker.access, csv);
    for (const tab of datasetTabs) {
      const away = tab.key === 'history' ? 'columns' : 'history';
      await arrived(page, `/app/datasets/${id}?tab=${away}`);
      const took = await timeUntil(
        browser,
        page,
        columnist.pid,
        'click',
        { ...usefulOn[tab.key], tab: tab.name },
        () => page.locator('nav.tabs').getByRole('link', { name: tab.name, exact: true }).click(),
      );
      console.log(
        `${tab.name}, ${rows} rows: ${took.wall.toFixed(0)} ms, page ${took.page.toFixed(0)}, server ${took.server.toFixed(0)}`,
      );
      taken.get(tab)?.push(took);
    }
    await context.close();
  }
  return [...taken].map(([{ name }, took]) => ({
    what: `${name} of ${rows.toLocaleString('en')} rows, from the click to the first useful content`,
    limit,
    took,
  }));
}

/** One-way ANOVA of a million rows, from its choice in the list of methods until its finding is drawn. */
export async function measureAnova(
  browser: Browser,
  columnist: Columnist,
  asker: Asker,
  { rows, rounds, limit }: Size & { readonly rows: number },
): Promise<Timed> {
  const csv = table(rows);
  const took: Took[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await freshBrowser(browser, columnist, asker);
    const page = await context.newPage();
    const id = await freshDataset(page, asker.access, csv);
    await arrived(page, `/app/datasets/${id}?tab=ask`);
    await page.locator(usefulOn.ask.at).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Method', { exact: true }).fill('analysis of variance');
    const option = page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .filter({ hasText: /^analysis of variance$/i });
    await option.waitFor();
    took.push(
      await timeUntil(
        browser,
        page,
        columnist.pid,
        'click',
        { at: 'main .tr', tab: 'Ask', changes: true },
        () => option.click(),
      ),
    );
    await context.close();
  }
  return {
    what: `One-way ANOVA of ${rows.toLocaleString('en')} rows, from its choice to its finding`,
    limit,
    took,
  };
}

/**
 * A file of so many megabytes, from the drop on the dashboard to its drawn overview, which is opened
 * as soon as its name is there.
 */
export async function measureDrop(
  browser: Browser,
  columnist: Columnist,
  asker: Asker,
  { megabytes, rounds, limit }: Size & { readonly megabytes: number },
): Promise<Timed> {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-drop-'));
  const took: Took[] = [];
  const name = `drop-${megabytes}.csv`;
  const text = table(1000);
  const [head = ''] = text.split('\n', 1);
  const body = text.slice(head.length + 1);
  const times = Math.floor((megabytes * 1e6 - head.length - 1) / body.length);
  await writeFile(join(folder, name), `${head}\n${body.repeat(times)}`);
  for (let round = 0; round < rounds; round++) {
    const context = await freshBrowser(browser, columnist, asker);
    const page = await context.newPage();
    await page.goto('/app/dashboard');
    await page.getByText('Total Datasets').waitFor();
    await page.waitForLoadState('networkidle');
    took.push(
      await timeUntil(
        browser,
        page,
        columnist.pid,
        'change',
        { ...usefulOn.overview, tab: 'Overview', through: `main a[title="${name}"]` },
        () => page.locator('input[type=file]').setInputFiles(join(folder, name)),
      ),
    );
    await removeDataset(page, asker.access);
    await context.close();
  }
  await rm(folder, { recursive: true });
  return { what: `Drop of ${megabytes} MB, to the drawn overview`, limit, took };
}

/** Deletes the dataset that is open, so that the next of its name is alone. */
async function removeDataset(page: Page, access: string): Promise<void> {
  const id = /datasets\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await page.request.delete(`/api/v1/datasets/${id}`, {
    headers: { Authorization: `Bearer ${access}` },
  });
}
