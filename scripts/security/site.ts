import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Server } from '../bench/servers.ts';
import { openAccount } from '../bench/accounts.ts';
import { asJson } from '../bench/rest-calls.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: () => Record<string, unknown>;
}

/** Somebody who is signed in. */
export interface SignedIn {
  readonly email: string;
  readonly session: string;
}

export interface Person extends SignedIn {
  readonly key: string;
}

/** Somebody who has just registered, and is not verified. */
export interface Newcomer extends SignedIn {
  readonly refresh: string;
}

/**
 * The server as an attacker sees it: an address, and two accounts of their own and of somebody
 * else.
 */
export interface Site {
  readonly url: string;
  readonly server: Server;
  readonly mallory: Person;
  readonly alice: Person;
  /** A dataset of Alice's. */
  readonly dataset: string;
  /** From 0 to 1, by the seed. */
  readonly random: () => number;
  readonly ask: (
    method: string,
    path: string,
    options?: { readonly headers?: Record<string, string>; readonly body?: unknown },
  ) => Promise<Answer>;
  /**
   * A registration of somebody new but for these fields, from a network address that nothing else
   * comes from: the limits of one address are not what is tried.
   */
  readonly register: (fields?: object) => Promise<Answer>;
  readonly newcomer: (name?: string) => Promise<Newcomer>;
  readonly upload: (
    who: SignedIn,
    content: string | Uint8Array<ArrayBuffer>,
    name?: string,
    fields?: Record<string, string>,
  ) => Promise<Answer>;
  /** Imports a file of another format than CSV. */
  readonly import: (
    who: SignedIn,
    content: Uint8Array<ArrayBuffer>,
    name: string,
  ) => Promise<Answer>;
}

export const password = 'rows of beans 7';
export const asKey = ({ key }: Person): Record<string, string> => ({ 'API-Key': key });
export const asSession = ({ session }: Pick<SignedIn, 'session'>): Record<string, string> => ({
  Authorization: `Bearer ${session}`,
});
/** An address of nobody. */
export const freshEmail = (): string => `${randomBytes(6).toString('hex')}@columnist.example`;
/** What a log-in is answered with. */
export const login = (site: Site, email: string, secret: string): Promise<Answer> =>
  site.ask('POST', '/api/v1/auth/login', { body: { email, password: secret } });
const object = z.record(z.string(), z.unknown());
const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

async function read(response: Response): Promise<Answer> {
  const body = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text: body,
    json: () => object.parse(JSON.parse(body)),
  };
}

/** How a server at this address is asked. */
export function visit(url: string): Pick<Site, 'ask' | 'upload' | 'import'> {
  const ask: Site['ask'] = async (method, path, { headers = {}, body } = {}) =>
    read(
      await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { ...(body === undefined || typeof body === 'string' ? {} : asJson), ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const send = async (
    path: string,
    who: SignedIn,
    content: string | Uint8Array<ArrayBuffer>,
    name: string,
    fields: Record<string, string> = {},
  ): Promise<Answer> => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([content]), name);
    return read(
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: asSession(who),
        body: form,
      }),
    );
  };
  return {
    ask,
    upload: (who, content, name = 'table.csv', fields) =>
      send('/api/v1/datasets', who, content, name, fields),
    import: (who, content, name) => send('/api/v1/imports', who, content, name),
  };
}

export async function openSite(server: Server, seed: number): Promise<Site> {
  let state = seed;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const { url } = server;
  const { ask, upload, import: importing } = visit(url);
  const person = async (name: string): Promise<Person> => {
    const email = `${name}-${seed}@columnist.example`;
    return { email, ...(await openAccount(url, () => server.output(), email, '', 'free')) };
  };
  let registered = 1;
  const register: Site['register'] = (fields) =>
    askFrom(`127.0.0.${(registered += 1)}`, 'POST', `${url}/api/v1/auth/register`, {
      email: freshEmail(),
      password,
      full_name: 'No Body',
      ...fields,
    });
  const newcomer: Site['newcomer'] = async (name = 'No Body') => {
    const email = freshEmail();
    const made = await register({ email, full_name: name });
    if (made.status !== 201)
      throw new Error(
        `A registration was answered with ${made.status}. ${made.text.slice(0, 200)}`,
      );
    const { access_token: session, refresh_token: refresh } = tokens.parse(made.json());
    return { email, session, refresh };
  };
  const [mallory, alice] = [await person('mallory'), await person('alice')];
  const dataset = String((await upload(alice, 'secret,n\nalpha,1\nbeta,2\n')).json()['id']);
  return {
    url,
    server,
    mallory,
    alice,
    dataset,
    random,
    ask,
    register,
    newcomer,
    upload,
    import: importing,
  };
}

/** A request from one of this machine's loopback addresses, with a JSON body where one is given. */
export const askFrom = (
  localAddress: string,
  method: string,
  url: string,
  body?: object,
): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = request(
      url,
      { method, localAddress, headers: body === undefined ? {} : asJson },
      (res) => {
        text(res).then(
          (answer) =>
            done({
              status: res.statusCode ?? 0,
              headers: new Headers(),
              text: answer,
              json: () => object.parse(JSON.parse(answer)),
            }),
          fail,
        );
      },
    );
    sent.once('error', fail).end(body === undefined ? undefined : JSON.stringify(body));
  });

/** A request with headers that fetch would not send; its status. */
export const askWith = (
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<number> =>
  new Promise((done, fail) => {
    request(url, { method, headers }, (res) => {
      res.resume();
      done(res.statusCode ?? 0);
    })
      .once('error', fail)
      .end();
  });

/** What a server answers to these bytes before it closes the connection. */
export const sendBytes = (url: string, bytes: string, seconds = 15): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(seconds * 1000, () =>
      socket.destroy(new Error('The connection stayed open.')),
    );
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.once('close', () => done(answer));
    socket.once('error', fail);
  });
