import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { operationsIn } from './answers.ts';
import { openVisitor } from './columnist.ts';
import { becomePro, choose, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const birds = `species,mass_g,bill_mm,sex\n${Array.from({ length: 300 }, (_, i) => `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3000 + 10 * i},${i % 10 === 0 ? '' : i % 7},${i % 2 === 0 ? 'male' : 'female'}`).join('\n')}\n`;
/** Signs up and uploads the birds; gives the address of the Ask tab. */
const begin = async (page: Page, email: string): Promise<string> =>
  `/app/datasets/${await uploadCsv(page, await signUp(page, email), 'birds.csv', birds)}?tab=ask`;
/** Enters the shown result into the history. */
const keep = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByRole('link', { name: 'In the history' }).waitFor();
};
const panel = async (page: Page, name: string): Promise<void> =>
  page.locator('.tq-panels').getByText(name, { exact: true }).click();

describe('the Ask tab', () => {
  it('asks, advises, answers as R does, adjusts, plans, and tells a free plan what it needs', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = await begin(page, 'tests@example.com');
    await page.goto(at);
    // Said before anything is filled in.
    await page
      .getByText('This feature requires a paid subscription ($29/month).', { exact: true })
      .waitFor();
    expect(await page.locator('#test-finding').count()).toBe(0);
    await page.getByText('of the demo orders, not of your data').waitFor();
    await panel(page, 'Plan');
    await page.getByText('Premium Feature', { exact: true }).waitFor();
    await page
      .getByRole('heading', {
        name: 'A sample answer of a usual design, not of the figures above',
      })
      .waitFor();
    await page
      .locator('.ask-sample')
      .getByText('With 64 values in each group an effect of d = 0.5 is found', { exact: false })
      .waitFor();
    // Of two numbers every plan has the correlations.
    await page.goto(`${at}&about=${encodeURIComponent('["mass_g","bill_mm"]')}`);
    await page
      .getByText('Your plan includes the correlations of Pearson and Spearman.', { exact: false })
      .waitFor();
    await page
      .getByRole('region', { name: 'Correlations' })
      .getByRole('cell', { name: 'mass_g and bill_mm' })
      .waitFor();
    expect(await page.getByText('Premium Feature').count()).toBe(0);
    await page.getByRole('button', { name: 'Spearman rank correlation' }).click();
    await page.getByText('Your plan includes', { exact: false }).waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Correlations' })
      .getByRole('cell', { name: 'mass_g and bill_mm' })
      .waitFor();

    await becomePro(page, 'tests@example.com');
    await page.goto(at);
    await page
      .getByText(
        'Chosen because mass_g is a number and sex has 2 groups; their means are compared, without taking equal variances for granted.',
        { exact: true },
      )
      .waitFor();
    await page.getByRole('button', { name: 'Why not these?' }).click();
    await page.getByText('Not Student t test.', { exact: true }).waitFor();
    await panel(page, 'Plan');
    await page
      .getByText(
        'With 64 values in each group an effect of d = 0.5 is found with a power of 80% at the 5% level.',
      )
      .waitFor();
    await choose(page, 'Design', 'test of two proportions');
    await page
      .getByText(
        'With 170 values in each group an effect of h = 0.305 (50% against 35%) is found with a power of 80% at the 5% level.',
      )
      .waitFor();
    await choose(page, 'The effect is given as', 'Cohen’s h');
    await page.getByText('an effect of h = 0.3 is found', { exact: false }).waitFor();
    await choose(page, 'The effect is given as', 'first proportion and second proportion');
    const second = page.getByLabel('second proportion', { exact: true });
    await second.fill('1.5');
    await page.getByText('Second proportion is at most 1.', { exact: true }).waitFor();
    expect(await second.getAttribute('aria-invalid')).toBe('true');
    await second.fill('0.5');
    await page
      .getByText('The two proportions are equal: there is no difference to find.')
      .waitFor();
    await second.fill('0.35');
    await choose(page, 'Alternative', 'larger');
    await page
      .getByText('at the 5% level, one-sided (greater).', { exact: false })
      .first()
      .waitFor();
    await page.getByText('Take the proportions from columns', { exact: true }).click();
    await choose(page, 'Outcome', 'species');
    await choose(page, 'Two groups', 'sex');
    await choose(page, 'Value of the outcome', 'Gentoo');
    await page.getByText('female 33.3% of 150; male 33.3% of 150.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Use them' }).click();
    expect(await second.inputValue()).toBe('0.333');

    await page.goto(at);
    await page
      .getByRole('heading', {
        name: /^These data do not show that the mean of mass_g differs between female and male: means .* \(p = \.921, Hedges’ g = 0\.01\)\.$/,
      })
      .waitFor();
    await page
      .getByText('t(298.00) = 0.10, p = .921', { exact: false })
      .or(page.getByText('t(298) = 0.10, p = .921', { exact: false }))
      .first()
      .waitFor();
    await page
      .getByRole('img', { name: 'mass_g in 2 groups: female mean 4500, male mean 4490.' })
      .waitFor();
    // What is only looked at is in no history.
    await page
      .getByText('Only looked at: it is not in the history until it is kept.', { exact: true })
      .waitFor();
    await keep(page);
    await page.getByText('The first test on this dataset.', { exact: true }).waitFor();
    await page.getByText('result <- t.test(', { exact: false }).waitFor();
    await page.locator('.sec', { hasText: 'Copy as' }).getByText('MCP', { exact: true }).click();
    await page.getByText('compare_groups', { exact: false }).waitFor();

    await choose(page, 'Method', 'Kruskal–Wallis test');
    await choose(page, 'Column', 'bill_mm');
    await choose(page, 'Groups', 'species');
    await page.getByRole('heading', { name: 'Pairs by Dunn, Holm' }).waitFor();
    await page.getByText('270 rows; left out: 30 (value missing).', { exact: false }).waitFor();
    await page
      .getByText('Only looked at; with the 1 test kept on this dataset: p by Holm', {
        exact: false,
      })
      .waitFor();
    await keep(page);

    // A purpose without columns: those of before would be kept.
    await page.goto(`${at}&purpose=relate`);
    await page
      .getByText(
        'Chosen because both have few values: their counts are compared with those of independence.',
        { exact: true },
      )
      .waitFor();
    await page.getByRole('img', { name: 'Counts of sex by species.' }).waitFor();
    await keep(page);
    await page.goto(`${at}&purpose=distribution`);
    await page
      .getByText('The values of mass_g depart from a normal distribution: W = .95 (p < .001).', {
        exact: false,
      })
      .first()
      .waitFor();
    await page
      .getByRole('img', { name: 'Quantiles of mass_g against those of a normal distribution.' })
      .waitFor();
    await keep(page);
    await page
      .getByRole('navigation', { name: 'Dataset' })
      .getByRole('link', { name: 'History' })
      .click();
    await page
      .getByText(
        '4 tests kept so far: 1 with p below .05, 1 of them after Holm’s adjustment for all.',
      )
      .waitFor();
    // A test belongs to the version that it was run on: of the next one it is not kept yet.
    await page.goto(at);
    await page.getByRole('link', { name: 'In the history' }).waitFor();
    const access = await page.evaluate(() => localStorage.getItem('accessToken'));
    const replaced = await page.request.post(
      `/api/v1/datasets/${/datasets\/([^?]+)/.exec(at)?.[1] ?? ''}/versions?mode=replace`,
      {
        headers: { Authorization: `Bearer ${access}` },
        multipart: {
          file: {
            name: 'birds.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from(`${birds}Gentoo,4000,4,male\n`),
          },
        },
      },
    );
    expect(replaced.status()).toBe(201);
    await page.goto(at);
    await page.getByRole('button', { name: 'Keep', exact: true }).waitFor();
    expect(problems.filter((problem) => !problem.includes('403'))).toEqual([]);
    await context.close();
  });

  it('asks about a view of so many values that it is longer than an address', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = await begin(page, 'long@example.com');
    await becomePro(page, 'long@example.com');
    // 250 of the birds have one of these; the others nobody has.
    const values = Array.from({ length: 900 }, (_, i) => (i < 250 ? 3000 + 10 * i : 10_000 + i));
    const view = JSON.stringify({ filter: { column: 'mass_g', op: 'in', values } });
    await page.goto(`${at}&view=${encodeURIComponent(view)}`);
    await page
      .getByRole('heading', { name: /means 4,250 \(female\) and 4,240 \(male\)/ })
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

const shape = `species,mass_g,bill_mm,survived,cylinders,mass_later,island\n${Array.from({ length: 90 }, (_, i) => `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3000 + 10 * i + ((i * 37) % 90)},${(i * 29) % 31},${Number((i * 7) % 5 < 2)},${4 + 2 * (i % 3)},${3100 + 10 * i + ((i * 53) % 110)},${['Biscoe', 'Dream'][Number((i * 11) % 7 < 3)]}`).join('\n')}\n`;
const method = (page: Page) => page.locator('.tq-method').innerText();

