import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { desktop, openVisitor } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { routes, tabsOf } from './pages.ts';
import {
  becomeAdmin,
  becomePro,
  choose,
  confirmPassword,
  signIn,
  signUp,
  verify,
} from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/**
 * Every screen, dialog and drawer by axe with the tags of WCAG 2.2 AA at both sizes in both themes,
 * for a visitor, an empty
 * account, an account filled by `pnpm seed full` and an administrator. No rule is disabled.
 */

useColumnist();

interface Screen {
  readonly name: string;
  readonly path: string;
  /** A text that is there when the screen is complete. */
  readonly ready: string;
  /** Opens what the screen hides at first. */
  readonly open?: (page: Page) => Promise<unknown>;
}

/** The screen is read once; sizes and themes change under it. */
async function visit(page: Page, { path, ready, open }: Screen): Promise<void> {
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path);
  await page.getByText(ready, { exact: false }).first().waitFor();
  await open?.(page);
  // What a fixed header covers is there for those who scroll.
  await page.evaluate(() => scrollTo(0, 0));
}

/** The addresses that are read, with the places in them by an example of each. */
const read: string[] = [];
const examples: Readonly<Record<string, string>> = {
  review: '/app/datasets/id/import',
  shared: '/app/shared/token',
};

/** One account, whose browser goes through the screens one after another. */
function screensOf(
  who: string,
  arrive: (page: Page) => Promise<Record<string, string>>,
  screens: readonly Screen[],
): void {
  read.push(
    ...screens.map(({ path }) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples[name] ?? '/app/datasets/id'),
    ),
  );
  describe(`what ${who} sees is accessible`, () => {
    let context: BrowserContext;
    let page: Page;
    let places: Record<string, string>;
    beforeAll(async () => {
      ({ context, page } = await openVisitor(browser, columnist.url));
      places = await arrive(page);
    });
    afterAll(async () => context?.close());
    it.each(screens)('$name', async (screen) => {
      const path = screen.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '');
      await visit(page, { ...screen, path });
      await isAccessible(page);
    });
  });
}

const test = (question: object): string =>
  new URLSearchParams({ tab: 'ask', test: JSON.stringify(question) }).toString();
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const picture = (page: Page) => page.locator('.vega svg').first().waitFor();

screensOf('a visitor', async () => ({}), [
  { name: 'login', path: '/app/login', ready: 'Create an account' },
  { name: 'API reference', path: '/api/docs', ready: 'Columnist API' },
  {
    name: 'login, refused',
    path: '/app/login',
    ready: 'Create an account',
    open: async (page) => {
      await page.getByLabel('Email').focus();
      await page.keyboard.press('Tab');
      await page.getByText('Email is required').waitFor();
    },
  },
  { name: 'registration', path: '/app/register', ready: 'Already have an account?' },
  { name: 'forgotten password', path: '/app/forgot-password', ready: 'Send reset link' },
  { name: 'new password', path: '/app/reset-password?token=x', ready: 'Confirm new password' },
  {
    name: 'new password without a token',
    path: '/app/reset-password',
    ready: 'Request a new link',
  },
  {
    name: 'verification with the password',
    path: '/app/verify-email?token=x',
    ready: 'Choose a new password',
  },
  { name: 'no access', path: '/app/unauthorized', ready: 'Access Denied' },
  { name: 'privacy', path: '/app/privacy', ready: 'What is kept' },
  { name: 'terms', path: '/app/terms', ready: 'Fair use' },
  { name: 'documentation of agents', path: '/app/docs/agents', ready: 'What an agent may do' },
  { name: 'documentation of statistics', path: '/app/docs/statistics', ready: 'Which one?' },
  { name: 'validation', path: '/app/validation', ready: 'adversarial' },
  {
    name: 'a shared result that ended',
    path: '/app/shared/none',
    ready: 'There is no shared result under this link',
  },
]);

screensOf(
  'an empty account',
  async (page) => {
    await signUp(page, 'empty@example.com');
    return {};
  },
  [
    {
      name: 'verification in the browser that registered',
      path: '/app/verify-email?token=x',
      ready: 'You are signed in as',
    },
    { name: 'set-up before verification', path: '/app/setup', ready: 'Only a verified address' },
    {
      name: 'change of password',
      path: '/app/profile?tab=security',
      ready: 'Also end all other access',
    },
    { name: 'dashboard', path: '/app/dashboard', ready: 'No dataset yet.' },
    { name: 'subscription', path: '/app/subscription', ready: 'Plans Comparison' },
    { name: 'API key before verification', path: '/app/profile?tab=apikey', ready: 'API Access' },
    {
      name: 'a dataset that is not there',
      path: '/app/datasets/00000000-0000-7000-8000-000000000000',
      ready: 'There is no such dataset',
    },
  ],
);

