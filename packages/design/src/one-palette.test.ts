import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { colors } from './tokens.ts';

const root = resolve(import.meta.dirname, '../../..');
const colorsIn = (file: string): string[] =>
  readFileSync(resolve(root, file), 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? [];

it('is the only palette: no other source names a colour', () => {
  const sources = globSync('{packages,apps}/*/{src,vite}/**/*.{ts,tsx,css,html}', { cwd: root });
  expect(sources.length).toBeGreaterThan(500);
  // The sandbox draws the pages of another company.
  const others = sources.filter(
    (file) => !/^packages\/(design|sandbox)\/|[.]test[.]tsx?$/.test(file),
  );
  expect(others.filter((file) => colorsIn(file).length > 0)).toEqual([]);
});

it('is the palette of the icon, which a browser reads without styles', () => {
  expect(colorsIn('apps/web/public/favicon.svg')).toEqual([
    colors.light.ink,
    colors.dark.ink,
    colors.light.num,
  ]);
});