describe('the test that fits', () => {
  it('is chosen with the columns, says why, and answers: three groups, two of them, numbers as groups, 0 and 1, categories, pairs, related columns', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = `/app/datasets/${await uploadCsv(page, await signUp(page, 'chosen@example.com'), 'shape.csv', shape)}?tab=ask`;
    await becomePro(page, 'chosen@example.com');
    await page.goto(at);
    /** Runs what was chosen, and sees its answer; it must have the test in its title. */
    const answered = async (name: string) => {
      await page.getByRole('heading', { name, exact: true }).first().waitFor();
    };
    const chosen = (why: string) =>
      page.getByText(`Chosen because ${why}`, { exact: true }).waitFor();

    await choose(page, 'Column', 'mass_g');
    await choose(page, 'Groups', 'species');
    await chosen(
      'mass_g is a number and species has 3 groups; their means are compared, without taking equal variances for granted.',
    );
    await expect.poll(() => method(page)).toBe('Welch analysis of variance, chosen for you');
    await answered('Welch one-way analysis of variance');

    // Its intervals are at the level that is chosen.
    await page.getByText('95% CI [').first().waitFor();
    await page.getByLabel('Level of confidence').fill('0.99');
    await page.getByText('99% CI [').first().waitFor();

    // Another is one click away; the choice can be left to the adviser again.
    await page.getByRole('button', { name: 'Kruskal–Wallis test', exact: true }).click();
    await expect.poll(() => method(page)).toBe('Kruskal–Wallis test');
    await page.getByText('You chose it.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Use Welch analysis of variance' }).click();
    await expect.poll(() => method(page)).toBe('Welch analysis of variance, chosen for you');

    await page.getByLabel('Which groups', { exact: true }).click();
    for (const name of ['Adelie', 'Gentoo'])
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
        .filter({ hasText: name })
        .click();
    await page.keyboard.press('Escape');
    await expect.poll(() => method(page)).toBe('Welch t test, chosen for you');
    await answered('Welch two-sample t test');

    await choose(page, 'Groups', 'cylinders');
    await chosen(
      'mass_g is a number and cylinders has 3 groups; their means are compared, without taking equal variances for granted.',
    );
    await answered('Welch one-way analysis of variance');

    await choose(page, 'Column', 'survived');
    await choose(page, 'Groups', 'species');
    await chosen('survived has 2 values and species has 3 groups: the shares of 1 are compared.');
    await expect.poll(() => method(page)).toBe('test of proportions, chosen for you');
    await answered('Test of 3 proportions');

    await choose(page, 'Column', 'species');
    await choose(page, 'Groups', 'island');
    await expect.poll(() => method(page)).toBe('chi-square test, chosen for you');
    await answered('Pearson’s chi-square test of independence');

    await page.goto(
      `${at}&test=${encodeURIComponent(JSON.stringify({ ask: 'compare', method: 'auto_pairs', fields: { value: 'mass_g', other: 'mass_later' } }))}`,
    );
    await chosen('both are measured in the same rows: the differences are compared with 0.');
    await answered('Paired t test');

    await panel(page, 'Relate');
    await choose(page, 'First column', 'mass_g');
    await choose(page, 'Second column', 'species');
    await chosen(
      'mass_g is a number and species has 3 groups: η measures how much of the variance of mass_g they account for.',
    );
    await answered('Correlation ratio η');
    await choose(page, 'Second column', 'survived');
    await expect.poll(() => method(page)).toBe('point-biserial correlation, chosen for you');
    await answered('Point-biserial correlation');
    await choose(page, 'Second column', 'mass_later');
    await expect.poll(() => method(page)).toBe('Pearson correlation, chosen for you');
    await page
      .getByRole('region', { name: 'Correlations' })
      .getByRole('cell', { name: 'mass_g and mass_later' })
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('that somebody chose themselves is refused, in the words of the form', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = `/app/datasets/${await uploadCsv(page, await signUp(page, 'own@example.com'), 'shape.csv', shape)}?tab=ask`;
    const own = (question: object) =>
      page.goto(`${at}&test=${encodeURIComponent(JSON.stringify(question))}`);
    // A free account: what cannot be answered is said first, and not after an upgrade.
    for (const [name, id] of [
      ['Welch t test', 'welch_t'],
      ['Mann–Whitney U test', 'mann_whitney'],
      ['permutation test', 'permutation'],
    ] as const) {
      await own({ ask: 'compare', method: id, fields: { value: 'mass_g', group: 'species' } });
      await page
        .getByText(
          `species has 3 groups, and the ${name} takes two: choose two under “Which groups”.`,
          { exact: true },
        )
        .waitFor();
      expect([
        await page.locator('#test-finding').count(),
        await page.getByText('Premium Feature').count(),
      ]).toEqual([0, 0]);
    }
    await page.getByRole('button', { name: 'Use Kruskal–Wallis test' }).click();
    await page.getByText('Premium Feature', { exact: true }).waitFor();
    await page
      .getByRole('heading', { name: 'A sample answer of the demo orders, not of your data' })
      .waitFor();
    expect([
      await page.locator('#test-finding').count(),
      await page.locator('.ask-sample').count(),
    ]).toEqual([0, 1]);

    await own({ ask: 'relate', method: 'point_biserial', fields: { x: 'mass_g', y: 'species' } });
    await page
      .getByText('species has 3 groups, and the point-biserial correlation takes two.', {
        exact: true,
      })
      .waitFor();
    await own({
      ask: 'distribution',
      method: 'kolmogorov_smirnov_two_sample',
      fields: { column: 'mass_g', group: 'species' },
    });
    await page
      .getByText(
        'species has 3 groups, and the Kolmogorov–Smirnov test of two groups takes two: choose two under “Which groups”.',
        { exact: true },
      )
      .waitFor();
    expect(await page.locator('#test-finding').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is named where no test fits, before anything is asked', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    const still = `kind,still\n${Array.from({ length: 12 }, (_, i) => `${'ab'[i % 2]},4`).join('\n')}\n`;
    const id = await uploadCsv(page, await signUp(page, 'none@example.com'), 'still.csv', still);
    await becomePro(page, 'none@example.com');
    await page.goto(
      `/app/datasets/${id}?tab=ask&test=${encodeURIComponent(JSON.stringify({ ask: 'compare', method: 'auto', fields: { value: 'still', group: 'kind' } }))}`,
    );
    await page.getByText('No test fits this question.', { exact: true }).waitFor();
    await page
      .getByText("All values of 'still' are equal here. Choose a column that varies.", {
        exact: false,
      })
      .waitFor();
    expect(await page.locator('#test-finding').count()).toBe(0);
    await context.close();
  });

  it('is answered of a large table before what was noticed is looked for', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    const rows = Array.from({ length: 100_001 }, (_, i) => `${'ab'[i % 2]},${i % 7}`);
    const csv = `kind,n\n${rows.join('\n')}\n`;
    const id = await uploadCsv(page, await signUp(page, 'large@example.com'), 'large.csv', csv);
    await becomePro(page, 'large@example.com');
    const order: string[] = [];
    page.on('requestfinished', (request) =>
      order.push(...operationsIn(request).map((name) => `${name} answered`)),
    );
    page.on('request', (request) => order.push(...operationsIn(request)));
    await page.goto(
      `/app/datasets/${id}?tab=ask&test=${encodeURIComponent(JSON.stringify({ ask: 'compare', method: 'auto', fields: { value: 'n', group: 'kind' } }))}`,
    );
    await page.locator('#test-finding').waitFor();
    await expect.poll(() => order).toContain('datasets.alerts answered');
    expect(order.indexOf('datasets.compareGroups answered')).toBeGreaterThan(0);
    expect(order.indexOf('datasets.alerts')).toBeGreaterThan(
      order.indexOf('datasets.compareGroups answered'),
    );
    await context.close();
  });
});

