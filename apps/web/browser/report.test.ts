import { report, testQuestion } from '@columnist/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { becomePro, signIn, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/** The report of a dataset is kept with it: on every device, and whatever two tabs do at once. */

useColumnist();

const [email, password] = ['report@example.com', 'correct horse battery'];
const csv = `mass,wing,sex\n${Array.from({ length: 30 }, (_, i) => `${3000 + ((i * 17) % 31)},${180 + ((i * i) % 23)},${['m', 'f'][i % 2]}`).join('\n')}\n`;
const normal = (column: string) =>
  testQuestion.parse({
    operation: 'test_distribution',
    options: { method: 'shapiro_wilk', column },
  });
const welch = testQuestion.parse({
  operation: 'compare_groups',
  options: { method: 'welch_t', value: 'mass', group: 'sex' },
});

let access: string;
beforeAll(async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  access = await signUp(page, email, password);
  await becomePro(page, email);
  await context.close();
});

/** What the server has. */
async function kept(page: Page, id: string) {
  const answer = await page.request.get(`/api/v1/datasets/${id}/report`, {
    headers: { Authorization: `Bearer ${access}` },
  });
  const { title, introduction, items } = report.parse(await answer.json());
  return { title, introduction, items };
}
/** A dataset with the report that is given. */
async function withReport(page: Page, given: object): Promise<string> {
  const id = await uploadCsv(page, access, 'birds.csv', csv);
  const answer = await page.request.put(`/api/v1/datasets/${id}/report`, {
    headers: { Authorization: `Bearer ${access}` },
    data: { revision: 0, ...given },
  });
  expect(answer.status()).toBe(200);
  return id;
}
const openReport = async (page: Page, id: string) => {
  await page.goto(`/app/datasets/${id}?tab=report`);
  await page.getByLabel('Title', { exact: true }).waitFor();
};
const addFromHistory = async (page: Page, about: string) => {
  await page.getByLabel('Add from the history').click();
  await page.locator('.ant-select-item-option').filter({ hasText: about }).click();
};
const saved = (page: Page) =>
  page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

it('is in another browser what it is in this one', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  await signIn(page, email, password);
  const id = await uploadCsv(page, access, 'birds.csv', csv);
  for (const [path, { options }] of [
    ['distribution', normal('wing')],
    ['compare', welch],
  ] as const) {
    const asked = await page.request.post(`/api/v1/datasets/${id}/${path}`, {
      headers: { Authorization: `Bearer ${access}` },
      data: options,
    });
    expect(asked.status()).toBe(200);
  }
  await openReport(page, id);
  await page.getByText('Kept with the dataset.', { exact: false }).waitFor();
  await addFromHistory(page, 'mass');
  await addFromHistory(page, 'wing');
  await page.getByLabel('Your words on 1').fill('Heavier on average.');
  await page.getByLabel('Introduction').fill('Birds of one summer.');
  await page.getByLabel('Title', { exact: true }).pressSequentially('Thirty birds');
  await saved(page);

  const {
    page: elsewhere,
    context: other,
    problems: others,
  } = await openVisitor(browser, columnist.url);
  await signIn(elsewhere, email, password);
  await openReport(elsewhere, id);
  const article = elsewhere.locator('article.report');
  await article.getByRole('heading', { name: 'Thirty birds' }).waitFor();
  await article.getByText('Birds of one summer.').waitFor();
  await article.getByRole('heading', { name: '1. Welch two-sample t test' }).waitFor();
  await article.getByText('Heavier on average.').waitFor();
  await article.getByRole('heading', { name: '2. Shapiro–Wilk' }).waitFor();
  // And back: what is opened again is read again.
  await elsewhere.getByRole('button', { name: 'Move 2 up' }).click();
  await saved(elsewhere);
  await page.reload();
  await page
    .locator('article.report')
    .getByRole('heading', { name: '2. Welch two-sample t test' })
    .waitFor();
  expect([...problems, ...others]).toEqual([]);
  await context.close();
  await other.close();
});

