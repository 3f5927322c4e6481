import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How a person works on a page. What they do is counted: clicks, or keys that do what a click does. */
export interface Hand {
  /** Since the task began; a field that is written into, a file that is dropped and an option of a list are one each. */
  readonly count: () => number;
  press(target: Locator): Promise<void>;
  /** One of a row of radio buttons. */
  pick(radio: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** An option of a list, which is opened first. */
  choose(list: Locator, option: string): Promise<void>;
  /** A file: dropped on a field for files, or chosen where this asks for one. */
  give(target: Locator, file: FileGiven): Promise<void>;
  /** Presses what makes a file; gives its text. */
  take(target: Locator): Promise<string>;
}

export interface FileGiven {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** What both do alike, once something can be pressed. */
function files(page: Page, press: Hand['press'], counted: () => void): Pick<Hand, 'give' | 'take'> {
  return {
    give: async (target, file) => {
      if (await target.evaluate((element) => element.matches('input[type=file]'))) {
        counted();
        await target.setInputFiles(file);
        return;
      }
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(target)]);
      counted();
      await chooser.setFiles(file);
    },
    take: async (target) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(target)]);
      return readFile(await download.path(), 'utf8');
    },
  };
}

const options = (page: Page): Locator =>
  page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
const exactly = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/** With a mouse, or a finger. */
export function mouse(page: Page): Hand {
  let count = 0;
  const press = async (target: Locator): Promise<void> => {
    count += 1;
    await target.click();
  };
  return {
    count: () => count,
    press,
    // Its label is what is seen of it.
    pick: (radio) => press(radio.locator('xpath=ancestor::label')),
    write: async (target, text) => {
      count += 1;
      await target.fill(text);
    },
    choose: async (list, option) => {
      await press(list);
      await press(options(page).filter({ hasText: exactly(option) }));
    },
    ...files(page, press, () => (count += 1)),
  };
}

/** The most stops between two things that a task needs one after the other. */
const mostStops = 150;

/** By the keyboard alone: what is pressed was reached by Tab before. */
export function keyboard(page: Page): Hand {
  let count = 0;
  const reach = async (target: Locator): Promise<void> => {
    // The boxes of radio buttons are there, but drawn by their labels.
    await target.waitFor({ state: 'attached' });
    // Tab leads into an open menu; its items are gone through by the arrows.
    const isItem = (await target.getAttribute('role')) === 'menuitem';
    if (isItem) await page.keyboard.press('Tab');
    for (let stops = 0; stops <= mostStops; stops++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(isItem ? 'ArrowDown' : 'Tab');
    }
    throw new Error(`${String(target)} is not reached by ${mostStops} stops of the Tab key.`);
  };
  const press = async (target: Locator): Promise<void> => {
    await reach(target);
    count += 1;
    const isBox = await target.evaluate((element) => element.matches('input'));
    await page.keyboard.press(isBox ? 'Space' : 'Enter');
  };
  return {
    count: () => count,
    press,
    pick: async (radio) => {
      const group = radio.locator('xpath=ancestor::*[@role="radiogroup"]');
      await reach(group.getByRole('radio', { checked: true }));
      count += 1;
      const radios = group.getByRole('radio');
      const chosen = () =>
        radios.evaluateAll((all) => all.findIndex((one) => one.matches(':checked')));
      for (let left = await radios.count(); left > 0; left--) {
        if (await radio.isChecked()) return;
        const before = await chosen();
        await page.keyboard.press('ArrowRight');
        await expect.poll(chosen).not.toBe(before);
      }
      throw new Error(`${String(radio)} is not reached by the arrows.`);
    },
    write: async (target, text) => {
      await reach(target);
      count += 1;
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    choose: async (list, option) => {
      await reach(list);
      count += 2;
      await page.keyboard.press('ArrowDown');
      const wanted = options(page).filter({ hasText: exactly(option) });
      await wanted.waitFor({ state: 'attached' });
      await page.keyboard.type(option);
      await expect
        .poll(() => wanted.getAttribute('class'))
        .toContain('ant-select-item-option-active');
      await page.keyboard.press('Enter');
    },
    ...files(page, press, () => (count += 1)),
  };
}