const listed = z.array(z.object({ id: z.string(), name: z.string() }));
const seeded = async (page: Page): Promise<Record<string, string>> => {
  await promisify(execFile)(process.execPath, ['scripts/seed.ts', 'full', columnist.url]);
  const access = await signIn(page, 'demo@columnist.example', 'demo password');
  await becomePro(page, 'demo@columnist.example');
  const headers = { Authorization: `Bearer ${access}` };
  const items = listed.parse(
    await (await page.request.get('/api/v1/datasets', { headers })).json(),
  );
  const at = Object.fromEntries(
    items.map(({ id, name }) => [name.replace('.csv', ''), `/app/datasets/${id}`]),
  );
  const orders = items.find(({ name }) => name === 'orders.csv')?.id ?? '';
  const made = await page.request.post(`/api/v1/datasets/${orders}/shares`, {
    headers,
    data: {
      question: {
        operation: 'compare_groups',
        options: { method: 'welch_anova', value: 'quantity', group: 'city' },
      },
    },
  });
  const { url } = z.object({ url: z.string() }).parse(await made.json());
  return { ...at, shared: new URL(url).pathname };
};

screensOf('an account with data', seeded, [
  { name: 'dashboard, grid', path: '/app/dashboard', ready: 'survey.csv' },
  { name: 'overview of a million rows', path: '{readings}', ready: '1,000,000 rows' },
  {
    name: 'dashboard, list',
    path: '/app/dashboard',
    ready: 'survey.csv',
    open: (page) => page.getByTitle('List').click(),
  },
  {
    name: 'a deleted dataset that can be taken back',
    path: '/app/dashboard',
    ready: 'survey.csv',
    open: press('Delete readings.csv'),
  },
  {
    name: 'command palette',
    path: '/app/dashboard',
    ready: 'survey.csv',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'overview of alerts', path: '{survey}', ready: 'Strongest pairs' },
  {
    name: 'thresholds of alerts',
    path: '{survey}',
    ready: 'Strongest pairs',
    open: async (page) => {
      await press('Thresholds')(page);
      await page
        .getByRole('button', { name: /^Dismiss/ })
        .first()
        .click();
    },
  },
  { name: 'columns', path: '{survey}?tab=columns', ready: 'amount `net`' },
  { name: 'drawer of a number', path: '{orders}?tab=columns&column=price', ready: 'Normal Q–Q' },
  { name: 'drawer of a group', path: '{orders}?tab=columns&column=city', ready: 'Lisbon' },
  { name: 'drawer of a time', path: '{sensor}?tab=columns&column=time', ready: 'Span' },
  { name: 'drawer of a text', path: '{survey}?tab=columns&column=e-mail', ready: 'Shortest' },
  { name: 'rows', path: '{orders}?tab=rows', ready: 'In the order of the file' },
  {
    name: 'steps of a view and a refused filter',
    path: `{orders}?${new URLSearchParams({ tab: 'rows', view: JSON.stringify({ derive: [{ name: 'total', expression: 'quantity * price' }], filter: 'quantity > 3' }) }).toString()}`,
    ready: 'of 2,000 rows',
    open: async (page) => {
      await page.getByLabel('Filter rows').fill('quantiti > 3');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: /^Steps/ }).click();
      await page.getByText('total = quantity * price', { exact: true }).waitFor();
      await page.getByText('d$total', { exact: false }).waitFor();
      await choose(page, 'Kind of step', 'Rename values');
    },
  },
  {
    name: 'saved views',
    path: '{orders}?tab=rows',
    ready: 'In the order of the file',
    open: async (page) => {
      await press('Views')(page);
      await page.getByRole('button', { name: /^large orders/ }).waitFor();
    },
  },
  {
    name: 'groups with a pivot table',
    path: `{orders}?${new URLSearchParams({
      tab: 'groups',
      groups: JSON.stringify({
        by: ['city'],
        across: 'paid',
        figures: [
          { statistic: 'mean', of: 'price' },
          { statistic: 'count', of: null },
        ],
        having: '',
        sort: null,
      }),
    }).toString()}`,
    ready: 'mean price',
    open: async (page) => {
      await page.getByRole('region', { name: 'Pivot table' }).waitFor();
      await picture(page);
    },
  },
  {
    name: 'two numbers',
    path: '{plants}?tab=relationships&x=height_cm&y=dry_weight_g',
    ready: 'goes closely with',
    open: picture,
  },
  {
    name: 'a number by groups',
    path: '{plants}?tab=relationships&x=height_cm&y=treatment',
    ready: 'the groups account for',
    open: picture,
  },
  {
    name: 'two groups',
    path: '{orders}?tab=relationships&x=city&y=paid',
    ready: 'Cramér',
    open: picture,
  },
  {
    name: 'a comparison with its advice',
    path: `{plants}?${test({ ask: 'compare', method: 'welch_anova', fields: { value: 'height_cm', group: 'treatment' } })}`,
    ready: 'Copy as',
    open: async (page) => {
      await press('Why not these?')(page);
      await page.getByText('Not analysis of variance.', { exact: false }).waitFor();
      await picture(page);
    },
  },
  {
    name: 'an association',
    path: `{orders}?${test({ ask: 'relate', method: 'chi_square', fields: { x: 'city', y: 'paid', correct: true } })}`,
    ready: 'Copy as',
    open: picture,
  },
  {
    name: 'a matrix of correlations',
    path: `{plants}?${test({ ask: 'relate', method: 'pearson', fields: { columns: ['height_cm', 'dry_weight_g', 'leaves'] } })}`,
    ready: '3 of 3 pairs go together',
  },
  {
    name: 'a distribution',
    path: `{plants}?${test({ ask: 'distribution', method: 'shapiro_wilk', fields: { column: 'height_cm' } })}`,
    ready: 'Copy as',
    open: async (page) => {
      await picture(page);
      const kept = page.getByRole('link', { name: 'In the history' });
      const keep = page.getByRole('button', { name: 'Keep', exact: true });
      await keep.or(kept).waitFor();
      if (await keep.isVisible()) await keep.click();
      await kept.waitFor();
    },
  },
  {
    name: 'a regression',
    path: `{plants}?${new URLSearchParams({ tab: 'ask', model: JSON.stringify({ method: 'linear', formula: 'dry_weight_g ~ height_cm', folds: 5, predict: [{ height_cm: 35 }] }) }).toString()}`,
    ready: 'Copy as',
    open: async (page) => {
      await picture(page);
      await press('Predict')(page);
      await page.getByRole('spinbutton', { name: 'height_cm' }).waitFor();
    },
  },
  {
    name: 'two versions beside each other',
    path: '{sensor}?tab=compare&with=version:1',
    ready: 'shared columns',
    open: (page) => page.getByRole('button', { name: 'temperature' }).click(),
  },
  {
    name: 'a season and a trend',
    path: `{sensor}?${test({ ask: 'series', method: 'stl', fields: { value: 'temperature', time: 'time', period: 24, every: 'hour', gaps: 'linear' } })}`,
    ready: 'Copy as',
    open: picture,
  },
  {
    name: 'principal components',
    path: `{plants}?${test({ ask: 'structure', method: 'principal_components', fields: { columns: ['height_cm', 'dry_weight_g', 'leaves'], color_by: 'treatment' } })}`,
    ready: 'Copy as',
    open: picture,
  },
  {
    name: 'several factors',
    path: `{orders}?${test({ ask: 'compare', method: 'factorial_anova', fields: { value: 'price', factors: ['city', 'paid'] } })}`,
    ready: 'Copy as',
    open: picture,
  },
  {
    name: 'a report',
    path: `{plants}?${test({ ask: 'compare', method: 'welch_anova', fields: { value: 'height_cm', group: 'treatment' } })}`,
    ready: 'Copy as',
    open: async (page) => {
      // Another theme or size may have added it.
      const add = page.getByRole('button', { name: 'Add to report', disabled: false });
      const isIn = page.getByRole('link', { name: 'In the report' });
      await add.or(isIn).waitFor();
      if (await add.isVisible()) await add.click();
      await isIn.click();
      await page.getByRole('heading', { name: /^1\. / }).waitFor();
      await picture(page);
    },
  },
  {
    name: 'power',
    path: '{plants}?tab=ask',
    ready: 'Chosen because',
    open: async (page) => {
      await page.locator('.tq-panels').getByText('Plan', { exact: true }).click();
      await picture(page);
    },
  },
  {
    name: 'a link being shared',
    path: `{plants}?${test({ ask: 'compare', method: 'kruskal_wallis', fields: { value: 'height_cm', group: 'treatment' } })}`,
    ready: 'Copy as',
    open: async (page) => {
      await confirmPassword(page, 'demo password');
      await press('Share')(page);
      await press('Make a link')(page);
      await page.getByLabel('Link to the result').waitFor();
    },
  },
  {
    name: 'history with two results beside each other',
    path: '{plants}?tab=history',
    ready: 'so far',
    open: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Compare: / });
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await page.locator('.compared article').nth(1).waitFor();
    },
  },
  { name: 'a shared result', path: '{shared}', ready: 'quantity', open: picture },
  ...tabsOf('{plants}').map(([name, path]) => ({ name, path, ready: 'plants.csv' })),
  { name: 'datasets to combine', path: '/app/combine', ready: 'The sources stay as they are' },
  { name: 'a statement to write', path: '/app/sql', ready: 'To begin with' },
  { name: 'profile', path: '/app/profile', ready: 'Member since' },
  {
    name: 'a new key',
    path: '/app/profile?tab=apikey',
    ready: 'What they called',
    open: async (page) => {
      await press('New key')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'an authenticator app to set up',
    path: '/app/profile?tab=security',
    ready: 'This session',
    open: async (page) => {
      await confirmPassword(page, 'demo password');
      await press('Set up an authenticator app')(page);
      await page.getByLabel('Code from your authenticator app').waitFor();
    },
  },
  { name: 'API key and agents', path: '/app/profile?tab=apikey', ready: 'What they called' },
  { name: 'security', path: '/app/profile?tab=security', ready: 'This session' },
  {
    name: 'deleting an account',
    path: '/app/profile?tab=security',
    ready: 'This session',
    open: async (page) => {
      await press('Delete my account')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'settings', path: '/app/settings', ready: 'Theme' },
  { name: 'notifications', path: '/app/settings?tab=notifications', ready: 'Save preferences' },
  { name: 'subscription', path: '/app/subscription', ready: 'Manage Subscription' },
  {
    name: 'invoices',
    path: '/app/subscription',
    ready: 'Manage Subscription',
    open: async (page) => {
      await press('Manage Subscription')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
]);

screensOf(
  'a reader of a file',
  async (page) => {
    await signUp(page, 'reader@example.com');
    await page.goto('/app/dashboard');
    await page.getByLabel('Review before adding').check();
    const odd = `Sales report;;\nday;amount;note\n${Array.from({ length: 30 }, (_, i) => `0${(i % 9) + 1}/0${(i % 9) + 1}/2026;${i + 1}.000,5;${i % 3 === 0 ? 'a' : 'b'}`).join('\n')}\n31/12/2026;1\n`;
    await page.setInputFiles('input[aria-label="CSV files"]', {
      name: 'sales.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(odd),
    });
    await page.waitForURL('**/import');
    return { review: new URL(page.url()).pathname };
  },
  [
    {
      name: 'review',
      path: '{review}',
      ready: 'Line 2 holds the names.',
      open: (page) => page.locator('summary').first().click(),
    },
  ],
);

screensOf(
  'a reader of a workbook',
  async (page) => {
    await signUp(page, 'workbook@example.com');
    await page.goto('/app/import');
    await page.setInputFiles(
      'input[aria-label="File to import"]',
      'packages/tables/src/formats/fixtures/sheets.xlsx',
    );
    await page.waitForURL('**/datasets/*/import');
    return { review: new URL(page.url()).pathname };
  },
  [
    { name: 'import other files', path: '/app/import', ready: 'What can be imported' },
    { name: 'review of a workbook', path: '{review}', ready: 'It holds no cells' },
  ],
);

const openAction =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('dialog').waitFor();
  };
const grantPro = openAction(/^(Grant Pro|Pro until)/);
const raiseFileSize = openAction(/^File(s up to 2048 MB| size)…$/);

screensOf(
  'an administrator',
  async (page) => {
    await signUp(page, 'root@example.com');
    await verify(page, 'root@example.com');
    await becomeAdmin(page, columnist);
    await page.goto('/app/admin/users');
    await grantPro(page);
    await press('Grant Pro')(page);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await raiseFileSize(page);
    await page.getByLabel('Megabytes of a file').fill('2048');
    await press('Save')(page);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.reload();
    await openAction(/^Files up to 2048 MB…$/)(page);
    return {};
  },
  [
    { name: 'users', path: '/app/admin/users', ready: 'root@example.com' },
    { name: 'granting Pro', path: '/app/admin/users', ready: 'root@example.com', open: grantPro },
    {
      name: 'raising the size of files',
      path: '/app/admin/users',
      ready: 'root@example.com',
      open: raiseFileSize,
    },
    { name: 'figures of the system', path: '/app/admin/statistics', ready: 'Total Users' },
    { name: 'audit log', path: '/app/admin/audit', ready: 'admin.' },
  ],
);

it('reads every page of the router', () => {
  // Pages that another file reads: an agent's request has to be made first.
  const elsewhere = ['/connect/:uid'];
  const paths = read.map((path) =>
    new URL(path, 'http://columnist').pathname.replace(/^\/app/, ''),
  );
  expect(
    routes.filter(
      (route) => !elsewhere.includes(route) && !paths.some((path) => matchPath(route, path)),
    ),
  ).toEqual([]);
});
