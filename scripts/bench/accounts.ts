import { z } from 'zod';
import { inDatabase } from './in-database.ts';
import { asJson } from './rest-calls.ts';
import type { Server } from './servers.ts';

/** Of every account. */
const password = 'rows of beans 7';

/**
 * A verified account with its session and its key; Pro unless said otherwise. `outputs` of every
 * server that may send its mail.
 */
export async function openAccount(
  url: string,
  outputs: () => string,
  email: string,
  databaseUrl: string,
  tier: 'free' | 'paid' = 'paid',
): Promise<{ session: string; key: string }> {
  const registered = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: asJson,
    body: JSON.stringify({ email, password, full_name: 'Bea Bench' }),
  });
  const session = z
    .object({ access_token: z.string() })
    .parse(await registered.json()).access_token;
  let link: string | undefined;
  while (link === undefined) {
    link = new RegExp(`Mail to ${email}[^\\n]*\\n\\s+its link: http://[^/]+(/\\S+)`).exec(
      outputs(),
    )?.[1];
    await new Promise((done) => setTimeout(done, 200));
  }
  await verify(url, link, session);
  if (tier === 'paid')
    await inDatabase(databaseUrl, (client) =>
      client.query("update user_account set granted_pro_until = '2100-01-01' where email = $1", [
        email,
      ]),
    );
  const made = await fetch(`${url}/api/v1/auth/api-key/regenerate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
  });
  return { session, key: z.object({ api_key: z.string() }).parse(await made.json()).api_key };
}

/**
 * As the page does to which the link leads; a server of an earlier revision verifies when the link
 * is opened.
 */
async function verify(url: string, link: string, session: string): Promise<void> {
  const token = new URL(link, url).searchParams.get('token');
  const { status } = await fetch(`${url}/api/v1/auth/me/verify-email`, {
    method: 'POST',
    headers: { ...asJson, Authorization: `Bearer ${session}` },
    body: JSON.stringify({ token }),
  });
  if (status === 404) await fetch(url + link, { redirect: 'manual' });
}

/** For what is asked within the next five minutes. */
export async function confirmPassword(url: string, session: string): Promise<void> {
  const { status } = await fetch(`${url}/api/v1/auth/verify-password`, {
    method: 'POST',
    headers: { ...asJson, Authorization: `Bearer ${session}` },
    body: JSON.stringify({ password }),
  });
  if (status !== 200) throw new Error(`The password was answered with ${status}.`);
}

/**
 * By the token that a server printed when it started, the account of this session becomes its first
 * administrator.
 */
export async function becomeAdmin({ url, output }: Server, session: string): Promise<void> {
  let token: string | undefined;
  while (token === undefined) {
    token = /set-up token [^:]*: ([\w-]+)/.exec(output())?.[1];
    await new Promise((done) => setTimeout(done, 100));
  }
  const { status } = await fetch(`${url}/api/v1/admin/setup`, {
    method: 'POST',
    headers: { ...asJson, Authorization: `Bearer ${session}` },
    body: JSON.stringify({ token }),
  });
  if (status !== 200) throw new Error(`The set-up answered ${status}.`);
}
