import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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
const root = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

/** Where packages that are not bundled are installed here, and what draws, which needs native code. */
const native: Readonly<Record<string, string>> = {
  '@duckdb/node-api': '../tables/node_modules/@duckdb/node-api/package.json',
  '@resvg/resvg-js': '../workers/node_modules/@resvg/resvg-js/package.json',
  '@expo-google-fonts/archivo': '../workers/node_modules/@expo-google-fonts/archivo/package.json',
  vega: '../workers/node_modules/vega/package.json',
  'vega-interpreter': '../workers/node_modules/vega-interpreter/package.json',
  'vega-lite': '../workers/node_modules/vega-lite/package.json',
};

/**
 * The manifest of what is published: the workspace's code bundled; native code, and the Node that
 * runs it, as dependencies.
 */
const manifest: Plugin = {
  name: 'manifest',
  generateBundle() {
    const published = {
      ...own.parse(JSON.parse(read('package.json'))),
      engines: { node: '>=20' },
      bin: { columnist: './dist/launch.js' },
      files: ['dist'],
      dependencies: Object.fromEntries(
        Object.entries(native).map(([name, path]) => [
          name,
          versioned.parse(JSON.parse(read(path))).version,
        ]),
      ),
      optionalDependencies: root.parse(JSON.parse(read('../../package.json'))).optionalDependencies,
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

/** Threads are started by the name of their file, which ends with .js here. */
const threads: Plugin = {
  name: 'threads',
  renderChunk: (code) => code.replaceAll(/(new URL\(["'][^"']+-thread)\.ts/g, '$1.js'),
};

/** Files that code names beside itself; a path alone in its line is one that nothing uses. */
const namedBeside =
  /(?<!^join(?:\$\d+)?\()import\.meta\.dirname,\s*"([^"]*)"|new URL\("([^"]*)",\s*import\.meta\.url/gm;

/** Data that the bundled code opens beside itself goes with it; what would be missing is an error. */
const filesBeside: Plugin = {
  name: 'files-beside',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const [, beside, byUrl] of chunk.code.matchAll(namedBeside)) {
        const named = beside ?? byUrl ?? '';
        const fileName = join(dirname(chunk.fileName), named);
        if (bundle[fileName] !== undefined || fileName === 'package.json') continue;
        const from = chunk.moduleIds.find((id) => existsSync(resolve(dirname(id), named)));
        if (from === undefined) this.error(`${chunk.fileName} opens ${named}, which is not there.`);
        const source = readFileSync(resolve(dirname(from), named));
        this.emitFile({ type: 'asset', fileName, source });
      }
    }
  },
};

/** dist/package is what `npm publish` takes. */
export default defineConfig({
  input: {
    launch: 'src/launch.ts',
    main: 'src/bin.ts',
    'correlate-thread': '../tables/src/columns/correlate-thread.ts',
  },
  platform: 'node',
  external: Object.keys(native).map((name) => new RegExp(`^${name}(?:/|$)`)),
  plugins: [manifest, threads, filesBeside],
  output: {
    dir: 'dist/package',
    entryFileNames: 'dist/[name].js',
    chunkFileNames: 'dist/[name].js',
    cleanDir: true,
  },
});
