#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs the engine. */
const oldest = 24;

if (Number(process.versions.node.split('.')[0]) >= oldest) await import('./bin.ts');
else runByNewerNode();

/** Runs the command by the Node that was installed beside it. */
function runByNewerNode(): void {
  const node = newerNode();
  if (node === null) {
    console.error(
      `columnist needs Node ${oldest} or newer; this is Node ${process.versions.node}, and none is packed for ${platform()} ${arch()}.`,
    );
    process.exitCode = 2;
    return;
  }
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code ?? 2;
    else process.kill(process.pid, signal);
  });
  // The child hears it too, and says how it ends.
  process.on('SIGINT', () => undefined);
  // These are sent to this process alone.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
}

function newerNode(): string | null {
  try {
    return createRequire(import.meta.url).resolve(`node-${platform()}-${arch()}/bin/node`);
  } catch {
    return null;
  }
}
