import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'rolldown';
import { z } from 'zod';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const versioned = z.object({ version: z.string() });
const own = versioned.extend({
  name: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
});
const kept = ['@modelcontextprotocol/server', 'zod'];

/**
 * The manifest of what is published: the command alone, with the few packages that are not bundled.
 */
const manifest: Plugin = {
  name: 'manifest',
  generateBundle() {
    const dependencies = Object.fromEntries(
      kept.map((name) => [
        name,
        versioned.parse(JSON.parse(read(`node_modules/${name}/package.json`))).version,
      ]),
    );
    const published = {
      ...own.parse(JSON.parse(read('package.json'))),
      engines: { node: '>=22.17' },
      bin: { 'columnist-mcp': './dist/bin.js' },
      files: ['dist'],
      dependencies,
    };
    this.emitFile({
      type: 'asset',
      fileName: 'package.json',
      source: `${JSON.stringify(published, null, 2)}\n`,
    });
    this.emitFile({ type: 'asset', fileName: 'README.md', source: read('README.md') });
    this.emitFile({ type: 'asset', fileName: 'LICENSE', source: read('../../LICENSE') });
  },
};

/**
 * dist/package is what `npm publish` takes: the contract bundled, so that the command needs no
 * other package of ours.
 */
export default defineConfig({
  input: 'src/bin.ts',
  platform: 'node',
  external: kept.map((name) => new RegExp(`^${name}(?:/|$)`)),
  plugins: [manifest],
  output: {
    dir: 'dist/package',
    entryFileNames: 'dist/[name].js',
    chunkFileNames: 'dist/[name].js',
    cleanDir: true,
  },
});