describe('Explain of the Ask tab', () => {
  it('writes a formula from chosen columns, fits it as R does, predicts, is found again in the history, and says what a formula lacks', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = (await begin(page, 'models@example.com')).replace('tab=ask', 'tab=regression');
    await becomePro(page, 'models@example.com');
    await page.goto(at);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Formula' }).inputValue())
      .toBe('mass_g ~ bill_mm + species');
    await page.getByRole('textbox', { name: 'Formula' }).fill('mass_g ~ bill_mm * species');
    await page.getByRole('button', { name: 'Fit model' }).click();
    // R: summary(lm(mass_g ~ bill_mm * species)), anova as car::Anova.
    await page
      .getByRole('heading', {
        name:
          'These data do not show that the formula mass_g ~ bill_mm + species + bill_mm:species ' +
          'explains some of the variance of mass_g: R² = .001 (p = .996).',
      })
      .waitFor();
    await page
      .getByRole('region', { name: 'Terms', exact: true })
      .getByRole('row', { name: /^bill_mm:species/ })
      .waitFor();
    await keep(page);
    await page.getByRole('button', { name: 'Predict' }).click();
    await page.getByRole('spinbutton', { name: 'bill_mm' }).fill('3');
    await choose(page, 'species', 'Gentoo');
    await page.getByRole('button', { name: 'Predict' }).last().click();
    await page
      .getByRole('region', { name: 'Predictions' })
      .getByRole('cell', { name: 'Gentoo' })
      .waitFor();
    await page.getByRole('textbox', { name: 'Formula' }).fill('mass_g ~ bill_mn');
    await page.getByRole('button', { name: 'Fit model' }).click();
    await page
      .getByText("There is no column 'bill_mn'. Did you mean 'bill_mm'?", { exact: false })
      .waitFor();
    await page.getByRole('textbox', { name: 'Formula' }).fill('mass_g bill_mm');
    await page.getByText('The formula is not complete', { exact: false }).waitFor();
    await page
      .getByRole('navigation', { name: 'Dataset' })
      .getByRole('link', { name: 'History' })
      .click();
    await page.locator('.ledger-q a').first().click();
    await page.getByRole('heading', { name: /the formula mass_g ~ bill_mm \+ species/ }).waitFor();
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });
});

