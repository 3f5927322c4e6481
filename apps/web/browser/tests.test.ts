import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openVisitor, startColumnist, type Columnist } from './columnist.ts';
import { becomePro, choose, signUp, uploadCsv } from './steps.ts';

let columnist: Columnist;
let browser: Browser;
beforeAll(async () => {
  [columnist, browser] = await Promise.all([startColumnist({ CAPTCHA: 'off' }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await columnist?.stop();
});

const birds = `species,mass_g,bill_mm,sex\n${Array.from({ length: 300 }, (_, i) => `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3000 + 10 * i},${i % 10 === 0 ? '' : i % 7},${i % 2 === 0 ? 'male' : 'female'}`).join('\n')}\n`;
/** Signs up and uploads the birds; gives the address of the Tests tab. */
const begin = async (page: Page, email: string): Promise<string> => `/app/datasets/${await uploadCsv(page, await signUp(page, email), 'birds.csv', birds)}?tab=tests`;
const panel = async (page: Page, name: string): Promise<void> => page.locator('.tq-panels').getByText(name, { exact: true }).click();

describe('the Tests tab', () => {
  it('asks, advises, answers as R does, adjusts, plans, and tells a free plan what it needs', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = await begin(page, 'tests@example.com');
    await page.goto(at);
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText('This feature requires a paid subscription ($29/month).').waitFor();
    // The adviser and planning are everybody's.
    await page.getByRole('button', { name: 'Which test?' }).click();
    await page.getByText('mass_g is a number and sex has 2 groups; their means are compared, without taking equal variances for granted.').waitFor();
    await page.getByText('Not Student two-sample t test.', { exact: false }).waitFor();
    await panel(page, 'Power');
    await page.getByText('With 64 values in each group an effect of d = 0.5 is found with a power of 80% at the 5% level.').waitFor();

    await becomePro(page, 'tests@example.com');
    await page.goto(at);
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByRole('heading', { name: "These data show no clear difference of mass_g between female and male: means 4500 and 4490, difference 10 (p = .921, Hedges' g 0.01)." }).waitFor();
    await page.getByText('t(298.00) = 0.10, p = .921', { exact: false }).or(page.getByText('t(298) = 0.10, p = .921', { exact: false })).first().waitFor();
    await page.getByRole('img', { name: 'mass_g in 2 groups: female mean 4500, male mean 4490.' }).waitFor();
    await page.getByText('The first test on this dataset.').waitFor();
    await page.getByText('result <- t.test(', { exact: false }).waitFor();
    await page.locator('.sec', { hasText: 'Copy as' }).getByText('MCP', { exact: true }).click();
    await page.getByText('compare_groups', { exact: false }).waitFor();

    await choose(page, 'Method', 'Kruskal–Wallis test');
    await choose(page, 'Column', 'bill_mm');
    await choose(page, 'Groups', 'species');
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByRole('heading', { name: 'Pairs by Dunn, Holm' }).waitFor();
    await page.getByText('270 rows; left out: 30 (value missing).', { exact: false }).waitFor();

    await panel(page, 'Relate');
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByRole('img', { name: 'Counts of species by sex.' }).waitFor();
    await panel(page, 'Distribution');
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText('mass_g is not normally distributed: W = 0.95, p < .001', { exact: false }).first().waitFor();
    await page.getByRole('img', { name: 'Quantiles of mass_g against those of a normal distribution.' }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('4 tests so far: 1 with p below .05, 1 of them after Holm’s adjustment for all.').waitFor();
    expect(problems.filter((problem) => !problem.includes('403'))).toEqual([]);
    await context.close();
  });
});

describe('the Regression tab', () => {
  it('writes a formula from chosen columns, fits it as R does, predicts, is found again in the history, and says what a formula lacks', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = (await begin(page, 'models@example.com')).replace('tab=tests', 'tab=regression');
    await becomePro(page, 'models@example.com');
    await page.goto(at);
    await expect.poll(() => page.getByLabel('Formula').inputValue()).toBe('mass_g ~ bill_mm + species');
    await page.getByLabel('Formula').fill('mass_g ~ bill_mm * species');
    await page.getByRole('button', { name: 'Fit model' }).click();
    // R: summary(lm(mass_g ~ bill_mm * species)), anova as car::Anova.
    await page.getByRole('heading', { name: 'mass_g ~ bill_mm + species + bill_mm:species explains 0.135% of the variance of mass_g, no more than chance would (p = .996).' }).waitFor();
    await page.getByRole('region', { name: 'Terms', exact: true }).getByRole('row', { name: /^bill_mm:species/ }).waitFor();
    await page.getByRole('button', { name: 'Predict' }).click();
    await page.getByRole('spinbutton', { name: 'bill_mm' }).fill('3');
    await choose(page, 'species', 'Gentoo');
    await page.getByRole('button', { name: 'Predict' }).last().click();
    await page.getByRole('region', { name: 'Predictions' }).getByRole('cell', { name: 'Gentoo' }).waitFor();
    await page.getByLabel('Formula').fill('mass_g ~ bill_mn');
    await page.getByRole('button', { name: 'Fit model' }).click();
    await page.getByText("There is no column 'bill_mn'. Did you mean 'bill_mm'?", { exact: false }).waitFor();
    await page.getByLabel('Formula').fill('mass_g bill_mm');
    await page.getByText('The formula is not complete', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('.ledger-q a').first().click();
    await page.getByRole('heading', { name: /^mass_g ~ bill_mm \+ species/ }).waitFor();
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });
});

describe('the Compare tab', () => {
  it('shows how a dataset has moved from another: schema, verdicts, bins', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const access = await signUp(page, 'drift@example.com');
    await uploadCsv(page, access, 'birds.csv', birds);
    const later = await uploadCsv(page, access, 'later.csv', birds.replaceAll('Gentoo', 'Adelie').replaceAll(/,(\d{4}),/g, (_, mass: string) => `,${Number(mass) + 1500},`).replace('sex', 'gender'));
    await becomePro(page, 'drift@example.com');
    await page.goto(`/app/datasets/${later}?tab=compare`);
    await choose(page, 'Compare with', 'birds.csv');
    await page.getByText('Much has changed in mass_g, species; 1 of 3 columns is alike.').waitFor();
    await page.getByText('gender (VARCHAR)').waitFor();
    await page.getByRole('row').filter({ has: page.getByRole('button', { name: 'mass_g' }) }).getByText('Changed').waitFor();
    await page.getByRole('button', { name: 'species' }).click();
    await page.getByRole('cell', { name: 'Chinstrap', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
