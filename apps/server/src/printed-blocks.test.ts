import { run as runCommand } from '@columnist/cli';
import { interpreterFor, isInstalled, workbook } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

/** Every block of code in every document: run as it is printed, or named here with the reason. */
const root = resolve(import.meta.dirname, '../../..');

interface Block {
  readonly document: string;
  readonly language: string;
  readonly text: string;
}
const blocks = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
  .toSorted()
  .flatMap((document): Block[] =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].map(
      ([, language = '', text = '']) => ({ document, language, text }),
    ),
  );
const blocksOf = (document: string, language: string): string[] =>
  blocks
    .filter((one) => one.document === document && one.language === language)
    .map(({ text }) => text);

/** How many blocks of which language the tests run that read the document. */
const run: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'docs/combining.md': { csv: 3, json: 10 }, // combining-docs.test.ts
  'docs/command-line.md': { sh: 4, json: 1 }, // here
  'docs/importing.md': { sh: 6 }, // here
  'docs/questions.md': { json: 10 }, // written by transcript.test.ts
  'docs/quick-start.md': { sh: 2, python: 1, r: 1, js: 1 }, // docs.test.ts
  'docs/rest.md': { sh: 34, python: 1, ts: 1 }, // docs.test.ts, typescript-client.test.ts
  'docs/sql.md': { sh: 1 }, // here
  'docs/view-semantics.md': { '': 41, csv: 1 }, // view-semantics.test.ts of tables
  'docs/views.md': { json: 1 }, // docs.test.ts
  'docs/agents.md': { sh: 3, json: 3, toml: 1 }, // agent-configurations.test.ts
};

/** What no test runs: how the block begins, and why. */
const notRun: readonly (readonly [document: string, begin: string, reason: string])[] = [
  ['README.md', 'npx -y pnpm@12.21.0 start', 'starts the product and its tests'],
  ['README.md', 'npx -y pnpm@12.21.0 admin', 'forms of commands, compared below'],
  ['docs/administration.md', 'npx -y pnpm@12.21.0 admin', 'forms of commands, compared below'],
  ['docs/operations.md', 'npx -y pnpm@12.21.0 admin', 'forms of commands, compared below'],
  ['docs/operations.md', 'cp docker/.env.example', 'needs Docker'],
  ['docs/operations.md', 'docker compose', 'needs Docker'],
  ['docs/agents.md', 'npx -y pnpm@12.21.0 install', 'installs from the registry of npm'],
  ['docs/command-line.md', 'npx -y pnpm@12.21.0 install', 'installs from the registry of npm'],
  ['docs/command-line.md', 'zcat orders.csv.gz |', 'a pipe; whole-file.test.ts reads one'],
  ['docs/importing.md', "import * as tus from 'tus-js-client'", 'needs a package of npm'],
  ['docs/rest.md', '{\n  "type": "about:blank"', 'an answer; its fields are those of rest.test.ts'],
  ['docs/rest.md', 'from columnist import', 'an outline; python-client.test.ts runs the client'],
];
/** What the reader is to fill in. */
const isFilledIn = (text: string): boolean => /^\s*export \w+=.*(?:…|\.example)/.test(text);

const reasonOf = ({ document, text }: Block): string | undefined =>
  isFilledIn(text)
    ? 'is filled in by the reader'
    : notRun.find(
        ([where, begin]) => where === document && text.trimStart().startsWith(begin),
      )?.[2];

test('every block is run, or named with the reason', () => {
  const left: Record<string, Record<string, number>> = {};
  for (const block of blocks.filter((one) => reasonOf(one) === undefined)) {
    const counts = (left[block.document] ??= {});
    counts[block.language] = (counts[block.language] ?? 0) + 1;
  }
  expect(left).toEqual(run);
  const needless = notRun.filter(
    ([document, begin]) =>
      !blocks.some((one) => one.document === document && one.text.trimStart().startsWith(begin)),
  );
  expect(needless).toEqual([]);
});

test('every command for administrators is one that there is', () => {
  const source = readFileSync(join(import.meta.dirname, 'admin.ts'), 'utf8');
  const known = [...source.matchAll(/^ {2}'([a-z-]+)(?: [^']*)?',$/gm)].map(
    ([, name = '']) => name,
  );
  const printed = blocks.flatMap(({ text }) =>
    [...text.matchAll(/pnpm@[\d.]+ admin ([a-z-]+)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(printed)].toSorted()).toEqual(known.toSorted());
});