describe('what is drawn and what is modelled', () => {
  it('takes the event of a logistic model, forgets it with its column, and the seed of drawn parts', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const at = (await begin(page, 'events@example.com')).replace('tab=tests', 'tab=regression');
    await becomePro(page, 'events@example.com');
    const model = { method: 'logistic', formula: 'sex ~ bill_mm' };
    await page.goto(`${at}&model=${encodeURIComponent(JSON.stringify(model))}`);
    const asked = (): unknown => JSON.parse(new URL(page.url()).searchParams.get('model') ?? '');
    const fit = (): Promise<void> => page.getByRole('button', { name: 'Fit model' }).click();
    const ratio = page
      .getByRole('region', { name: /^Odds ratio/ })
      .getByRole('row', { name: /^bill_mm/ })
      .getByRole('cell');
    // R: exp(coef(glm(sex == "male" ~ bill_mm, binomial)))
    await page.getByText('event: sex = male', { exact: false }).first().waitFor();
    const ofMale = Number(await ratio.nth(1).innerText());
    await choose(page, 'Odds of', 'female');
    await page.getByText('event: sex = female', { exact: false }).first().waitFor();
    expect(Number(await ratio.nth(1).innerText())).toBeCloseTo(1 / ofMale, 3);
    expect(asked()).toMatchObject({ event: 'female' });

    await choose(page, 'Predict unseen', '5 parts');
    await page.getByRole('spinbutton', { name: 'Seed' }).fill('7');
    await page
      .getByRole('region', { name: /^Predicted from the others, in 5 parts \(seed 7\)/ })
      .first()
      .waitFor();
    expect(asked()).toMatchObject({ event: 'female', folds: 5, seed: 7 });

    await page.getByRole('textbox', { name: 'Formula' }).fill('species ~ bill_mm');
    await page.getByText('true, 1, yes, or else the second', { exact: true }).waitFor();
    await fit();
    await page.getByText('The model could not be fitted.', { exact: false }).waitFor();
    expect(asked()).not.toHaveProperty('event');

    const fisher = { ask: 'relate', method: 'fisher_exact', fields: { x: 'sex', y: 'species' } };
    await page.goto(
      `${at.replace('tab=regression', 'tab=tests')}&test=${encodeURIComponent(JSON.stringify(fisher))}`,
    );
    await page.getByRole('spinbutton', { name: 'Seed' }).fill('12');
    await expect.poll(() => page.url()).toContain('%22seed%22%3A12');
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });
});

