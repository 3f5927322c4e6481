import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const dist = resolve(import.meta.dirname, '../dist/assets');

/** Kilobytes of script, gzipped, that a first visit may load. */
export const firstLoads = [
  { path: '/app/login', ready: 'Password', limit: 200 },
  { path: '/app/dashboard', ready: 'Total Datasets', limit: 300 },
] as const;

export interface Script {
  readonly name: string;
  /** Gzipped. */
  readonly kilobytes: number;
}

/** The scripts that a page of a new visitor asks for until it is quiet, the heaviest first. */
export async function scriptsOf(page: Page, path: string, ready: string): Promise<Script[]> {
  const names = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      names.add(basename(new URL(response.url()).pathname));
  });
  await page.goto(path);
  await page.getByText(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  return [...names]
    .filter((name) => name !== 'theme.js')
    .map((name) => ({
      name,
      kilobytes: gzipSync(readFileSync(join(dist, name))).length / 1000,
    }))
    .toSorted((a, b) => b.kilobytes - a.kilobytes);
}

export const weightOf = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
