import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '../accounts/login.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { Session } from '../users/session.entity.ts';
import { User } from '../users/user.entity.ts';
import { listSessions } from './list-sessions.ts';

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** A user, a log-in from an address and a browser, and how many messages they got of new devices. */
async function openUser() {
  const user = await app.createTestUser();
  const logIn = async (address: string, userAgent = firefox) =>
    login(await app.contextOf({}, undefined, { address, userAgent }), {
      email: user.email,
      password: user.password,
    });
  const messages = async () => {
    await app.core.deliverMail();
    return app.mail.sent.filter(
      ({ to, subject }) => to === user.email && subject === 'New sign-in to your account',
    ).length;
  };
  return { user, logIn, messages };
}

test('its owner hears of a browser or network that was not there before, once', async () => {
  const { logIn, messages } = await openUser();
  await logIn('192.0.2.1');
  expect(await messages()).toBe(1);
  await logIn('192.0.2.1');
  expect(await messages()).toBe(1);
  await logIn('203.0.113.1');
  expect(await messages()).toBe(2);
  await logIn('203.0.113.1', 'curl/8.5.0');
  expect(await messages()).toBe(3);
  await logIn('192.0.2.1');
  expect(await messages()).toBe(3);
});

test('who never logged in, as an account made by a command, is not warned of the first time', async () => {
  const { user, logIn, messages } = await openUser();
  const em = app.core.orm.em.fork();
  await em.nativeDelete(Session, { user: user.user.id });
  await em.nativeUpdate(User, { id: user.user.id }, { lastLoginAt: null });
  await logIn('192.0.2.1');
  expect(await messages()).toBe(0);
  // Sessions that were tidied away are no reason to say nothing.
  await em.nativeDelete(Session, { user: user.user.id });
  await logIn('192.0.2.1');
  expect(await messages()).toBe(1);
});

test('a session of somebody else makes no device known, and is in no list but theirs', async () => {
  const [one, other] = [await openUser(), await openUser()];
  await one.logIn('198.51.100.1');
  await other.logIn('198.51.100.1');
  expect(await other.messages()).toBe(1);
  const { items } = await listSessions(await app.contextOf(authorizationOf(one.user)));
  expect(items.map(({ address }) => address).toSorted()).toEqual(['127.0.0.1', '198.51.100.1']);
});
