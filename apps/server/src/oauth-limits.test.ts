import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const challenge = {
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
};
const register = async (more: object) => {
  const response = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_name: 'agent',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1:9/callback'],
      ...more,
    }),
  });
  return {
    status: response.status,
    body: z.record(z.string(), z.unknown()).parse(await response.json()),
  };
};

test('documents at addresses of this machine or its network are not even connected to', async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => {
    listener.listen(0, '::', done);
  });
  const { port } = z.object({ port: z.int() }).parse(listener.address());
  try {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
    ]) {
      const address = `https://${host}:${port}/document.json`;
      expect(
        await register({ sector_identifier_uri: address, subject_type: 'public' }),
      ).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
      const asked = await fetch(
        `${app.url}/oauth/authorize?${new URLSearchParams({ ...challenge, client_id: address, redirect_uri: 'http://127.0.0.1/callback' }).toString()}`,
        { redirect: 'manual' },
      );
      expect([asked.status, await asked.text()]).toEqual([
        400,
        expect.stringContaining('The agent could not be connected'),
      ]);
    }
    expect(connections).toBe(0);
  } finally {
    listener.close();
  }
});

describe('a request that fails before anybody was asked', () => {
  const ask = async (callback: string, more: Record<string, string>) => {
    const { body } = await register({ redirect_uris: [callback] });
    const response = await fetch(
      `${app.url}/oauth/authorize?${new URLSearchParams({
        ...challenge,
        client_id: String(body['client_id']),
        redirect_uri: callback,
        scope: 'read',
        ...more,
      }).toString()}`,
      { redirect: 'manual' },
    );
    return [response.status, response.headers.get('location'), await response.text()] as const;
  };
  test.each([
    ['without a page', { prompt: 'none' }, 'login_required'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['without a challenge of today', { code_challenge_method: 'plain' }, 'invalid_request'],
  ])('%s sends nobody to a site, and answers a program on this machine', async (_, more, error) => {
    const [status, location, page] = await ask('https://agent.example/callback', more);
    expect([status, location]).toEqual([400, null]);
    expect(page).toContain('The agent could not be connected');
    expect(page).not.toContain('agent.example');
    const [, answered] = await ask('http://127.0.0.1:9/callback', more);
    expect(new URL(String(answered)).origin).toBe('http://127.0.0.1:9');
    expect(new URL(String(answered)).searchParams.get('error')).toBe(error);
  });

  test.each(['form_post', 'fragment', 'web_message', 'jwt'])(
    'with its answer as %s sends nothing anywhere',
    async (mode) => {
      for (const more of [{ prompt: 'none' }, {}]) {
        const [status, location, page] = await ask('https://agent.example/callback', {
          ...more,
          response_mode: mode,
        });
        expect([status, location]).toEqual([400, null]);
        expect(page).not.toContain('agent.example');
        expect(page).toContain('The agent could not be connected');
      }
      expect(await register({ response_modes: [mode] })).toMatchObject({
        status: 400,
        body: { error: 'invalid_client_metadata' },
      });
    },
  );

  test('of a type that is answered elsewhere sends nothing anywhere', async () => {
    for (const type of ['token', 'id_token', 'code token']) {
      const [status, location, page] = await ask('https://agent.example/callback', {
        response_type: type,
      });
      expect([status, location]).toEqual([400, null]);
      expect(page).toContain('The agent could not be connected');
    }
  });

  test('but one that is in order asks the person', async () => {
    const [status, location] = await ask('https://agent.example/callback', {});
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/oauth\/request\//)]);
  });
});

describe('an answer to an agent is sent', () => {
  test.each([
    ['https://agent.example/callback'],
    ['https://agent.example:8443/callback?a=1'],
    ['http://localhost/callback'],
    ['http://127.0.0.1:33418/callback'],
    ['http://[::1]/callback'],
    ['com.example.app:/callback'],
    ['com.example.app://callback'],
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
  ])('to %s', async (address) => {
    expect(await register({ redirect_uris: [address] })).toMatchObject({
      status: 201,
      body: { redirect_uris: [address] },
    });
  });

  test.each([
    ['ftp://agent.example/callback', 'must use https'],
    ['https://user:secret@agent.example/callback', 'user name or password'],
    ['https://user@agent.example/', 'user name or password'],
    ['http://agent.example/callback', 'must use https'],
    ['https://agent.example/#part', 'fragment'],
    ['https://agent.example/#', 'fragment'],
    ['javascript:alert(1)', 'must use https'],
    ['data:text/html,x', 'must use https'],
    ['file:///etc/passwd', 'must use https'],
    ['agent:/callback', 'with a dot'],
    ['blob:https://agent.example/x', 'must use https'],
    ['http://127.0.0.1.agent.example/', 'must use https'],
    ['no address', 'address'],
  ])('not to %s', async (address, reason) => {
    for (const type of ['native', 'web']) {
      const { status, body } = await register({
        redirect_uris: ['https://agent.example/callback', address],
        application_type: type,
      });
      expect([status, body['error'], body['error_description']]).toEqual([
        400,
        'invalid_redirect_uri',
        expect.stringContaining(reason),
      ]);
    }
  });
});

test('what a stranger registers is small, for it is kept', async () => {
  expect(await register({ client_name: 'n'.repeat(9000) })).toMatchObject({
    status: 400,
    body: { error: 'invalid_client_metadata' },
  });
  expect((await register({ client_name: 'n'.repeat(900) })).status).toBe(201);
});

test('names of agents have no character that nothing is drawn for', async () => {
  for (const code of [0x200b, 0x2060, 0xad, 0x200d, 0x200c, 0xfeff, 0xe0041, 0x3164, 0x2800])
    expect(
      await register({ client_name: `Cla${String.fromCodePoint(code)}ude` }),
      code.toString(16),
    ).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_client_metadata',
        error_description: expect.stringContaining('none that nothing is drawn for'),
      },
    });
  for (const name of ['Claude Code 2', 'Agent für Zahlen 🤖', 'کمک', 'हिन्दी'])
    expect((await register({ client_name: name })).status, name).toBe(201);
});

