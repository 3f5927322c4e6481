import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openVisitor } from './columnist.ts';
import { becomePro, signUp } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const kind = '"><script>window.owned = 1</script>';
const amount = '<a xlink:href="javascript:window.owned = 2">amount</a>';
const kinds = [
  '<img src=x onerror="window.owned = 3">',
  ']]><svg onload="window.owned = 4"/>',
  'plain & simple',
];
/** The elements that a picture is made of. */
const drawn = ['svg', 'g', 'rect', 'path', 'line', 'text'];
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const table = [
  `${quoted(kind)},${quoted(amount)}`,
  ...Array.from({ length: 60 }, (_, i) => `${quoted(kinds[i % 3] ?? '')},${(i * 37) % 101}`),
].join('\n');

test('a picture that is downloaded as SVG runs nothing of the names and cells that it shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-picture-'));
  const { page, context } = await openVisitor(browser, columnist.url);
  try {
    await signUp(page, 'pictures@example.com');
    await becomePro(page, 'pictures@example.com');
    await page.goto('/app/dashboard');
    await page.setInputFiles('input[aria-label="CSV files"]', {
      name: 'hostile.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(table),
    });
    await page.getByRole('link', { name: 'hostile' }).first().click();
    await page.waitForURL(/datasets\/[^/]+$/);
    await page
      .getByRole('navigation', { name: 'Dataset' })
      .getByRole('link', { name: 'Ask' })
      .click();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Picture, SVG' }).click(),
    ]);
    const file = join(folder, 'picture.svg');
    await download.saveAs(file);
    const opened = await context.newPage();
    await opened.goto(pathToFileURL(file).href);
    // The names and cells are in it as texts.
    const texts = await opened.locator('text').allTextContents();
    expect(texts.some((text) => text.startsWith('<img src=x'))).toBe(true);
    expect(texts).toContain(amount);
    const elements = await opened
      .locator('*')
      .evaluateAll((nodes) => [...new Set(nodes.map((node) => node.localName))]);
    expect(elements.filter((name) => !drawn.includes(name))).toEqual([]);
    const attributes = await opened
      .locator('*')
      .evaluateAll((nodes) => nodes.flatMap((node) => node.getAttributeNames()));
    expect(attributes.filter((name) => /^on|href|src/i.test(name))).toEqual([]);
    expect(await opened.evaluate(() => Reflect.has(window, 'owned'))).toBe(false);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});
