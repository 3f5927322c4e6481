import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { signUp, uploadCsv, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/**
 * A dialog holds the page still, gives the focus back where it was, and does nothing that the
 * policy of the page refuses.
 */

useColumnist();

/** Turns the wheel over the page, and waits until the turn has reached it. */
async function turnWheel(page: Page): Promise<void> {
  const reached = page.evaluate(
    () =>
      new Promise<void>((done) =>
        addEventListener(
          'wheel',
          () => requestAnimationFrame(() => requestAnimationFrame(() => done())),
          { once: true },
        ),
      ),
  );
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 120);
  await reached;
}
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

describe('a question over the page', () => {
  it('is asked before the key is regenerated; no is no, and yes does it', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, {
      viewport: { width: 1200, height: 600 },
    });
    await signUp(page, 'asked@example.com');
    await verify(page, 'asked@example.com');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = page.getByRole('group', { name: /API key/ });
    const first = await key.textContent();
    const regenerate = page.getByRole('button', { name: 'Regenerate', exact: true });
    const question = page.getByRole('dialog', { name: 'Regenerate the API key?' });
    await regenerate.click();
    await question.getByText('The key in use stops working at once.').waitFor();
    await expect
      .poll(() =>
        question
          .getByRole('button', { name: 'Regenerate' })
          .evaluate((button) => button === document.activeElement),
      )
      .toBe(true);
    const at = await scrolled(page);
    await turnWheel(page);
    expect(await scrolled(page)).toBe(at);

    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect
      .poll(() => regenerate.evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(await key.textContent()).toBe(first);
    await turnWheel(page);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(at);

    await regenerate.click();
    await question.getByRole('button', { name: 'Regenerate' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => key.textContent()).not.toBe(first);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is not needed to say why a new version was refused, which is read until it is closed', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    const id = await uploadCsv(
      page,
      await signUp(page, 'refused@example.com'),
      'kinds.csv',
      'kind,size\na,1\nb,2\n',
    );
    await page.goto(`/app/datasets/${id}`);
    await page.getByRole('heading', { name: /kinds\.csv/ }).waitFor();
    await page.setInputFiles('input[aria-label="File of the new version"]', {
      name: 'empty.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(''),
    });
    const said = page.getByRole('alert').filter({ hasText: /empty/i });
    await said.waitFor();
    await said.getByRole('button', { name: 'Close' }).click();
    await said.waitFor({ state: 'detached' });
    await context.close();
  });
});
