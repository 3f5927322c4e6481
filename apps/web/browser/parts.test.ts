import type { Page } from 'playwright-core';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/** Pages and tabs are read when they are first opened: what happens when one cannot be read. */

useColumnist();

const csv = `kind,size\n${Array.from({ length: 20 }, (_, i) => `${'ab'[i % 2]},${i}`).join('\n')}\n`;
/** Counts how often the page itself is loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

const assets = readdirSync(resolve(import.meta.dirname, '../dist/assets')).filter((name) =>
  /\.(js|css)$/.test(name),
);
const built = new RegExp(assets.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');

/**
 * From now on the server has another build: every file of the client has another name, and the
 * names of the old build are gone.
 */
async function deploy(
  page: Page,
  build: string,
  missing: (name: string) => boolean = () => false,
): Promise<void> {
  const renamed = (text: string) => text.replaceAll(built, (name) => `${build}-${name}`);
  await page.unrouteAll();
  await page.route('**/app/**', async (route) => {
    const url = new URL(route.request().url());
    const name = /^\/app\/assets\/(.+\.(?:js|css))$/.exec(url.pathname)?.[1];
    if (name === undefined) {
      if (route.request().resourceType() !== 'document' && url.pathname !== '/app/')
        return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, body: renamed(await response.text()) });
    }
    if (!name.startsWith(`${build}-`) || missing(name)) return route.fulfill({ status: 404 });
    const response = await route.fetch({
      url: `${url.origin}/app/assets/${name.slice(build.length + 1)}`,
    });
    return route.fulfill({ response, body: renamed(await response.text()) });
  });
}

describe('a part of the client that cannot be read', () => {
  it('is read by Try Again, where the person was', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    const id = await uploadCsv(page, await signUp(page, 'blocked@example.com'), 'kinds.csv', csv);
    await page.goto(
      `/app/datasets/${id}?view=${encodeURIComponent(JSON.stringify({ filter: 'size > 5' }))}`,
    );
    await page.getByRole('navigation', { name: 'Dataset' }).waitFor();
    await page.route('**/assets/rows-tab-*.js', (route) => route.abort());
    await page
      .getByRole('navigation', { name: 'Dataset' })
      .getByRole('link', { name: 'Rows' })
      .click();
    await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
    const at = page.url();
    await page.unrouteAll();

    // Without a connection the page stays, and says why.
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('The server could not be reached.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('grid').waitFor();
    await page.getByText('14 of 20 rows').or(page.getByText('14 rows')).first().waitFor();
    expect([page.url(), new URL(at).searchParams.get('tab')]).toEqual([at, 'rows']);
    await context.close();
  });

  it('is read from the build that was deployed meanwhile, at the next navigation and without a question', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await signUp(page, 'deployed@example.com');
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
    const loads = countLoads(page);
    await deploy(page, 'second');
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await page.getByLabel('Full name').waitFor();
    expect([
      new URL(page.url()).pathname,
      loads(),
      await page.locator('script[type=module]').getAttribute('src'),
    ]).toEqual(['/app/profile', 1, expect.stringContaining('/second-')]);
    // And once more: each build is found.
    await deploy(page, 'third');
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    expect([
      new URL(page.url()).pathname,
      loads(),
      await page.locator('script[type=module]').getAttribute('src'),
    ]).toEqual(['/app/settings', 2, expect.stringContaining('/third-')]);
    await context.close();
  });

  it('does not make the page load again and again', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await signUp(page, 'loop@example.com');
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
    const loads = countLoads(page);
    await deploy(page, 'broken', (name) => name.includes('profile-page'));
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
    expect(loads()).toBe(1);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(loads).toBe(2);
    await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    expect(loads()).toBe(2);
    await context.close();
  });

  it('of two builds that answer in turn, each is loaded once at most', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await signUp(page, 'turns@example.com');
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
    const loads = countLoads(page);
    let answers = 0;
    // Replicas of two builds behind one address, neither of which has the page of the other.
    await page.route('**/app/**', async (route) => {
      const { pathname, origin } = new URL(route.request().url());
      const name = /^\/app\/assets\/(.+\.(?:js|css))$/.exec(pathname)?.[1];
      if (name?.includes('profile-page') === true) return route.fulfill({ status: 404 });
      if (name !== undefined)
        return route.continue({ url: `${origin}/app/assets/${name.replace(/^(even|odd)-/, '')}` });
      if (route.request().resourceType() !== 'document' && pathname !== '/app/')
        return route.continue();
      answers += 1;
      const response = await route.fetch();
      return route.fulfill({
        response,
        body: (await response.text()).replaceAll(
          /(?<=src="\/app\/assets\/)(?=index-)/g,
          answers % 2 === 0 ? 'even-' : 'odd-',
        ),
      });
    });
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    // Parts name the script without its prefix, so that it may run twice here, with a message of
    // each.
    await page.getByRole('heading', { name: 'Something went wrong.' }).first().waitFor();
    expect(loads()).toBeLessThanOrEqual(2);
    // A page that asks for its build once more may be answered while the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
});
