#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 17))
  fail(`columnist-mcp needs Node 22.17 or newer; this is Node ${process.versions.node}.`);
else
  await start().catch((error: unknown) =>
    fail(error instanceof Error ? error.message : String(error)),
  );

/** Loaded only now: an older Node could not even read it. */
async function start(): Promise<void> {
  const { readConfig } = await import('./config.ts');
  const { serveOnStdio } = await import('./stdio.ts');
  serveOnStdio(readConfig());
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
