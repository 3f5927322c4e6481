import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { answerShapes } from './vite/answer-shapes.ts';
import { operationFacts } from './vite/operation-facts.ts';
import { variables } from './vite/variables.ts';

/** The server of `pnpm dev`. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
const textFont = /archivo-latin-wdth-normal.*\.woff2$/;

/**
 * The face of all interface text is asked for with the page itself, not once its styles are read.
 */
const preloadTextFont: Plugin = {
  name: 'preload-text-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => textFont.test(file))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/app/${file}`,
            crossorigin: '',
          },
        })),
  },
};

/**
 * Scripts and styles are compressed once, here, and not with every answer: assets/x.js.br is
 * beside assets/x.js.
 */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle: {
    sequential: true,
    handler: async ({ dir = '' }, bundle) => {
      const compress = promisify(brotliCompress);
      const files = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(
        files.map(async (file) =>
          writeFile(
            join(dir, `${file}.br`),
            await compress(await readFile(join(dir, file)), {
              params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
            }),
          ),
        ),
      );
    },
  },
};

export default defineConfig({
  base: '/app/',
  plugins: [react(), operationFacts, answerShapes, variables, preloadTextFont, precompress],
  build: {
    target: 'es2023',
    // The page's policy allows fonts and pictures from our own files alone.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:\.pnpm[\\/])?(?:react|react-dom|react-router|react-router-dom|scheduler)@/,
            },
            {
              name: 'data',
              test: /node_modules[\\/](?:\.pnpm[\\/])?(?:@trpc|@tanstack\+(?:react-)?query)/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: { '/trpc': server, '/api': server, '/mcp': server, '/sandbox': server },
  },
});
