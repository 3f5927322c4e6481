import { spawnSync } from 'node:child_process';

/** Languages and tools that tests use where a machine has them. */
export type Language = 'R' | 'Python';

/** A command that can run the code, or what this machine lacks for it. */
export type Interpreter =
  | { readonly command: string; readonly lacks: null }
  | { readonly command: null; readonly lacks: string };

/**
 * In the order in which they are tried: Debian's packages belong to the first, those of a virtual
 * environment to the second.
 */
const commands = {
  R: ['Rscript'],
  Python: ['/usr/bin/python3', 'python3'],
} as const satisfies Record<Language, readonly string[]>;

/**
 * Code is run in UTF-8, whatever the machine is set to: R writes other letters as codes otherwise.
 */
export const utf8: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Come with R itself; what comes with Python is probed as any other module. */
const partsOfR: ReadonlySet<string> = new Set(['base', 'stats', 'utils', 'graphics', 'methods']);

/** The packages that a piece of code loads, each once, in the order of the code. */
export function packagesOf(language: Language, code: string): string[] {
  const lines = code.split('\n').map((line) => line.replace(/(^|\s)#.*$/, ''));
  if (language === 'R')
    return [
      ...new Set(
        [
          ...lines.join('\n').matchAll(/\b(?:library|require)\((\w[\w.]*)\)|\b([A-Za-z][\w.]*)::/g),
        ].map(([, loaded, used]) => loaded ?? used ?? ''),
      ),
    ].filter((name) => !partsOfR.has(name));
  const imported = lines.flatMap((line) => {
    const [, from, list] = /^\s*(?:from\s+([\w.]+)\s+import\b|import\s+(.+))/.exec(line) ?? [];
    return from === undefined
      ? (list ?? '').split(',').map((one) => one.trim().split(/\s/)[0] ?? '')
      : [from];
  });
  return [...new Set(imported.map((name) => name.split('.')[0] ?? ''))].filter(
    (name) => name !== '',
  );
}

const probed = new Map<string, boolean>();
function succeeds(command: string, args: readonly string[]): boolean {
  const key = [command, ...args].join('\0');
  const known = probed.get(key) ?? spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  probed.set(key, known);
  return known;
}

/** Whether a command is on the PATH. */
export const isInstalled = (command: string): boolean =>
  succeeds('sh', ['-c', 'command -v "$0"', command]);

/** Loads the package, as the code will: one that is there but broken counts as missing. */
const loads = (language: Language, command: string, name: string): boolean =>
  succeeds(
    command,
    language === 'R'
      ? [
          '--vanilla',
          '-e',
          `suppressPackageStartupMessages(library("${name}", character.only = TRUE))`,
        ]
      : ['-c', `import ${name}`],
  );

/**
 * The first interpreter of this machine with every one of the packages; else what is missing, in
 * words for a skipped test.
 */
export function interpreterFor(language: Language, packages: readonly string[]): Interpreter {
  const here = commands[language].filter(isInstalled);
  if (here.length === 0) return { command: null, lacks: `${language} is not installed` };
  const lists = here.map((command) => ({
    command,
    missing: packages.filter((name) => !loads(language, command, name)),
  }));
  const complete = lists.find(({ missing }) => missing.length === 0);
  if (complete !== undefined) return { command: complete.command, lacks: null };
  const [fewest] = lists.toSorted((a, b) => a.missing.length - b.missing.length);
  const missing = fewest?.missing ?? [];
  return {
    command: null,
    lacks: `${language} has no ${missing.length === 1 ? 'package' : 'packages'} ${missing.join(', ')}`,
  };
}