test('where an answer goes is said of the app that has a private scheme, not of the name behind it', async () => {
  const redirect = 'com.example.app://claude.ai/callback';
  const { body } = await register({ redirect_uris: [redirect] });
  const address = new URL('/oauth/authorize', app.url);
  address.search = new URLSearchParams({
    ...challenge,
    client_id: z.string().parse(body['client_id']),
    redirect_uri: redirect,
    scope: 'read',
  }).toString();
  const begun = await fetch(address, { redirect: 'manual' });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const details = await fetch(`${app.url}${begun.headers.get('location')}/details`, {
    headers: { cookie },
  });
  expect(await details.json()).toMatchObject({
    name: 'agent',
    redirect_host: 'an app on this computer (com.example.app:)',
  });
});

test('no path of the authorization server is asked without a limit, nor with a body without one', async () => {
  const strict = await createTestApp({ throttleScale: 1 });
  try {
    const ask = async (path: string): Promise<number> =>
      (await fetch(strict.url + path, { redirect: 'manual' })).status;
    const used = (subject: string, attempts: number) =>
      strict.core.orm.em
        .fork()
        .execute('insert into throttle (subject, started_at, attempts) values (?, ?, ?)', [
          `${subject}:127.0.0.1`,
          strict.clock.now(),
          attempts,
        ]);
    await used('oauth-authorize', 119);
    expect([
      await ask('/oauth/authorize?client_id=nobody'),
      await ask('/oauth/authorize?client_id=nobody'),
      await ask('/oauth/authorize/nothing'),
    ]).toEqual([400, 429, 429]);
    await strict.core.orm.em
      .fork()
      .execute("update throttle set attempts = 599 where subject = 'oauth-all:127.0.0.1'");
    expect([
      await ask('/oauth/jwks'),
      await ask('/oauth/jwks'),
      await ask('/oauth/request/nobody/details'),
    ]).toEqual([200, 429, 429]);
    // Metadata stays within reach.
    expect(await ask('/.well-known/oauth-authorization-server')).toBe(200);
  } finally {
    await strict.close();
  }
  const large = JSON.stringify({
    client_name: 'x'.repeat(200_000),
    redirect_uris: ['https://agent.example/'],
  });
  const statuses = await Promise.all(
    ['/oauth/register', '/oauth/token', '/oauth/revoke', '/oauth/request/nobody/decision'].map(
      async (path) =>
        (
          await fetch(app.url + path, {
            method: 'POST',
            headers: {
              'Content-Type':
                path.endsWith('r') || path.endsWith('n')
                  ? 'application/json'
                  : 'application/x-www-form-urlencoded',
            },
            body: large,
          })
        ).status,
    ),
  );
  for (const status of statuses) expect([400, 413, 415]).toContain(status);
});

describe('text that no database keeps is refused by the authorization server, and never fails inside', () => {
  const texts = { NUL: 'a\u0000b', 'half a character': 'a\ud800b' };
  const fields = {
    '/oauth/token': [
      'grant_type',
      'code',
      'refresh_token',
      'client_id',
      'client_secret',
      'code_verifier',
      'redirect_uri',
      'resource',
      'scope',
    ],
    '/oauth/revoke': ['token', 'token_type_hint', 'client_id', 'client_secret'],
    '/oauth/authorize': [
      'client_id',
      'redirect_uri',
      'scope',
      'state',
      'code_challenge',
      'resource',
      'prompt',
      'login_hint',
      'nonce',
    ],
  };
  const cases = Object.entries(fields).flatMap(([path, names]) =>
    names.flatMap((name) => Object.keys(texts).map((text) => ({ path, name, text }))),
  );

  test.each(cases)('$path, $name with $text', async ({ path, name, text }) => {
    const { body: client } = await register({});
    const valid = {
      ...challenge,
      client_id: String(client['client_id']),
      redirect_uri: 'http://127.0.0.1:9/callback',
      scope: 'datasets:read',
    };
    const token = { grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
    const bad = z.record(z.string(), z.string()).parse(texts)[text] ?? '';
    const form = new URLSearchParams({
      ...valid,
      ...(path === '/oauth/authorize' ? {} : token),
      [name]: bad,
    }).toString();
    for (const sent of [form, form.replace('%EF%BF%BD', '%ED%A0%80')]) {
      const answer =
        path === '/oauth/authorize'
          ? await fetch(`${app.url}${path}?${sent}`, { redirect: 'manual' })
          : await fetch(app.url + path, {
              method: 'POST',
              headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
              body: sent,
            });
      expect([answer.status < 500, await answer.text()]).toEqual([
        true,
        expect.not.stringContaining('server_error'),
      ]);
    }
  });

  test.each(['client_name', 'client_uri', 'logo_uri', 'scope', 'contacts'])(
    'a registration with it as %s',
    async (name) => {
      for (const bad of Object.values(texts)) {
        const { status, body } = await register({ [name]: name === 'contacts' ? [bad] : bad });
        expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
      }
    },
  );
});
