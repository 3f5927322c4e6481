import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { confirmPassword } from '../steps.ts';
import type { Hand } from './hand.ts';
import { laterPlotsCsv, plotsCsv, sitesCsv } from './plots.ts';

/** Somebody with the table of plots, and Pro. */
export interface Person {
  readonly page: Page;
  readonly hand: Hand;
  readonly email: string;
  /** Uploads over REST what was there before; gives the id. */
  readonly has: (name: string, csv: string) => Promise<string>;
  /** Opens the page as a reader without an account. */
  readonly asReader: (path: string) => Promise<Page>;
}

/** A whole task, from where somebody is to what they wanted. */
export interface Task {
  readonly name: string;
  /** At most so many clicks; written down before the page was looked at. */
  readonly most: number;
  /** Somebody who has no account yet. */
  readonly isNew?: true;
  /** A cell of a table is gone to by the arrows, which is a test of its own. */
  readonly needsPointer?: true;
  readonly start: (person: Person) => Promise<void>;
  readonly run: (person: Person) => Promise<void>;
}

const password = 'correct horse battery';
const open = async ({ page, has }: Person): Promise<void> => {
  await page.goto(`/app/datasets/${await has('plots.csv', plotsCsv)}`);
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();
};
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Dataset' }).getByRole('link', { name, exact: true });
const list = (page: Page, name: string): Locator =>
  page.getByRole('combobox', { name, exact: true });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const inSight = async (page: Page, place: Locator): Promise<void> => {
  await place.waitFor();
  await expect
    .poll(async () => {
      const box = await place.boundingBox();
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      return (
        box !== null &&
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= width &&
        box.y + box.height <= height
      );
    })
    .toBe(true);
};
/** The sentence of an answer about crop. */
const answer = (page: Page, words: RegExp): Promise<void> =>
  page.locator('#test-finding').filter({ hasText: words }).waitFor();

