import {
  allowances,
  asking,
  errors,
  functionOf,
  functions,
  isFunction,
  methods,
  operations,
  plans,
  view,
  type AnyMethod,
  type Asking,
} from '@columnist/contract';
import { altchaCaptcha } from '@columnist/core';
import { catalogue, tools } from '@columnist/mcp';
import { references } from '@columnist/procedures/testing-references';
import { procedures } from '@columnist/statistics/validation';
import { interpreterFor, isInstalled, packagesOf, type Language } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const read = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../docs', name), 'utf8');
const rest = read('rest.md');
const agents = read('agents.md');
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  );

/** A table as the snippets expect it. */
const penguins = `species,sex,body_mass_g,flipper_length_mm\n${Array.from({ length: 18 }, (_, i) => `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${['male', 'female', 'NA'][i % 4] ?? 'NA'},${4700 + 137 * i},${180 + ((7 * i) % 31)}`).join('\n')}\n`;
// Every call must succeed: curl ends with an error on a status of 400 or more.
const failing =
  'set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n';
const run = promisify(execFile);
/** What the blocks for a shell need beside what each Unix has. */
const lacking = ['bash', 'curl'].filter((command) => !isInstalled(command));
const withoutShell = `${lacking.join(' and ')} not installed`;

describe('docs/quick-start.md', () => {
  const text = read('quick-start.md');
  let app: TestApp;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    app = await createTestApp();
    folder = await mkdtemp(join(tmpdir(), 'columnist-docs-'));
    await writeFile(join(folder, 'penguins.csv'), penguins);
    const reader = await app.createTestUser({ tier: 'paid' });
    env = {
      PATH: process.env['PATH'] ?? '',
      COLUMNIST_URL: app.url,
      COLUMNIST_API_KEY: reader.apiKey ?? '',
    };
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const snippet = (language: string): string => blocks(text, language).at(-1) ?? '';

  test('curl describes, uploads, groups and draws', async ({ skip }) => {
    skip(lacking.length > 0, withoutShell);
    const [, describing = '', uploading = ''] = blocks(text, 'sh');
    expect(
      (await run('bash', ['-c', failing + describing], { cwd: folder, env })).stdout,
    ).toContain('| body\\_mass\\_g |');
    expect((await run('bash', ['-c', failing + uploading], { cwd: folder, env })).stdout).toContain(
      '["Adelie",5727.5]',
    );
    expect((await readFile(join(folder, 'mass.png'))).subarray(1, 4).toString()).toBe('PNG');
  });
  const answerOf = async (
    language: Language,
    code: string,
    skip: (note: string) => never,
  ): Promise<string> => {
    const { command, lacks } = interpreterFor(language, packagesOf(language, code));
    if (lacks !== null) return skip(lacks);
    return (
      await run(command, language === 'R' ? ['--vanilla', '-e', code] : ['-c', code], {
        cwd: folder,
        env,
      })
    ).stdout;
  };
  test('Python groups', async ({ skip }) => {
    expect(await answerOf('Python', snippet('python'), skip)).toBe(
      'Adelie: 5727.5 g of 6\nChinstrap: 6001.5 g of 6\nGentoo: 5864.5 g of 6\n',
    );
  });
  test('R reads rows', async ({ skip }) => {
    expect(await answerOf('R', snippet('r'), skip)).toMatch(
      /Adelie +5727\.5\n.*Chinstrap +6001\.5\n.*Gentoo +5864\.5/,
    );
  });
  test('JavaScript correlates', async () => {
    expect(
      Number(
        (
          await run(process.execPath, ['--input-type=module', '-e', snippet('js')], {
            cwd: folder,
            env,
          })
        ).stdout,
      ),
    ).toBeCloseTo(0.3080880678611613, 12);
  });
});

test('docs/tools.md is the catalogue', async () => {
  const row = ([name, field]: [string, unknown], required: readonly string[]): string => {
    const {
      type,
      description,
      enum: values,
    } = z
      .looseObject({
        type: z.union([z.string(), z.array(z.string())]).optional(),
        description: z.string().optional(),
        enum: z.array(z.unknown()).optional(),
      })
      .parse(field);
    const kind =
      values === undefined
        ? [type ?? 'any'].flat().join(' or ')
        : values.map((value) => `\`${String(value)}\``).join(', ');
    return `| \`${name}\`${required.includes(name) ? ', required' : ''} | ${kind} | ${(description ?? '').replaceAll('|', '\\|')} |`;
  };
  const shown = catalogue().map(({ name, title, description, annotations, inputSchema }) => {
    const { properties, required } = z
      .looseObject({
        properties: z.record(z.string(), z.unknown()),
        required: z.array(z.string()).default([]),
      })
      .parse(inputSchema);
    const kind =
      annotations.readOnlyHint === true
        ? 'Only reads.'
        : annotations.destructiveHint === true
          ? 'Deletes.'
          : 'Writes.';
    return `## ${name}\n\n**${title}.** ${description} ${kind}\n\n| Takes | Kind | |\n|---|---|---|\n${Object.entries(
      properties,
    )
      .map((entry) => row(entry, required))
      .join('\n')}\n`;
  });
  await expect(
    `# Tools of agents\n\nEvery tool with what it takes, as agents read it. [Connect an agent](agents.md) explains how to let one in.\n\n${shown.join('\n')}`,
  ).toMatchFileSnapshot(resolve(import.meta.dirname, '../../../docs/tools.md'));
});

