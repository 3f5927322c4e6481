import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { login } from '../accounts/login.ts';
import { logout } from '../accounts/logout.ts';
import { refresh } from '../accounts/refresh.ts';
import { register } from '../accounts/register.ts';
import type { SessionCookie } from './session-cookie.ts';
import { Session } from '../users/session.entity.ts';

const ended = { code: 'unauthenticated', message: 'The session has ended. Log in again.' };
const password = 'rows of beans 7';

/** A browser's jar, as the door shows it to the services. */
class Jar {
  kept: string | null = null;
  until: Date | null = null;
  /** A request leaves with what is in the jar at that moment. */
  request(isBrowser = true): SessionCookie {
    return {
      isBrowser,
      value: this.kept,
      give: (value, until) => void ([this.kept, this.until] = [value, until]),
      take: () => void (this.kept = null),
    };
  }
}

describe.each(databaseKinds)('the cookie of a session on %s', (kind) => {
  let app: TestCore;
  let accounts = 0;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const contextWith = (cookie?: SessionCookie, access?: string) =>
    app.contextOf(
      access === undefined ? {} : { authorization: `Bearer ${access}` },
      undefined,
      cookie === undefined ? {} : { cookie },
    );
  const exchange = async (token: string, cookie?: SessionCookie) =>
    refresh(await contextWith(cookie), { refresh_token: token });
  const works = async (access: string) => (await contextWith(undefined, access)).actor !== null;
  const signUp = async (jar?: Jar) => {
    const email = `cookie-${++accounts}@example.com`;
    return {
      email,
      ...(await register(await contextWith(jar?.request()), {
        email,
        password,
        full_name: 'Test User',
      })),
    };
  };
  const sessionOf = (email: string) =>
    app.core.orm.em.fork().findOneOrFail(Session, { user: { emailKey: email } });

  test('a browser gets one when it registers, logs in, and until the session ends; its hash alone is kept', async () => {
    const jar = new Jar();
    const { email, refresh_token: token } = await signUp(jar);
    const first = jar.kept;
    const stored = await sessionOf(email);
    expect([first, jar.until]).toEqual([expect.stringMatching(/^[\w-]{43}$/), stored.expiresAt]);
    expect(stored.cookieHash).toMatch(/^[\w-]{43}$/);
    expect(stored.cookieHash).not.toBe(first);
    const pair = await exchange(token, jar.request());
    expect(jar.kept).toBe(first);
    expect(await works(pair.access_token)).toBe(true);
    await login(await contextWith(jar.request()), { email, password });
    expect(jar.kept).not.toBe(first);
  });

  test('without it a token is refused, and the session goes on where the cookie is', async () => {
    const jar = new Jar();
    const { refresh_token: token, access_token: access } = await signUp(jar);
    for (const cookie of [undefined, new Jar().request(), new Jar().request(false)])
      await expect(exchange(token, cookie)).rejects.toMatchObject(ended);
    expect(await works(access)).toBe(true);
    const pair = await exchange(token, jar.request());
    // A thief who has both tokens, the used one too, gets nothing and ends nothing.
    app.clock.advance(11);
    for (const stolen of [token, pair.refresh_token])
      await expect(exchange(stolen)).rejects.toMatchObject(ended);
    expect(await works((await exchange(pair.refresh_token, jar.request())).access_token)).toBe(
      true,
    );
  });

  test('anyone who has the cookie may leave out that it is a browser', async () => {
    const jar = new Jar();
    const { refresh_token: token } = await signUp(jar);
    expect((await exchange(token, jar.request(false))).refresh_token).not.toBe(token);
  });

  test('with the cookie of another session a token is stolen: its session ends, the other one does not', async () => {
    const [owner, thief] = [new Jar(), new Jar()];
    const [victim, own] = [await signUp(owner), await signUp(thief)];
    await expect(exchange(victim.refresh_token, thief.request())).rejects.toMatchObject(ended);
    await expect(exchange(victim.refresh_token, owner.request())).rejects.toMatchObject(ended);
    await expect(works(victim.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await works((await exchange(own.refresh_token, thief.request())).access_token)).toBe(
      true,
    );
  });

  test('a replay by the browser itself still ends the session, and tabs within the ten seconds get the same token', async () => {
    const jar = new Jar();
    const { refresh_token: token } = await signUp(jar);
    const [one, other] = await Promise.all([
      exchange(token, jar.request()),
      exchange(token, jar.request()),
    ]);
    expect(other.refresh_token).toBe(one.refresh_token);
    app.clock.advance(11);
    await expect(exchange(token, jar.request())).rejects.toMatchObject(ended);
    await expect(exchange(one.refresh_token, jar.request())).rejects.toMatchObject(ended);
  });

  test('a program needs the token alone', async () => {
    const { email, refresh_token: token } = await signUp();
    const pair = await exchange(token, new Jar().request(false));
    await exchange(pair.refresh_token);
    expect((await sessionOf(email)).cookieHash).toBeNull();
  });

  test('a session from before gets one at the next refresh by its browser, and needs it from then on', async () => {
    const { email, refresh_token: token } = await signUp();
    const jar = new Jar();
    // Both tabs ask before either is answered; that they are answered one after the other is up to
    // the database.
    const [one, other] = await Promise.all([
      exchange(token, jar.request()),
      exchange(token, new Jar().request()),
    ]);
    expect(other.refresh_token).toBe(one.refresh_token);
    const { cookieHash } = await sessionOf(email);
    expect(cookieHash).toMatch(/^[\w-]{43}$/);
    await expect(exchange(one.refresh_token)).rejects.toMatchObject(ended);
    app.clock.advance(11);
    await expect(exchange(token)).rejects.toMatchObject(ended);
  });

  test('of the session from before, the tab that brings the cookie goes on', async () => {
    const { refresh_token: token } = await signUp();
    const jar = new Jar();
    const first = await exchange(token, jar.request());
    const second = await exchange(token, new Jar().request());
    expect(second.refresh_token).toBe(first.refresh_token);
    const next = await exchange(first.refresh_token, jar.request());
    await expect(exchange(token, new Jar().request())).rejects.toMatchObject(ended);
    await expect(exchange(next.refresh_token, jar.request())).rejects.toMatchObject(ended);
  });

  test('logging out takes it away', async () => {
    const jar = new Jar();
    const { access_token: access } = await signUp(jar);
    await logout(await contextWith(jar.request(), access));
    expect(jar.kept).toBeNull();
  });
});