const months = `month,sales,returns,shop\n${Array.from(
  { length: 72 },
  (_, i) =>
    `${2019 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01,${100 + i + ([0, -9, 3, 8, 12, 20, 26, 21, 9, 2, -8, 30][i % 12] ?? 0) + ((i * 37) % 11) / 2},${(i * i * 7) % 41},${['north', 'south'][i % 2]}`,
)
  .filter((__, i) => i !== 30)
  .join('\n')}\n`;

describe('Over time, Structure and Report', () => {
  it('say what is missing, forecast, find components, and put chosen results on one page to print or keep', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const id = await uploadCsv(page, await signUp(page, 'series@example.com'), 'shop.csv', months);
    await becomePro(page, 'series@example.com');
    await page.goto(`/app/datasets/${id}?tab=series`);
    await page
      .getByRole('heading', {
        name: 'sales has 71 values from 2019-01-01 to 2024-12-01, one a month, with 1 missing in 1 gap.',
      })
      .waitFor();
    await page
      .getByRole('region', { name: 'Gaps' })
      .getByRole('cell', { name: '2021-06-01' })
      .waitFor();

    await choose(page, 'Method', 'exponential smoothing \\(ETS\\)');
    await page.getByText('Choose in “Gaps” what to put there', { exact: false }).waitFor();
    await choose(page, 'Gaps', 'filled by a line');
    await page.getByRole('heading', { name: /^In 12 months sales is expected at / }).waitFor();
    await page
      .getByRole('region', { name: 'Forecast' })
      .getByRole('cell', { name: '2025-01-01' })
      .waitFor();
    await page.getByRole('button', { name: 'Add to report' }).click();
    await page.getByRole('link', { name: 'In the report' }).waitFor();

    await page
      .getByRole('navigation', { name: 'Dataset' })
      .getByRole('link', { name: 'Ask' })
      .click();
    await panel(page, 'Structure');
    await page.getByText('have in common').waitFor();
    await page
      .getByRole('heading', { name: /^(One component holds|2 components hold) / })
      .waitFor();
    await page.getByRole('button', { name: 'Add to report' }).click();
    await page.getByRole('link', { name: 'In the report' }).click();

    const article = page.locator('article.report');
    await article.getByRole('heading', { name: '2. Principal components' }).waitFor();
    await article.getByRole('img').nth(1).waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Shop, six years');
    await page.getByLabel('Your words on 1').fill('Orders follow this forecast.');
    await page.getByRole('button', { name: 'Move 2 up' }).click();
    await article.getByRole('heading', { name: '1. Principal components' }).waitFor();
    await expect
      .poll(() => article.getByRole('heading', { level: 1 }).textContent())
      .toBe('Shop, six years');
    await article.getByText('Orders follow this forecast.').waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download HTML' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('shop-report.html');
    const html = await readFile(await file.path(), 'utf8');
    expect([
      html.startsWith('<!doctype html>'),
      html.includes('<title>Shop, six years</title>'),
      html.includes('Orders follow this forecast.'),
      (html.match(/<svg/g) ?? []).length >= 2,
      html.includes('<script'),
    ]).toEqual([true, true, true, true, false]);
    await page.emulateMedia({ media: 'print' });
    expect([
      await page.getByRole('navigation', { name: 'Dataset' }).isVisible(),
      await page.getByLabel('Title', { exact: true }).isVisible(),
      await article.isVisible(),
    ]).toEqual([false, false, true]);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'screen' });
    await page.reload();
    await article.getByText('Orders follow this forecast.').waitFor();
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });
});

describe('the Compare tab', () => {
  it('shows how a dataset has moved from another: schema, verdicts, bins', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const access = await signUp(page, 'drift@example.com');
    await uploadCsv(page, access, 'birds.csv', birds);
    const later = await uploadCsv(
      page,
      access,
      'later.csv',
      birds
        .replaceAll('Gentoo', 'Adelie')
        .replaceAll(/,(\d{4}),/g, (_, mass: string) => `,${Number(mass) + 1500},`)
        .replace('sex', 'gender'),
    );
    await becomePro(page, 'drift@example.com');
    await page.goto(`/app/datasets/${later}?tab=compare`);
    await choose(page, 'Compare with', 'birds.csv');
    await page.getByText('Much has changed in mass_g, species; 1 of 3 columns is alike.').waitFor();
    await page.getByText('gender (text)').waitFor();
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'mass_g' }) })
      .getByText('Changed')
      .waitFor();
    await page.getByRole('button', { name: 'species' }).click();
    await page.getByRole('cell', { name: 'Chinstrap', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