it('keeps what two tabs change at once, and says which text the other one changed', async () => {
  const { page: one, context, problems } = await openVisitor(browser, columnist.url);
  await signIn(one, email, password);
  const id = await withReport(one, {
    title: 'Birds',
    items: [{ question: welch }, { question: normal('mass') }],
  });
  const other = await context.newPage();
  for (const page of [one, other]) await openReport(page, id);
  await one.getByLabel('Your words on 1').fill('Heavier.');
  await one.getByRole('button', { name: 'Take 2 out' }).click();
  await one.getByLabel('Title', { exact: true }).fill('Thirty birds');
  await saved(one);
  await expect
    .poll(() => kept(one, id))
    .toMatchObject({ title: 'Thirty birds', items: [{ note: 'Heavier.' }] });

  await other.getByLabel('Introduction').fill('Of one summer.');
  await other.getByRole('button', { name: 'Move 2 up' }).click();
  await expect
    .poll(() => kept(one, id))
    .toEqual({
      title: 'Thirty birds',
      introduction: 'Of one summer.',
      items: [{ question: welch, note: 'Heavier.' }],
    });
  await saved(other);
  expect(await other.getByLabel('Title', { exact: true }).inputValue()).toBe('Thirty birds');

  // Both change the same text: the one that is saved last says what the other one was.
  await one.getByLabel('Introduction').fill('Of two summers.');
  await expect.poll(() => kept(one, id)).toMatchObject({ introduction: 'Of two summers.' });
  await other.getByLabel('Introduction').fill('Of three summers.');
  await other
    .getByText(
      'The introduction was changed elsewhere at the same time, to “Of two summers.”. Yours is kept.',
    )
    .waitFor();
  await expect.poll(() => kept(one, id)).toMatchObject({ introduction: 'Of three summers.' });
  await other.getByRole('button', { name: 'Use that text' }).click();
  await expect.poll(() => kept(one, id)).toMatchObject({ introduction: 'Of two summers.' });
  // A refused revision is no fault: it is asked again.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  await context.close();
});

it('that an earlier release kept in this browser is brought over once', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  await signIn(page, email, password);
  const here = {
    title: 'Birds',
    introduction: 'Of one summer.',
    items: [{ question: welch, note: 'Heavier.' }],
  };
  const id = await uploadCsv(page, access, 'birds.csv', csv);
  const key = `columnist.report.${id}`;
  await page.evaluate(([k, text]) => localStorage.setItem(k ?? '', text ?? ''), [
    key,
    JSON.stringify(here),
  ] as const);
  await openReport(page, id);
  await page.locator('article.report').getByText('Heavier.').waitFor();
  await saved(page);
  expect(await kept(page, id)).toEqual(here);
  await expect.poll(() => page.evaluate((k) => localStorage.getItem(k), key)).toBe(null);
  await page.getByRole('button', { name: 'Take 1 out' }).click();
  await saved(page);
  await page.reload();
  await page.getByText('Nothing is chosen yet.', { exact: false }).waitFor();
  expect(await kept(page, id)).toEqual({ ...here, items: [] });
  expect(problems).toEqual([]);
  await context.close();
});

it('that cannot be saved says so, asks before it is left, and is saved later', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  await signIn(page, email, password);
  const id = await withReport(page, { title: 'Birds', items: [] });
  await openReport(page, id);
  await context.setOffline(true);
  await page.getByLabel('Title', { exact: true }).fill('Thirty birds');
  await page.getByText('Your last changes are not saved yet. Keep this page open.').waitFor();
  const asks = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.evaluate(() => setTimeout(() => location.reload()));
  expect(await asks).toBe('beforeunload');
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Thirty birds');
  await context.setOffline(false);
  await saved(page);
  await expect.poll(() => kept(page, id)).toMatchObject({ title: 'Thirty birds' });
  await context.close();
});
