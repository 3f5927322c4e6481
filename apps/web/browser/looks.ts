import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { oneOf } from '@columnist/testing';
import { expect } from 'vitest';
import { desktop, phone } from './columnist.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these tags that read colours; a theme changes nothing for the others. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Each size is read by every rule in one theme, and by those of colours in the other. */
const sizes = [
  [
    [desktop, 'light', null],
    [desktop, 'dark', ofColours],
  ],
  [
    [phone, 'dark', null],
    [phone, 'light', ofColours],
  ],
] as const;

/**
 * What violates WCAG 2.2 AA, and whether the page is wider than the window; in the legacy mode axe
 * needs no second page.
 */
export async function accessibilityProblems(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  const axe = axeOf(page);
  // What is partly covered has no size to judge: nothing behind a dialog can be reached, and what
  // lies under the header comes out where the page is scrolled.
  await page.evaluate(() => scrollTo(0, 0));
  if (await page.locator('[aria-modal=true]').first().isVisible()) axe.exclude('#root');
  const { violations } = await (
    rules === null ? axe.withTags(wcag) : axe.withRules([...rules])
  ).analyze();
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`),
    ...(await widthProblems(page)),
  ];
}

/** Describes the elements of violations alone: those of everything that is right take longer. */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

async function widthProblems(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return wide ? ['wider than the window'] : [];
}

/**
 * Landmarks that share a name. No criterion forbids them; people who jump from landmark to landmark
 * cannot tell them apart.
 */
export async function landmarkProblems(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).withRules(['landmark-unique']).analyze();
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}

/** Until the theme is on the page (the API reference has none to set), and what moves has arrived. */
async function settled(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.locator(`html[data-theme="${colorScheme}"], html:not(:has(#root))`).waitFor();
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // A change of size is heard in one frame and drawn in the next.
    await frame();
    await frame();
    await Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    );
  });
}

/**
 * The screen has no problem at both sizes in both themes, which change under it as they do for
 * people; `seen` is called for each. In the gate axe reads it at one size, drawn by the name of the
 * test, and of the other only the width is looked at.
 */
export async function isAccessible(
  page: Page,
  seen?: (look: string) => Promise<unknown>,
): Promise<void> {
  const read: readonly (typeof sizes)[number][] = oneOf(
    sizes,
    expect.getState().currentTestName ?? '',
  );
  for (const size of sizes)
    for (const [viewport, colorScheme, rules] of size) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page, colorScheme);
      const look = `${viewport.width}-${colorScheme}`;
      // One reading of a long page, such as the API reference, takes many seconds on a busy machine.
      await expect
        .poll(
          () => (read.includes(size) ? accessibilityProblems(page, rules) : widthProblems(page)),
          {
            message: look,
            timeout: 60_000,
          },
        )
        .toEqual([]);
      await seen?.(look);
    }
  await page.setViewportSize(desktop);
}
