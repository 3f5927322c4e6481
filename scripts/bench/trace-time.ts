import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { cpuSeconds } from './process-figures.ts';

/** What the bench needs of an event of the browser's trace; `ts`, `dur` and `tdur` in µs. */
const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  pid: z.number(),
  tid: z.number(),
  args: z.object({ name: z.string().optional() }),
});
type TraceEvent = z.infer<typeof traceEvent>;
const trace = z.object({ traceEvents: z.array(traceEvent) });

/** The events of the main thread of pages while some work was done, and all marks. */
async function traced(browser: Browser, page: Page, work: () => Promise<void>) {
  await browser.startTracing(page, {
    categories: [
      'toplevel',
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'blink.user_timing',
    ],
  });
  await work();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
}

const isTask = ({ name, ph }: TraceEvent): boolean =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');

/** The longest task of the main thread during some work, ms. */
export async function longestTask(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  const tasks = (await traced(browser, page, work)).filter(isTask);
  if (tasks.length === 0) throw new Error('The trace holds no task of the main thread.');
  return Math.max(...tasks.map(({ dur = 0 }) => dur / 1000));
}

/** What is there when a page is useful: an element with text or a drawing, on the tab of this name. */
export interface Useful {
  readonly at: string;
  /** What is in it while figures are awaited. */
  readonly without?: string;
  /** The tab that is open. */
  readonly tab?: string;
  /** Its text is another one than at the start. */
  readonly changes?: boolean;
  /** A link that is followed on the way, as soon as it is there. */
  readonly through?: string;
}

/** How long something took, ms: by the clock, and of processors in the page and in the server. */
export interface Took {
  readonly wall: number;
  readonly page: number;
  readonly server: number;
}

/** Milliseconds of processors that a process and all it started have had. */
function cpuOfAll(pid: number): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /, '');
        return [[Number(name), Number(stat.split(' ')[1])] as const];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const all = new Set([pid]);
  for (let before = 0; before < all.size;) {
    before = all.size;
    for (const [one, parent] of parents) if (all.has(parent)) all.add(one);
  }
  return [...all].reduce((sum, one) => sum + 1000 * secondsOf(one), 0);
}

/** Of a process that may have ended meanwhile. */
function secondsOf(pid: number): number {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0;
  }
}

/**
 * From what a person does (`start`, the event that begins it) until what is useful has been drawn,
 * by the marks and paints of the browser's trace. `act` does it in the page, which is open.
 */
export async function timeUntil(
  browser: Browser,
  page: Page,
  serverPid: number,
  start: 'click' | 'change',
  useful: Useful,
  act: () => Promise<void>,
): Promise<Took> {
  const before = cpuOfAll(serverPid);
  const events = await traced(browser, page, async () => {
    await page.evaluate(watch, { start, ...useful });
    await act();
    await page
      .waitForFunction(() => performance.getEntriesByName('bench-useful').length > 0)
      .catch((cause: unknown) => {
        throw new Error(`${useful.at} was never useful on ${page.url()}.`, { cause });
      });
    // The frame in which it was seen is drawn before the next one begins.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  });
  const server = cpuOfAll(serverPid) - before;
  const at = (name: string): number => {
    const mark = events.find((event) => event.name === name);
    if (mark === undefined) throw new Error(`The trace has no mark ${name}.`);
    return mark.ts;
  };
  const [asked, seen] = [at('bench-asked'), at('bench-useful')];
  const drawn = events.find(
    ({ name, ts }) => ts >= seen && (name === 'Commit' || name === 'Paint'),
  );
  const end = drawn === undefined ? seen : drawn.ts + (drawn.dur ?? 0);
  const tasks = events.filter((event) => isTask(event) && event.ts >= asked && event.ts < end);
  return {
    wall: (end - asked) / 1000,
    page: tasks.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0),
    server,
  };
}

/**
 * In the page: marks the first event of this kind, and the first frame in which what is useful is
 * there.
 */
function watch({
  start,
  at,
  without,
  tab,
  changes = false,
  through,
}: Useful & { start: 'click' | 'change' }): void {
  performance.clearMarks('bench-asked');
  performance.clearMarks('bench-useful');
  const textOf = (): string | null => document.querySelector(at)?.textContent ?? null;
  let asked = false;
  let followed = through === undefined;
  let before: string | null = null;
  addEventListener(
    start,
    () => {
      asked = true;
      before = changes ? textOf() : null;
      performance.mark('bench-asked');
    },
    { capture: true, once: true },
  );
  const isThere = (): boolean => {
    const open = document.querySelector('nav.tabs [aria-current=page]')?.textContent;
    if (tab !== undefined && open !== tab) return false;
    const place = document.querySelector(at);
    if (place === null || place.closest('[aria-busy=true], .tr-old') !== null) return false;
    if (!place.checkVisibility({ visibilityProperty: true })) return false;
    const text = place.textContent ?? '';
    if ((without !== undefined && text.includes(without)) || text === before) return false;
    return place.matches('svg, canvas') || text.trim() !== '';
  };
  const look = (): void => {
    const link = asked && !followed ? document.querySelector<HTMLElement>(through ?? '') : null;
    if (link !== null) {
      followed = true;
      link.click();
    }
    if (asked && followed && isThere()) performance.mark('bench-useful');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