describe('docs/rest.md', () => {
  let app: TestApp;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    // The people below register without one.
    let asks = false;
    const captcha = altchaCaptcha('a secret of the test', { cost: 1 });
    app = await createTestApp({}, undefined, undefined, {
      ...captcha,
      get kind() {
        return asks ? captcha.kind : ('off' as const);
      },
    });
    folder = await mkdtemp(join(tmpdir(), 'columnist-docs-'));
    await writeFile(join(folder, 'penguins.csv'), penguins);
    await writeFile(join(folder, 'captcha.py'), blocks(rest, 'python')[0] ?? '');
    const [reader, other] = [
      await app.createTestUser({ tier: 'paid' }),
      await app.createTestUser(),
    ];
    const { id } = z
      .object({ id: z.uuid() })
      .parse(await (await app.upload(reader, penguins, 'penguins.csv')).json());
    env = {
      COLUMNIST_URL: app.url,
      COLUMNIST_API_KEY: reader.apiKey ?? '',
      TOKEN: other.accessToken,
      DATASET: id,
    };
    asks = true;
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const calls = blocks(rest, 'sh').filter((block) => block.includes('curl'));
  const { lacks: withoutPython } = interpreterFor('Python', []);
  const named = calls.map((block): [string, string] => [
    [...block.matchAll(/\/api\/[^"]+/g)].join(', '),
    block,
  ]);

  test.for(named)('%s', async ([, block], { skip }) => {
    skip(lacking.length > 0, withoutShell);
    if (block.includes('python3')) skip(withoutPython !== null, withoutPython ?? '');
    const { stdout } = await promisify(execFile)('bash', ['-c', failing + block], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
    });
    expect(stdout).not.toContain('"about:blank"');
  });

  test('the copy of the file is the file', async ({ skip }) => {
    skip(lacking.length > 0, withoutShell);
    expect(await readFile(join(folder, 'copy.csv'), 'utf8')).toBe(penguins);
  });

  test('every error code is beside its status', () => {
    const rows = [...rest.matchAll(/^\| ([\d, ]+) \| (`.*) \|$/gm)].map(
      ([, status = '', codes = '']) =>
        [status, [...codes.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? '')] as const,
    );
    for (const [code, { http }] of Object.entries(errors))
      expect(
        rows.filter(([status, codes]) => status.includes(String(http)) && codes.includes(code)),
      ).toHaveLength(1);
    expect(rows.flatMap(([, codes]) => codes).sort()).toEqual(Object.keys(errors).sort());
  });

  test('the limits are those of the plans', () => {
    const MB = 1024 * 1024;
    for (const row of [
      `| Datasets | ${plans.free.max_datasets} | ${plans.paid.max_datasets} |`,
      `| Size of a file | ${plans.free.max_file_size_mb} MB | ${plans.paid.max_file_size_mb} MB |`,
      `| API queries a month | ${plans.free.max_api_queries} | unlimited |`,
      `| Calls a minute | ${allowances.free.requestsPerMinute} | ${allowances.paid.requestsPerMinute} |`,
      `| The same of a session, counted apart | ${allowances.free.sessionRequestsPerMinute} | ${allowances.paid.sessionRequestsPerMinute} |`,
      `| Analyses that may wait for a worker | ${allowances.free.waitingJobs} | ${allowances.paid.waitingJobs} |`,
      `| Seconds one of them may take | ${allowances.free.jobSeconds} | ${allowances.paid.jobSeconds} |`,
      `| Stored in all | ${allowances.free.storageBytes / MB} MB | ${allowances.paid.storageBytes / MB / 1024} GB |`,
    ])
      expect(rest).toContain(row);
  });
});

/** Taken by so many methods that the text says of which it is not. */
const usual: ReadonlySet<string> = new Set(['alternative', 'confidence_level']);

/** Every method of an operation with what it asks, what it alone takes, and its like elsewhere. */
function rowsOf(operation: Asking): string {
  const asked: readonly AnyMethod[] = methods[operation];
  const shared = Object.keys(asked[0]?.input ?? {}).filter((field) =>
    asked.every(({ input }) => field in input),
  );
  return asked
    .map(({ method, asks, values, input, r }) => {
      const most =
        values?.most === undefined ? '' : `; up to ${values.most.toLocaleString('en')} values`;
      const takes = Object.keys(input).filter(
        (field) => !shared.includes(field) && !usual.has(field),
      );
      return `| \`${method}\` | ${asks}${most} | ${takes.map((field) => `\`${field}\``).join(', ')} | ${r} |\n`;
    })
    .join('');
}

/** The document with the rows of its tables of methods, one in the section of each operation. */
function withMethods(text: string): string {
  const left = new Set<string>(Object.keys(methods));
  const written = text.split(/^(?=## )/m).map((section) => {
    const operation = asking.find((one) => section.split('\n')[0]?.includes(`\`${toolOf(one)}\``));
    if (operation === undefined) return section;
    left.delete(operation);
    return section.replace(
      /^(\| `method` \|.*\n\|[-|]+\|\n)(?:\|.*\n)*/m,
      (_, head: string) => head + rowsOf(operation),
    );
  });
  expect([...left]).toEqual([]);
  return written.join('');
}
const toolOf = (operation: Asking): string => operations.datasets[operation].mcp.name;
test('the blocks of docs/importing.md run as they are printed', async ({ skip }) => {
  skip(lacking.length > 0, withoutShell);
  const [, stating = '', drafting = ''] = blocks(read('importing.md'), 'sh');
  const app = await createTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'columnist-docs-'));
  try {
    await writeFile(join(folder, 'sales.csv'), 'day;amount\n03.04.2026;1,5\n04.04.2026;2,25\n');
    const reader = await app.createTestUser();
    const env = {
      PATH: process.env['PATH'] ?? '',
      COLUMNIST_URL: app.url,
      COLUMNIST_API_KEY: reader.apiKey ?? '',
    };
    for (const block of [stating, drafting])
      await run('bash', ['-c', failing + block], { cwd: folder, env });
    const kept = await fetch(`${app.url}/api/v1/datasets`, {
      headers: { 'API-Key': reader.apiKey ?? '' },
    });
    const column = (name: string, type: string) => expect.objectContaining({ name, type });
    expect(await kept.json()).toMatchObject(
      ['ready', 'ready'].map((status) => ({
        status,
        columns: [column('day', 'datetime'), column('amount', 'number')],
      })),
    );
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

describe('docs/statistics.md and docs/validation.md', () => {
  test('the tables of methods are those of the registry', async () => {
    // `pnpm vitest run apps/server/src/docs.test.ts -u` writes them.
    await expect(withMethods(read('statistics.md'))).toMatchFileSnapshot(
      resolve(import.meta.dirname, '../../../docs/statistics.md'),
    );
  });

  test('every procedure that is compared with others has its row', () => {
    const rows = [...read('validation.md').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, name = '']) => name,
    );
    const compared = new Set([
      ...Object.keys(procedures),
      ...references.map(({ method }) => method),
    ]);
    expect(rows.toSorted()).toEqual([...compared].toSorted());
  });
});

describe('docs/agents.md', () => {
  test('names every tool with its cost', () => {
    const rows = [...agents.matchAll(/^\| `(\w+)` \| .* \| ([01]) \|$/gm)].map((match) =>
      match.slice(1),
    );
    expect(rows).toEqual(tools.map(({ name, operation }) => [name, String(operation.cost)]));
    expect(
      tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name),
    ).toEqual(['create_dataset', 'delete_dataset', 'save_dataset', 'combine_datasets']);
  });

  test('names every prompt', () => {
    expect(
      [
        ...(agents
          .split('| Prompt |')[1]
          ?.split('\n\n')[0]
          ?.matchAll(/^\| `(\w+)` \|/gm) ?? []),
      ].map(([, name]) => name),
    ).toEqual([
      'explore_dataset',
      'audit_data_quality',
      'compare_groups_report',
      'regression_report',
      'ab_test',
      'methods_section',
    ]);
  });

  test('its configurations are JSON', () => {
    const configurations = blocks(agents, 'json').map((block): unknown => JSON.parse(block));
    expect(configurations).toHaveLength(3);
  });
});

describe('docs/views.md', () => {
  const views = read('views.md');

  test('every function is there with its meaning and its example', () => {
    for (const name of Object.keys(functions).filter(isFunction))
      expect(views).toContain(
        `| \`${name}\` | ${functionOf(name).summary} | \`${functionOf(name).example}\` |`,
      );
  });

  test('every part of a view is in the table, and the examples are views', () => {
    for (const part of Object.keys(view.shape)) expect(views).toContain(`| \`${part}\` |`);
    const examples = blocks(views, 'json').map(
      (block) => z.object({ view }).loose().safeParse(JSON.parse(block)).success,
    );
    expect(examples).toEqual([true]);
  });
});
