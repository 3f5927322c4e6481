import { describe, expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

// Within each kind depth falls with length, over all it rises; one wind is impossible, and many
// columns stand before it.
const kinds = ['adder', 'badger', 'curlew'];
const rows = Array.from({ length: 120 }, (_, i) => {
  const kind = Math.floor(i / 40);
  const length = 10 * kind + (i % 5);
  const depth = 10 * kind - (i % 5) + (i % 2) / 2;
  const others = Array.from({ length: 14 }, (_item, k) => (i * (2 * k + 7)) % 101);
  return [kinds[kind], length, depth, ...others, i === 70 ? 1048.4 : ((i * 37) % 101) / 4].join(
    ',',
  );
});
const names = ['kind', 'length', 'depth', ...Array.from({ length: 14 }, (_, k) => `m${k}`), 'wind'];
const csv = `${names.join(',')}\n${rows.join('\n')}\n`;

describe.each([
  ['desktop', desktop],
  ['phone', phone],
] as const)('what a careful colleague notices, at the size of a %s', (size, viewport) => {
  it('shows an extreme value in its row and column, says why, and mends it by a step that can be changed', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const access = await signUp(page, `careful-${size}@example.com`);
    const id = await uploadCsv(page, access, 'winds.csv', csv);
    await page.goto(`/app/datasets/${id}`);
    const alerts = page.getByRole('region', { name: 'Alerts' });
    const said = /wind is 1,048.4 in row 71, far from all others/;
    const alert = alerts.getByRole('listitem').filter({ hasText: said });
    await alert.getByText('High', { exact: true }).waitFor();
    await alert.getByText('Why', { exact: true }).click();
    await alert.getByText('one alone can move a mean', { exact: false }).waitFor();

    // Its rows: sorted, and the column in sight, beyond what fits beside it.
    await alert.getByRole('link', { name: /^1 row: / }).click();
    const cell = page.getByRole('gridcell', { name: /^1,?048.4/ });
    await cell.waitFor();
    await expect
      .poll(async () => {
        const box = await cell.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= viewport.width;
      })
      .toBe(true);
    await page.goBack();

    // The step: the value is missing, the file untouched.
    await alert.getByRole('link', { name: /^Set 1,048.4 to missing: / }).click();
    await page.getByRole('button', { name: /^Steps/ }).click();
    const steps = page.getByRole('dialog');
    await steps
      .getByText('1 value became missing', { exact: false })
      .or(steps.getByText('1 cell changed', { exact: false }))
      .first()
      .waitFor();

    // A broken expression is refused before it applies.
    await steps.getByRole('combobox', { name: 'Kind of step' }).click();
    await page
      .getByRole('option', { name: 'Derive a column' })
      .or(page.getByTitle('Derive a column'))
      .first()
      .click();
    await steps.getByLabel('Name', { exact: true }).fill('twice');
    await steps.getByRole('combobox', { name: 'Expression' }).fill('2 * lenght');
    await steps.getByText('Steps', { exact: false }).first().click();
    await steps.getByRole('button', { name: 'Add step' }).click();
    await steps.getByRole('alert').filter({ hasText: 'lenght' }).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).not.toContain('derive');
    await steps.getByRole('combobox', { name: 'Expression' }).fill('2 * length');
    await steps.getByText('Steps', { exact: false }).first().click();
    await steps.getByRole('button', { name: 'Add step' }).click();
    await steps.getByText('twice = 2 * length').waitFor();

    // And is changed where it is.
    await steps.getByRole('button', { name: 'Change step twice = 2 * length' }).click();
    await steps.getByRole('combobox', { name: 'Expression' }).first().fill('3 * length');
    await steps.getByText('Steps', { exact: false }).first().click();
    await steps.getByRole('button', { name: 'Change step', exact: true }).click();
    await steps.getByText('twice = 3 * length').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says above an answer what in its columns would change it, and asks again without it', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const access = await signUp(page, `noticed-${size}@example.com`);
    await becomePro(page, `noticed-${size}@example.com`);
    const id = await uploadCsv(page, access, 'winds.csv', csv);
    const ask = async (columns: readonly string[]) => {
      const about = encodeURIComponent(JSON.stringify(columns));
      await page.goto(`/app/datasets/${id}?tab=ask&about=${about}`);
    };
    const noticed = page.getByText(
      /Look at this before you use the answer: wind is 1,048.4 in row 71/,
    );
    const ready = page.getByText('The answer is here.');
    await ask(['wind', 'kind']);
    await noticed.waitFor();
    await ready.waitFor({ state: 'attached' });
    await page.getByRole('link', { name: /^1 row: wind is/ }).click();
    await page.getByRole('gridcell', { name: /^1,?048.4/ }).waitFor();
    await page.goBack();

    // The same question without the value: 119 of 120 rows have one.
    await page.getByRole('link', { name: /^Set 1,048.4 to missing, and ask again: / }).click();
    await noticed.waitFor({ state: 'detached' });
    const steps = new URL(page.url()).searchParams;
    expect([steps.get('tab'), steps.get('view')]).toEqual([
      'ask',
      expect.stringContaining('1048.4'),
    ]);
    await page.getByText('wind', { exact: false }).first().waitFor();
    await page
      .getByText(/\b119\b/)
      .first()
      .waitFor();

    // Of columns in which nothing was noticed nothing is said.
    await ask(['length', 'kind']);
    await ready.waitFor({ state: 'attached' });
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('datasets.alerts')),
    );
    expect(await page.getByText('Look at this before').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('warns where a third column reverses a relation, and colours by it', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const access = await signUp(page, `reversed-${size}@example.com`);
    const id = await uploadCsv(page, access, 'animals.csv', csv);
    await page.goto(`/app/datasets/${id}?tab=relationships&x=length&y=depth`);
    await page.getByText('Within kind it is the other way round', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Colour by kind' }).click();
    await page
      .getByRole('img', { name: 'depth against length, 120 rows, coloured by kind.' })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('colour')).toBe('kind');
    expect(problems).toEqual([]);
    await context.close();
  });
});
