import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/app/',
  plugins: [react()],
  build: {
    target: 'es2023',
    // The page's policy allows fonts and pictures from our own files alone.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:\.pnpm[\\/])?(?:react|react-dom|react-router|react-router-dom|scheduler)@/ },
            { name: 'data', test: /node_modules[\\/](?:\.pnpm[\\/])?@?(?:trpc|tanstack|zod)/ },
          ],
        },
      },
    },
  },
  server: { port: 5173, host: '127.0.0.1', proxy: { '/trpc': server, '/api': server, '/mcp': server, '/sandbox': server } },
});
