import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { accessibilityProblems, isAccessible } from './looks.ts';
import { signIn, signUp, uploadCsv, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/** Where the agent waits for the answer. */
let waiting: Server;
let redirectUri: string;
let arrived: URLSearchParams[] = [];

useColumnist();

beforeAll(async () => {
  waiting = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/callback') arrived.push(searchParams);
    res
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Agent</title><p>You can close this window.');
  });
  await new Promise<void>((done) => waiting.listen(0, '127.0.0.1', done));
  redirectUri = `http://127.0.0.1:${z.object({ port: z.int() }).parse(waiting.address()).port}/callback`;
});
afterAll(async () => {
  waiting?.close();
});

const password = 'correct horse battery';

/** Registers an agent; gives the address that it would open, and the way to its token. */
async function agentAsks(name: string) {
  const registered = await fetch(`${columnist.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = z
    .object({ client_id: z.string() })
    .parse(await registered.json());
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read rows analyse',
    state: 'of the agent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${columnist.url}/mcp`,
  };
  return {
    address: `/oauth/authorize?${new URLSearchParams(query).toString()}`,
    redeem: async (code: string) => {
      const response = await fetch(`${columnist.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          client_id: clientId,
          code_verifier: verifier,
        }),
      });
      return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
    },
  };
}

const callTool = (token: string, name: string, input: object) =>
  fetch(`${columnist.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input },
    }),
  });

describe('an agent', () => {
  it('is let in after a login, is listed with what it saw, and is cut off', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    const access = await signUp(page, 'owner@example.com', password);
    const birds = await uploadCsv(page, access, 'birds.csv', 'mass,kind\n1,a\n2,b\n3,a\n');
    await uploadCsv(page, access, 'secret.csv', 'a\n1\n');
    await verify(page, 'owner@example.com');
    await page.evaluate(() => localStorage.clear());

    const { address, redeem } = await agentAsks('Claude');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
    await expect
      .poll(() => page.getByText('The answer goes to this computer').isVisible())
      .toBe(true);
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Upload, rename and delete' }).isChecked())
      .toBe(false);
    await isAccessible(page);
    await page.getByRole('combobox', { name: 'Datasets' }).click();
    await page.getByTitle('birds.csv').click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('You can close this window.').waitFor();
    expect(arrived.at(-1)?.get('state')).toBe('of the agent');

    const token = await redeem(arrived.at(-1)?.get('code') ?? '');
    expect((await callTool(token, 'get_rows', { id: birds, limit: 2 })).status).toBe(200);
    await page.goto('/app/profile?tab=apikey');
    const agents = page.getByRole('region', { name: 'Connected agents' });
    await expect
      .poll(() => agents.getByRole('row', { name: /^Claude/ }).innerText())
      .toMatch(/at this computer[\s\S]*Read rows and download files[\s\S]*birds\.csv/);
    await expect
      .poll(() =>
        page
          .getByRole('table', { name: 'Calls' })
          .getByRole('row', { name: /get_rows/ })
          .innerText(),
      )
      .toMatch(/Claude\s+get_rows\s+birds\.csv\s+rows 1 to 2\s+Done/);
    await isAccessible(page);
    await agents.getByRole('button', { name: 'Cut off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cut off' }).click();
    await page.getByText('None yet. Give an agent the address').waitFor();
    expect((await callTool(token, 'get_rows', { id: birds })).status).toBe(401);
    await context.close();
  });

  it('is turned away when its user says no, and where another browser holds the link', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await signIn(page, 'owner@example.com', password);
    const { address } = await agentAsks('Cursor');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Connect Cursor?' }).waitFor();
    const link = page.url();
    await page.getByRole('button', { name: 'Do not connect' }).click();
    await page.getByText('You can close this window.').waitFor();
    expect([arrived.at(-1)?.get('error'), arrived.at(-1)?.get('code')]).toEqual([
      'access_denied',
      null,
    ]);

    const other = await openVisitor(browser, columnist.url);
    await signIn(other.page, 'owner@example.com', password);
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'There is nothing to decide' }).waitFor();
    expect(await accessibilityProblems(other.page)).toEqual([]);
    await other.context.close();
    await context.close();
  });
});