export const tasks: readonly Task[] = [
  {
    name: 'a first visit leads to an insight',
    most: 9,
    isNew: true,
    start: async ({ page }) => void (await page.goto('/app/')),
    run: async ({ page, hand, email }) => {
      await hand.press(page.getByRole('link', { name: /^Create an account|^Register/ }));
      await hand.write(page.getByLabel('Full name'), 'Ines Marlow');
      await hand.write(page.getByLabel('Email'), email);
      await hand.write(page.getByLabel('Password'), password);
      await hand.press(button(page, 'Create account'));
      await hand.press(button(page, 'Go to Dashboard'));
      await hand.give(page.locator('input[aria-label="CSV files"]'), csv('plots.csv', plotsCsv));
      await hand.press(page.getByRole('link', { name: 'plots.csv', exact: true }));
      await page
        .getByText('height is 940 in row 71, far from all others', { exact: false })
        .waitFor();
      await page.getByRole('link', { name: 'rain crop' }).waitFor();
    },
  },
  {
    name: 'three groups are compared',
    most: 5,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Ask'));
      await hand.choose(list(page, 'Column'), 'crop');
      await hand.choose(list(page, 'Groups'), 'site');
      await answer(page, /crop .* site/);
    },
  },
  {
    name: 'which variables matter for the crop',
    most: 9,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Ask'));
      await hand.pick(page.getByRole('radio', { name: 'Explain' }));
      await hand.choose(list(page, 'What is explained'), 'crop');
      await hand.choose(list(page, 'What explains it'), 'rain');
      await answer(page, /rain/);
      await page.getByRole('row', { name: /^rain/ }).first().waitFor();
    },
  },
  {
    name: 'the wrong cell is found',
    most: 2,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(page.getByRole('link', { name: /^1 row: height is 940/ }));
      await inSight(page, page.getByRole('gridcell', { name: '940', exact: true }));
    },
  },
  {
    name: 'the wrong value is corrected, with a reason',
    most: 6,
    needsPointer: true,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(page.getByRole('link', { name: /^1 row: height is 940/ }));
      await hand.press(page.getByRole('gridcell', { name: '940', exact: true }));
      await hand.press(button(page, /^Edit height in row/));
      const form = page.getByRole('form', { name: /^Edit height in row/ });
      await hand.write(form.getByLabel(/^height/), '94');
      await hand.write(form.getByLabel('Reason'), 'point left out');
      await hand.press(form.getByRole('button', { name: 'Save' }));
      await page.getByRole('button', { name: 'Steps 1' }).waitFor();
      await page.getByRole('gridcell', { name: '940', exact: true }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'two spellings become one',
    most: 2,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(page.getByRole('link', { name: /^Merge the spellings: / }));
      await page.getByRole('img', { name: 'treatment: Compost 60, Control 60' }).waitFor();
    },
  },
  {
    name: 'what changed since last month',
    most: 5,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(button(page, 'More actions'));
      await hand.give(
        page.getByRole('menuitem', { name: /^Replace/ }),
        csv('plots.csv', laterPlotsCsv),
      );
      await inSight(
        page,
        page.getByText(
          '2 rows changed by plot, in 2 cells of crop; none was added, 1 row removed.',
        ),
      );
    },
  },
  {
    name: 'the rows of one site go into a file',
    most: 6,
    needsPointer: true,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Rows'));
      await hand.press(button(page, /^Filter site: West/));
      await page.getByText('40', { exact: true }).first().waitFor();
      await hand.press(button(page, 'Download rows'));
      const text = await hand.take(page.getByRole('menuitem', { name: /^CSV, safe/ }));
      expect(text.split('\n').filter((line) => line.includes('West'))).toHaveLength(40);
    },
  },
  {
    name: 'the mean crop of each site, as a table',
    most: 5,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Groups'));
      await hand.choose(list(page, 'Of'), 'crop');
      await page.getByRole('row', { name: /^West/ }).waitFor();
    },
  },
  {
    name: 'crop against rain, as a picture in a file',
    most: 6,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Relationships'));
      await hand.choose(list(page, 'First column'), 'rain');
      await hand.choose(list(page, 'Second column'), 'crop');
      await page.getByRole('img', { name: 'crop against rain, 120 rows.' }).waitFor();
      expect(await hand.take(button(page, 'Download SVG'))).toMatch(/^<svg .*crop/s);
    },
  },
  {
    name: 'what comes next in a series',
    most: 7,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Ask'));
      await hand.pick(page.getByRole('radio', { name: 'Over time' }));
      await hand.choose(list(page, 'Column'), 'crop');
      await hand.choose(list(page, 'Method'), 'exponential smoothing (ETS)');
      await answer(page, /crop/);
    },
  },
  {
    name: 'an answer is read by somebody without an account',
    most: 6,
    start: open,
    run: async ({ page, hand, asReader }) => {
      await hand.press(tab(page, 'Ask'));
      await answer(page, /./);
      await hand.press(button(page, 'Share'));
      await hand.press(button(page, 'Make a link'));
      const url = await page.getByLabel('Link to the result').inputValue();
      const reader = await asReader(new URL(url).pathname);
      await reader.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'a report of two answers',
    most: 9,
    start: open,
    run: async ({ page, hand }) => {
      await hand.press(tab(page, 'Ask'));
      await answer(page, /rain/);
      await hand.press(button(page, 'Add to report'));
      await hand.choose(list(page, 'Column'), 'crop');
      await answer(page, /crop/);
      await hand.press(button(page, 'Add to report'));
      await hand.press(tab(page, 'Report'));
      await page.getByRole('heading', { name: /^2\. / }).waitFor();
      expect(await hand.take(button(page, 'Download HTML'))).toContain('crop');
    },
  },
  {
    name: 'owners join their sites',
    most: 6,
    start: async (person) => {
      await person.has('plots.csv', plotsCsv);
      await person.has('sites.csv', sitesCsv);
      await person.page.goto('/app/dashboard');
    },
    run: async ({ page, hand }) => {
      await hand.press(page.getByRole('checkbox', { name: 'Choose plots.csv' }));
      await hand.press(page.getByRole('checkbox', { name: 'Choose sites.csv' }));
      await hand.press(page.getByRole('link', { name: 'Combine 2' }));
      await page.getByRole('heading', { name: '120 rows × 8 columns' }).waitFor();
      await hand.press(button(page, 'Save as a dataset'));
      await page.getByRole('heading', { name: /120 rows × 8 columns/, level: 1 }).waitFor();
    },
  },
  {
    name: 'a key for a script',
    most: 6,
    start: async ({ page }) => {
      await page.goto('/app/dashboard');
      await confirmPassword(page, password);
    },
    run: async ({ page, hand, email }) => {
      // The ways share an account, whose keys have names of their own.
      const name = `nightly of ${email}`;
      await hand.press(page.getByRole('link', { name: 'Limits and further keys' }));
      await hand.press(button(page, 'New key'));
      await hand.write(page.getByRole('textbox', { name: 'Name' }), name);
      await hand.press(button(page, 'Create key'));
      await hand.press(page.getByRole('dialog', { name }).getByRole('button', { name: 'Copy' }));
      await button(page, 'Copied').waitFor();
      const key = await page.evaluate(() => navigator.clipboard.readText());
      const answered = await page.request.get('/api/v1/datasets', { headers: { 'API-Key': key } });
      expect(answered.status()).toBe(200);
    },
  },
];