const lacking = ['bash', 'curl'].filter((command) => !isInstalled(command));

describe('as printed', () => {
  let app: TestApp;
  let folder: string;
  let key: string;
  beforeAll(async () => {
    app = await createTestApp();
    key = (await app.createTestUser({ tier: 'paid' })).apiKey ?? '';
    folder = await mkdtemp(join(tmpdir(), 'columnist-blocks-'));
    await writeFile(join(folder, 'sales.csv'), 'day;amount\n03.04.2026;1,5\n04.04.2026;2,25\n');
    await writeFile(join(folder, 'water.csv'), 'well,lead\n1,0.5\n2,<0.01\n3,0.25\n');
    await writeFile(join(folder, 'book.xlsx'), book);
    const penguins = Array.from(
      { length: 120 },
      (_, i) =>
        `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},Dream,${180 + ((i * 17) % 41)},${3700 + ((i * 37) % 901)},${['male', 'female'][i % 2]}\n`,
    ).join('');
    for (const name of ['penguins.csv', 'february.csv'])
      await writeFile(
        join(folder, name),
        `species,island,flipper_length_mm,body_mass_g,sex\n${penguins}`,
      );
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  /** Fails where a command fails, and where a call is answered with a status of 400 or more. */
  async function shell(code: string, apiKey = key): Promise<string> {
    const before = [
      'set -euo pipefail',
      'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
    ];
    const { stdout } = await promisify(execFile)('bash', ['-c', [...before, code].join('\n')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        COLUMNIST_URL: app.url,
        COLUMNIST_API_KEY: apiKey,
      },
      maxBuffer: 1e8,
    });
    return stdout;
  }
  const datasets = async (): Promise<unknown> =>
    (await fetch(`${app.url}/api/v1/datasets`, { headers: { 'API-Key': key } })).json();
  const lists = (name: string, status: string, columns: readonly string[]) =>
    expect.objectContaining({
      name,
      status,
      columns: columns.map((column) => expect.objectContaining({ name: column })),
    });

  test('docs/importing.md reads as it says', async ({ skip }) => {
    skip(lacking.length > 0, `${lacking.join(' and ')} not installed`);
    const [first = '', second = '', resumed = '', third = '', fourth = '', fifth = ''] = blocksOf(
      'docs/importing.md',
      'sh',
    ).filter((text) => !isFilledIn(text));
    await shell(first);
    await shell(second);
    await shell(resumed);
    const typed = z
      .array(z.object({ name: z.string(), type: z.string() }))
      .parse(
        z
          .object({ columns: z.array(z.looseObject({})) })
          .parse(JSON.parse(`{${(await shell(third)).split(/^\{/m).at(-1)}`)).columns,
      );
    expect(typed).toMatchObject([{ name: 'well' }, { name: 'lead', type: 'number' }]);
    await shell(fourth);
    expect(await shell(fifth)).toContain('"version":2');
    expect(await datasets()).toEqual([
      lists('book.xlsx', 'ready', ['order', 'amount']),
      lists('book.xlsx – Returns', 'ready', ['return', 'reason']),
      lists('book.xlsx', 'draft', ['customer', 'town']),
      lists('water.csv', 'draft', ['well', 'lead']),
      lists('sales.csv', 'ready', ['day', 'amount']),
      lists('sales.csv', 'ready', ['day', 'amount']),
      lists('sales.csv', 'ready', ['day', 'amount']),
    ]);
  });

  test('docs/sql.md answers', async ({ skip }) => {
    skip(lacking.length > 0, `${lacking.join(' and ')} not installed`);
    const user = await app.createTestUser({ tier: 'paid' });
    await app.upload(user, await readFile(join(folder, 'penguins.csv'), 'utf8'), 'penguins.csv');
    const [, call = ''] = blocksOf('docs/sql.md', 'sh');
    const answer: unknown = JSON.parse(await shell(call, user.apiKey ?? ''));
    expect(answer).toMatchObject({
      columns: [{ name: 'species' }, { name: 'n' }, { name: 'mass' }],
      items: Array.from({ length: 3 }, () => [expect.any(String), 40, expect.any(Number)]),
    });
  });

  /** What a line for the command prints; a pipe or a file that it is led to is left out. */
  async function columnist(line: string): Promise<string> {
    const written = [...line.matchAll(/'([^']*)'|(\S+)/g)];
    const end = written.findIndex(([word]) => word === '>' || word === '|');
    const words = written
      .slice(0, end === -1 ? undefined : end)
      .map(([, quoted, plain]) =>
        (quoted ?? plain ?? '').replaceAll(
          /(?<![@\w])\w+\.(?:csv|json|png|parquet|xlsx)\b/g,
          (name) => join(folder, name),
        ),
      );
    expect(words.shift()).toBe('columnist');
    let out = '';
    const code = await runCommand(words, {
      env: { COLUMNIST_URL: app.url, COLUMNIST_API_KEY: key },
      isTerminal: false,
      version: '0.0.0',
      signal: new AbortController().signal,
      print: (text) => (out += text),
      say: () => undefined,
    });
    expect([line, code]).toEqual([line, 0]);
    return out;
  }

  test('the lines of docs/command-line.md answer', async () => {
    const lines = blocks
      .filter((one) => one.document === 'docs/command-line.md' && one.language === 'sh')
      .filter((one) => reasonOf(one) === undefined)
      .flatMap(({ text }) => text.trim().split('\n'));
    const answers = new Map<string, string>();
    for (const line of lines) answers.set(line, await columnist(line));
    expect(lines).toHaveLength(21);
    const silent = [...answers].filter(([, answer]) => answer === '').map(([line]) => line);
    // What is written into a file.
    expect(silent).toEqual([
      'columnist chart penguins.csv flipper_length_mm body_mass_g --output flipper.png',
      'columnist convert penguins.csv penguins.parquet',
      'columnist convert @penguins.csv penguins.xlsx',
      'columnist describe penguins.csv --expectations expectations.json',
    ]);
    const begin = async (name: string, from: number, to: number) =>
      (await readFile(join(folder, name))).subarray(from, to).toString();
    expect([await begin('flipper.png', 1, 4), await begin('penguins.parquet', 0, 4)]).toEqual([
      'PNG',
      'PAR1',
    ]);
    expect(answers.get('columnist man | man -l -')).toContain('.TH');
  });

  test('the expectations of docs/command-line.md hold for a table with their columns', async () => {
    const [example = ''] = blocksOf('docs/command-line.md', 'json');
    await writeFile(join(folder, 'example.json'), example);
    const rows = Array.from(
      { length: 120 },
      (_, i) =>
        `${i},${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3700 + i},2026-01-01,2026-01-0${1 + (i % 9)}\n`,
    );
    await writeFile(
      join(folder, 'birds.csv'),
      `id,species,body_mass_g,start,end\n${rows.join('')}`,
    );
    await columnist('columnist check birds.csv example.json');
  });

  test('the configurations for agents are TOML and name the server', async ({ skip }) => {
    const { command, lacks } = interpreterFor('Python', ['tomllib']);
    if (lacks !== null) return skip(lacks);
    const [toml = ''] = blocksOf('docs/agents.md', 'toml');
    const { stdout } = await promisify(execFile)(command, [
      '-c',
      'import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.argv[1])))',
      toml,
    ]);
    expect(JSON.parse(stdout)).toEqual({
      mcp_servers: {
        columnist: {
          url: 'https://columnist.example/mcp',
          bearer_token_env_var: 'COLUMNIST_API_KEY',
        },
      },
    });
  });
});

/** A workbook of three sheets; the table of the first begins in A3. */
const sheet = (top: number, rows: readonly (readonly string[])[]): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, i) =>
        `<row r="${top + i}">${cells.map((cell, j) => `<c r="${'ABCDEF'[j]}${top + i}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;
const sheets = {
  Orders: sheet(3, [
    ['order', 'amount'],
    ['1', '10.5'],
    ['2', '20'],
  ]),
  Customers: sheet(1, [
    ['customer', 'town'],
    ['1', 'Bath'],
    ['2', 'York'],
  ]),
  Returns: sheet(1, [
    ['return', 'reason'],
    ['1', 'late'],
    ['2', 'broken'],
  ]),
};
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const book = workbook(sheets.Orders, {
  'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets>${Object.keys(
    sheets,
  )
    .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.keys(
    sheets,
  )
    .map(
      (_, i) =>
        `<Relationship Id="r${i + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
    )
    .join('')}</Relationships>`,
  'xl/worksheets/sheet2.xml': sheets.Customers,
  'xl/worksheets/sheet3.xml': sheets.Returns,
});
