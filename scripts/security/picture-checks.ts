import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium, openVisitor } from '../../apps/web/browser/columnist.ts';
import { startServer } from '../bench/servers.ts';
import { must, mustBe, type Check } from './check.ts';
import { asSession, openSite, type Newcomer, type Site } from './site.ts';

const table = `x,y\n${Array.from({ length: 40 }, (_, i) => `${i},${(i * i) % 17}`).join('\n')}\n`;

/**
 * A server whose workers cannot compile text to code: the shell sets that in V8 that starts them.
 */
async function withoutCompiling(work: (site: Site) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-pictures-'));
  const programs = join(folder, 'programs');
  const started = join(folder, 'started');
  mkdirSync(programs);
  writeFileSync(
    join(programs, 'sh'),
    `#!/bin/sh\ntouch ${started}\nNODE_OPTIONS=--disallow-code-generation-from-strings exec /bin/sh "$@"\n`,
  );
  chmodSync(join(programs, 'sh'), 0o755);
  const server = await startServer('', join(folder, 'data'), {
    THROTTLE_SCALE: '1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
  });
  try {
    await work(await openSite(server, 1));
    must(existsSync(started), 'no worker was started by that shell');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The picture of a page of this dataset in Chromium, where the policy of the page forbids to
 * compile (see 3.4.1); throws what the page complains of.
 */
async function drawInBrowser({ url }: Site, who: Newcomer, id: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const { page, problems } = await openVisitor(browser, url);
    await page.goto('/app/login');
    await page.evaluate(
      ([access, refresh]) => {
        localStorage.setItem('accessToken', access ?? '');
        localStorage.setItem('refreshToken', refresh ?? '');
      },
      [who.session, who.refresh],
    );
    await page.goto(`/app/datasets/${id}?tab=relationships&x=x&y=y`);
    const drawn = await page
      .locator('.vega svg path')
      .first()
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    must(drawn, `no picture was drawn: ${problems.slice(0, 3).join('; ')}`);
  } finally {
    await browser.close();
  }
}

/** What is drawn of the names and cells of strangers. */
export const pictureChecks: readonly Check[] = [
  {
    number: 'L4',
    title: 'Expressions of pictures are interpreted, never compiled to code',
    run: async (site) => {
      await withoutCompiling(async (own) => {
        const id = String((await own.upload(own.alice, table)).json()['id']);
        for (const body of [{ x: 'x' }, { x: 'x', y: 'y' }]) {
          const picture = await own.ask('POST', `/api/v1/datasets/${id}/chart`, {
            headers: { ...asSession(own.alice), Accept: 'image/png' },
            body,
          });
          mustBe(picture, 200, 'a picture by workers that cannot compile');
          must(picture.text.includes('PNG'), 'the picture is none');
        }
      });
      const who = await site.newcomer();
      await drawInBrowser(site, who, String((await site.upload(who, table)).json()['id']));
      return 'two pictures by workers that cannot compile, one by a page that may not';
    },
  },
];
