import { agents, type Way } from '@columnist/mcp/testing';
import { isInstalled } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

/**
 * What docs/agents.md has people write into the programs of agents: each reaches this server as it
 * is printed. The programs themselves are not here; a client of each protocol does what they are
 * set up to do.
 */
const root = resolve(import.meta.dirname, '../../..');
const printed = readFileSync(resolve(root, 'docs/agents.md'), 'utf8');
const { bin } = z
  .object({ bin: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(resolve(root, 'packages/mcp/package.json'), 'utf8')));

let app: TestApp;
let key: string;
let text: string;
beforeAll(async () => {
  app = await createTestApp();
  const user = await app.createTestUser({ tier: 'paid' });
  key = user.apiKey ?? '';
  await app.upload(user, 'mass\n1\n', 'birds.csv');
  text = printed.replaceAll('https://columnist.example', app.url);
});
afterAll(() => app.close());

const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );

/** The name of the one dataset, as clients of both protocols are answered. */
async function listed(way: Way): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [, connect] of agents) {
    const agent = await connect(way);
    const { structuredContent } = await agent.use('list_datasets', {});
    answers.push(structuredContent);
    await agent.close();
  }
  return answers;
}
const birds = Array.from({ length: agents.length }, () =>
  expect.objectContaining({ items: [expect.objectContaining({ name: 'birds.csv' })] }),
);

const overHttp = z.object({ url: z.url(), headers: z.record(z.string(), z.string()).default({}) });
const overStdio = z.object({
  command: z.enum(Object.keys(bin)),
  env: z.object({ COLUMNIST_URL: z.url(), COLUMNIST_API_KEY: z.string() }),
});
const stdio = (command: string, env: Record<string, string>): Way => ({
  command: process.execPath,
  args: [resolve(root, 'packages/mcp', bin[command] ?? '')],
  env,
});

test('the files of Cursor, VS Code and of clients that start a command', async () => {
  const [cursor, code, desktop] = blocks('json').map((block): unknown => JSON.parse(block));
  const withKey = ({ url, headers }: z.output<typeof overHttp>, placeholder: string): Way => ({
    url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace(placeholder, key)]),
    ),
  });
  const ofCursor = z.object({ mcpServers: z.object({ columnist: overHttp }) }).parse(cursor);
  expect(await listed(withKey(ofCursor.mcpServers.columnist, '${env:COLUMNIST_API_KEY}'))).toEqual(
    birds,
  );
  const ofCode = z
    .object({
      inputs: z.tuple([z.object({ type: z.literal('promptString'), id: z.string() })]),
      servers: z.object({ columnist: overHttp.extend({ type: z.literal('http') }) }),
    })
    .parse(code);
  expect(
    await listed(withKey(ofCode.servers.columnist, `\${input:${ofCode.inputs[0].id}}`)),
  ).toEqual(birds);
  const { command, env } = z
    .object({ mcpServers: z.object({ columnist: overStdio }) })
    .parse(desktop).mcpServers.columnist;
  expect(await listed(stdio(command, { ...env, COLUMNIST_API_KEY: key }))).toEqual(birds);
});

test('the file of Codex, and the line of Cursor for a sign-in', async () => {
  const [toml = ''] = blocks('toml');
  const value = (name: string): string | undefined =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(toml)?.[1];
  expect(value('bearer_token_env_var')).toBe('COLUMNIST_API_KEY');
  expect(
    await listed({ url: value('url') ?? '', headers: { Authorization: `Bearer ${key}` } }),
  ).toEqual(birds);

  const line = /^`(\{ "mcpServers": .* \})`/m.exec(text)?.[1] ?? '';
  const { url } = z
    .object({ mcpServers: z.object({ columnist: overHttp }) })
    .parse(JSON.parse(line)).mcpServers.columnist;
  await asksForSignIn(url);
});

/** Without a key the server says where to sign in, which begins the connection. */
async function asksForSignIn(url: string): Promise<void> {
  const { status, headers } = await fetch(url, { method: 'POST' });
  expect([status, headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining(`${app.url}/.well-known/oauth-protected-resource/mcp`),
  ]);
}

/** The arguments of each command of these lines, as a shell gives them. */
async function argumentsOf(lines: string): Promise<string[][]> {
  const shown = ['claude', 'npx'].map((name) => `${name}() { printf '%s\\0' "$@"; echo; }`);
  const { stdout } = await promisify(execFile)('bash', ['-c', [...shown, lines].join('\n')], {
    env: { COLUMNIST_API_KEY: key },
  });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\0').slice(0, -1));
}
/** The values that follow these options, by their names without dashes. */
const options = (args: readonly string[]): Map<string, string> =>
  new Map(args.flatMap((one, i) => (one.startsWith('-') ? [[one, args[i + 1] ?? '']] : [])));
const headerOf = (header: string): Record<string, string> => {
  const [name = '', value = ''] = header.split(': ');
  return { [name]: value };
};

test('the commands of Claude Code and of the Inspector', async ({ skip }) => {
  skip(!isInstalled('bash'), 'bash not installed');
  const lines = blocks('sh').filter((block) => /^(?:claude|npx @)/.test(block));
  const [signIn = [], byKey = [], list = [], call = [], local = []] = await argumentsOf(
    lines.join(''),
  );
  expect([lines.length, signIn.slice(0, 5), byKey.slice(0, 5)]).toEqual([
    3,
    ['mcp', 'add', '--transport', 'http', 'columnist'],
    ['mcp', 'add', '--transport', 'http', 'columnist'],
  ]);
  await asksForSignIn(signIn[5] ?? '');
  expect(
    await listed({
      url: byKey[5] ?? '',
      headers: headerOf(options(byKey).get('--header') ?? ''),
    }),
  ).toEqual(birds);
  for (const args of [list, call]) {
    const given = options(args);
    expect(given.get('--transport')).toBe('http');
    expect(
      await listed({
        url: given.get('--cli') ?? '',
        headers: headerOf(given.get('--header') ?? ''),
      }),
    ).toEqual(birds);
  }
  expect([list, call, local].map((args) => args.slice(args.indexOf('--method')))).toEqual([
    ['--method', 'tools/list'],
    ['--method', 'tools/call', '--tool-name', 'list_datasets'],
    ['--method', 'tools/list'],
  ]);
  const settings = Object.fromEntries(
    local.flatMap((one, i) => (one === '-e' ? [(local[i + 1] ?? '').split('=')] : [])),
  );
  expect(await listed(stdio(local.at(-3) ?? '', settings))).toEqual(birds);
});
