import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readReports } from './test-report.ts';

/**
 * Which sentence of the specification which test proves:
 *   pnpm coverage:specification [RESULTS] [--check]
 *
 * Tests name what they prove in their titles, e.g. `goes back to where they were [S2.8 S2.9]`.
 * Writes docs/specification-coverage.md, or with --check fails where it would be another; with a
 * folder of vitest's JSON reports it also fails for every sentence that no passing test proves.
 */
const root = resolve(import.meta.dirname, '..');
const document = join(root, 'docs', 'specification-coverage.md');
const specification = resolve(root, '..', 'shared', 'specification.md');

interface Sentence {
  readonly id: string;
  readonly text: string;
}

function range(section: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `${section}.${from + i}`);
}

/**
 * Sentences of the sections, numbered; a quoted text is part of the sentence it is in, a
 * table's row is one.
 */
function sentencesIn(text: string): Sentence[] {
  const found: Sentence[] = [];
  let section = '';
  let number = 0;
  for (const line of text.split('\n')) {
    const heading = /^## (\d+)\. /.exec(line)?.[1];
    if (heading !== undefined) [section, number] = [`S${heading}`, 0];
    const body = line.trim().replace(/^- /, '');
    if (
      section === '' ||
      body === '' ||
      body.startsWith('#') ||
      /^\|[-| ]+\|$/.test(body) ||
      body.startsWith('| Method')
    )
      continue;
    const parts = body.startsWith('|')
      ? [body.replaceAll(/^\| | \|$/g, '').replaceAll(' | ', ' → ')]
      : split(body);
    for (const part of parts) found.push({ id: `${section}.${++number}`, text: part });
  }
  return found;
}

function split(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of line.matchAll(/[.!?]'?\s+(?=[A-Z])/g)) {
    const end = match.index + match[0].length;
    const piece = line.slice(start, end);
    const opened = piece.match(/(?:^|[\s(])'/g)?.length ?? 0;
    const closed = piece.match(/'(?=[\s).,;:]|$)/g)?.length ?? 0;
    if (opened > closed) continue;
    parts.push(piece.trim());
    start = end;
  }
  return [...parts, line.slice(start).trim()].filter((part) => part !== '');
}

/** Sentences that say what is not shown ask for nothing. */
const asksNothing = ({ text }: Sentence): boolean =>
  /(?:is|are) not shown\.?$/.test(text) || text.endsWith(': not shown.');

function sentencesInDocument(): Sentence[] {
  const [proofs = ''] = readFileSync(document, 'utf8').split('\n## ');
  return [...proofs.matchAll(/^\| (S\d+\.\d+) \| (.+?) \| /gm)].map(([, id = '', text = '']) => ({
    id,
    text: text.replaceAll('\\|', '|'),
  }));
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : testFiles(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const idsIn = (text: string): string[] =>
  [...text.matchAll(/\[(S\d+\.\d+(?:[ –-]S?[\d.]+)*)\]/g)].flatMap(([, list = '']) =>
    list.split(' ').flatMap(expand),
  );

/** `S2.8` or a run such as `S2.8–S2.12`. */
function expand(item: string): string[] {
  const [, section = '', from = '', to] = /^(S\d+)\.(\d+)(?:–S\d+\.(\d+))?$/.exec(item) ?? [];
  return section === '' ? [] : range(section, Number(from), Number(to ?? from));
}

function provedIn(folder: string): Set<string> {
  const results = readReports(folder).flatMap(({ testResults }) => testResults);
  return new Set(
    results
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed')
      .flatMap(({ fullName }) => idsIn(fullName)),
  );
}

/** Where the product does otherwise, or reads a sentence in one of several ways, and why. */
const decided: readonly (readonly [ids: string, what: string, why: string])[] = [
  [
    'S2.68, S2.77',
    'Pro that an administrator granted has neither Manage Subscription nor Downgrade.',
    'Both cancel what is paid for. A grant is not paid for and ends by itself; there is nothing to cancel.',
  ],
  [
    'S2.68, S2.77',
    'Pro that is canceled already has Resume instead of Manage Subscription, and no Downgrade, until it ends.',
    'Both start the cancel flow, which is over. Who has changed their mind can take it back.',
  ],
  [
    'S7.1, S7.2',
    'The client calls `/trpc` instead of `/api/v1` and `/api/freemium`, `/api/payments`. Every path of the table is served to programs.',
    'One procedure answers both doors, so they cannot differ; tRPC gives the client the types of inputs and answers.',
  ],
  [
    'S4.3',
    'A check of the session that the server does not answer is repeated for 15 seconds before it has failed. Then the tokens are cleared, and the login page says why.',
    'A server that restarts says nothing about the session, nor does a page that is left while it loads.',
  ],
  [
    'S1.3',
    'The link is shown where the installation names its repository in `PUBLIC_REPOSITORY_URL`.',
    'An address that does not exist helps nobody.',
  ],
];

const sentences = existsSync(specification)
  ? sentencesIn(readFileSync(specification, 'utf8'))
  : sentencesInDocument();
const files = [join(root, 'packages'), join(root, 'apps')].flatMap(testFiles);
const claimed = new Map<string, Set<string>>();
for (const file of files)
  for (const id of idsIn(readFileSync(file, 'utf8')))
    claimed.set(id, (claimed.get(id) ?? new Set()).add(relative(root, file)));

const unknown = [...claimed.keys()].filter(
  (id) => !sentences.some((sentence) => sentence.id === id),
);
const state = (sentence: Sentence): string => {
  const by = claimed.get(sentence.id);
  if (by !== undefined)
    return [...by]
      .sort()
      .map((file) => `\`${file}\``)
      .join(', ');
  return asksNothing(sentence) ? 'asks for nothing' : '**open**';
};
const rows = sentences.map(
  (sentence) => `| ${sentence.id} | ${sentence.text.replaceAll('|', '\\|')} | ${state(sentence)} |`,
);
const written = `# What proves the specification\n\nEvery sentence of the specification has a number; tests carry the numbers they prove in their titles. Made by \`pnpm coverage:specification\`.\n\n| Id | Sentence | Proved by |\n|---|---|---|\n${rows.join('\n')}\n\n## Decided\n\n| Id | What Columnist does | Why |\n|---|---|---|\n${decided.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
const {
  values: { check },
  positionals: [folder],
} = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean', default: false } } });
if (!check) writeFileSync(document, written);
else if (readFileSync(document, 'utf8') !== written) {
  console.error('docs/specification-coverage.md is not what the tests say.');
  console.error('Write it again with pnpm coverage:specification.');
  process.exitCode = 1;
}

const required = sentences.filter((sentence) => !asksNothing(sentence));
const proved = folder === undefined ? new Set(claimed.keys()) : provedIn(resolve(folder));
const missing = required.filter(({ id }) => !proved.has(id));
console.log(
  `${sentences.length} sentences; ${required.length - missing.length} of ` +
    `${required.length} required ones are ` +
    `proved${folder === undefined ? ' by some test' : ' by a passing test'}.`,
);
for (const { id, text } of missing) console.error(`${id}: ${text}`);
for (const id of unknown) console.error(`${id}: there is no such sentence.`);
if (missing.length + unknown.length > 0) process.exitCode = 1;
