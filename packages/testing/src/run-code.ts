import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { depth } from './depth.ts';
import { interpreterFor, packagesOf, utf8, type Language } from './languages.ts';

/** Runs pieces of R and Python code for the tests of one file. */
export interface CodeRunner {
  /** Where the code runs, reads its data and writes. */
  readonly folder: string;
  /**
   * What the code prints; skips the test where a package of the code is missing, and names it.
   */
  run(language: Language, code: string, skip: (note: string) => never): Promise<string>;
  /** Ends the processes with what still runs in them, and removes the folder. */
  close(): void;
}

const programs = {
  R: ['--vanilla', join(import.meta.dirname, 'serve.R')],
  Python: [join(import.meta.dirname, 'serve.py')],
} as const satisfies Record<Language, readonly string[]>;

/** A process that runs one piece of code after the other, each in a fork of its own. */
interface Server {
  ask(order: string): Promise<number>;
  close(): void;
}

function startServer(command: string, args: readonly string[]): Server {
  const child: ChildProcessWithoutNullStreams = spawn(command, args, {
    env: utf8,
    // Leads a group, so that what it has forked ends with it.
    detached: true,
  });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<number> => {
    for (;;) {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`${command} has ended:\n${said.join('')}`);
      const status = /^ended (\d+)/.exec(value)?.[1];
      if (status !== undefined) return Number(status);
    }
  };
  // One at a time, in the order in which they are asked.
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(order) {
      const asked = last.then(() => {
        child.stdin.write(`${order}\n`);
        return answer();
      });
      last = asked.catch(() => undefined);
      return asked;
    },
    close() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
    },
  };
}

/**
 * In the gate each language has one process, which loads the packages once and forks for every
 * piece of code. Where tests go
 * deep each piece has a process of its own, as with a person who saves the code and runs it.
 */
export function openCodeRunner(): CodeRunner {
  const servers = new Map<string, Server>();
  const serverOf = (language: Language, command: string): Server => {
    const server = servers.get(command) ?? startServer(command, programs[language]);
    servers.set(command, server);
    return server;
  };
  const folder = mkdtempSync(join(tmpdir(), 'columnist-code-'));
  let pieces = 0;
  return {
    folder,
    async run(language, code, skip) {
      const packages = packagesOf(language, code);
      const { command, lacks } = interpreterFor(language, packages);
      if (lacks !== null) return skip(lacks);
      pieces += 1;
      const script = `code-${pieces}.${language === 'R' ? 'R' : 'py'}`;
      await writeFile(join(folder, script), code);
      if (depth === 'all') {
        const flags = language === 'R' ? ['--vanilla'] : [];
        const options = { cwd: folder, env: utf8 };
        return (await promisify(execFile)(command, [...flags, script], options)).stdout;
      }
      const status = await serverOf(language, command).ask(
        [folder, script, packages.join(' ')].join('\t'),
      );
      const printed = (ending: string): Promise<string> =>
        readFile(join(folder, `${script}.${ending}`), 'utf8').catch(() => '');
      const output = await printed('out');
      if (status !== 0)
        throw new Error(`${language} code failed:\n${await printed('err')}${output}\n${code}`);
      return output;
    },
    close() {
      for (const server of servers.values()) server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
