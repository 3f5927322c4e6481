import { ofSample, oneOf } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { tabsOf } from './pages.ts';
import { signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/**
 * A person who uses the keyboard sees where they are: at every stop of the Tab key enough pixels
 * change between the element with focus and without it, by a contrast of 3 to 1 (WCAG 2.4.7, 2.4.11,
 * 2.4.13). The pictures are taken of the page itself, so that what is cut off, covered or of the
 * colour of its background counts as not seen.
 */

useColumnist();

const stop = z.object({
  name: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
const margin = 6;

/** The element with focus; null at the end of the page. */
async function focused(page: Page): Promise<z.infer<typeof stop> | null> {
  return stop.nullable().parse(
    await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body || at === document.documentElement) return null;
      // The ring of a field that is made of several elements is on what holds it, and that of a
      // card on the card.
      const card = at.matches('.card h3 a') ? at.closest('.card') : null;
      const { x, y, width, height } = (
        card ??
        at.closest(
          '.ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-upload, .ant-segmented-item',
        ) ??
        at
      ).getBoundingClientRect();
      return {
        name: `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40) ?? ''}`,
        x,
        y,
        width,
        height,
      };
    }),
  );
}

/** How many pixels differ between two pictures by a contrast of 3 to 1. */
async function changed(judge: Page, before: Buffer, after: Buffer): Promise<number> {
  return z.number().parse(
    await judge.evaluate(
      async (pictures) => {
        const [a, b] = await Promise.all(
          pictures.map(async (picture) => {
            const image = await createImageBitmap(
              await (await fetch(`data:image/png;base64,${picture}`)).blob(),
            );
            const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
            canvas?.drawImage(image, 0, 0);
            return canvas?.getImageData(0, 0, image.width, image.height).data;
          }),
        );
        if (a === undefined || b === undefined) throw new Error('There are two pictures.');
        const luminance = (picture: Uint8ClampedArray, i: number): number => {
          const [r = 0, g = 0, blue = 0] = [...picture.subarray(i, i + 3)].map((value) =>
            value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
        };
        const pixels = a.length;
        let count = 0;
        for (let i = 0; i < pixels; i += 4) {
          if (a[i] === b[i] && a[i + 1] === b[i + 1] && a[i + 2] === b[i + 2]) continue;
          const [x, y] = [luminance(a, i), luminance(b, i)];
          if ((Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) >= 3) count += 1;
        }
        return count;
      },
      [before.toString('base64'), after.toString('base64')],
    ),
  );
}

/** Walks through the page by Tab; gives how many stops there were, and those that are not seen. */
async function walk(
  page: Page,
  judge: Page,
  most: number,
): Promise<{ stops: number; unseen: string[] }> {
  const unseen: string[] = [];
  const { width: across, height: down } = page.viewportSize() ?? { width: 0, height: 0 };
  let stops = 0;
  for (; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at === null) break;
    const [left, top] = [Math.max(0, at.x - margin), Math.max(0, at.y - margin)];
    const clip = {
      x: left,
      y: top,
      width: Math.min(across, at.x + at.width + margin) - left,
      height: Math.min(down, at.y + at.height + margin) - top,
    };
    if (clip.width <= 0 || clip.height <= 0) {
      unseen.push(`${at.name}: outside of the window`);
      continue;
    }
    const withFocus = await page.screenshot({ clip });
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    const pixels = await changed(judge, await page.screenshot({ clip }), withFocus);
    // At least a line of one pixel on three of the four sides of what is seen of it.
    const wanted = 1.5 * (Math.min(at.width, clip.width) + Math.min(at.height, clip.height));
    if (pixels < wanted) unseen.push(`${at.name}: ${pixels} of ${Math.round(wanted)} pixels`);
  }
  return { stops, unseen };
}

const csv = `kind,size,weight,day,note\n${Array.from({ length: 60 }, (_, i) => `${'abc'[i % 3]},${(i * 7) % 41},${(i * 11) % 37},2024-0${1 + (i % 9)}-11,text ${i}`).join('\n')}\n`;
const pages: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['dashboard', '/app/dashboard', 'kinds.csv'],
  ...tabsOf('{dataset}').map(([name, path]) => [name, path, 'kinds.csv'] as const),
  ['correlation', '{dataset}?tab=ask&about=["size","weight"]', 'Your plan includes'],
  ['a column', '{dataset}?tab=columns&column=kind', 'Most frequent'],
  ['import', '/app/import', 'What can be imported'],
  ['combine', '/app/combine', 'The sources stay as they are'],
  ['SQL', '/app/sql', 'Premium Feature'],
  ['keys', '/app/profile?tab=apikey', 'API Access'],
  ['security', '/app/profile?tab=security', 'This session'],
  ['profile', '/app/profile', 'Full name'],
  ['settings', '/app/settings', 'Settings'],
  ['subscription', '/app/subscription', 'Upgrade to Pro'],
  ['documentation', '/app/docs', 'Quick start'],
];
const visited: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['login', '/app/login', 'Create an account'],
  ['register', '/app/register', 'Create account'],
  ['forgotten password', '/app/forgot-password', 'Email'],
  ['privacy', '/app/privacy', 'Privacy'],
];

const themes = ['light', 'dark'] as const;

/** In the gate each screen is walked through in one theme, drawn by its name. */
const inTheme = (theme: (typeof themes)[number], screens: typeof pages): typeof pages =>
  screens.filter(([name]) => oneOf(themes, name).includes(theme));

describe.each(themes)(`focus is seen in the %s theme, on ${ofSample}`, (colorScheme) => {
  it.each([
    ['a visitor', inTheme(colorScheme, visited)],
    ['an account', inTheme(colorScheme, pages)],
  ] as const)('by %s', async (who, screens) => {
    const { page, context } = await openVisitor(browser, columnist.url, { colorScheme });
    // Pictures are compared on a page of its own, whose policy permits it.
    const judge = await context.newPage();
    const dataset =
      who === 'a visitor'
        ? ''
        : `/app/datasets/${await uploadCsv(page, await signUp(page, `focus-${colorScheme}@example.com`), 'kinds.csv', csv)}`;
    const found: Record<string, string[]> = {};
    for (const [name, path, ready] of screens) {
      await page.bringToFront();
      await page.goto(path.replace('{dataset}', dataset));
      await page.getByText(ready, { exact: false }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const { stops, unseen } = await walk(page, judge, 90);
      expect(stops, name).toBeGreaterThan(1);
      if (unseen.length > 0) found[name] = unseen;
    }
    expect(found).toEqual({});
    await context.close();
  });
});
