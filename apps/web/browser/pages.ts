import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { datasetTabs } from '../src/lib/dataset-tabs.ts';

const router = readFileSync(resolve(import.meta.dirname, '../src/app/router.tsx'), 'utf8');

/** The addresses of the router, such as /datasets/:id; a page that is added to it is among them. */
export const routes: readonly string[] = [...router.matchAll(/\bpath="(\/[^"]*)"/g)].flatMap(
  ([, path = '']) => [path],
);

/** The tabs of a dataset by their addresses. */
export const tabsOf = (dataset: string): readonly (readonly [name: string, path: string])[] =>
  datasetTabs.map(({ key, name }) => [`tab ${name}`, `${dataset}?tab=${key}`]);
