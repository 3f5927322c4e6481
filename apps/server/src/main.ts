import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept, so that the next start takes half the time; where it cannot be written,
// nothing is.
enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'));

try {
  const { serve } = await import('./serve.ts');
  await serve();
  flushCompileCache();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
