import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { getMe } from './get-me.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { User } from '../users/user.entity.ts';

vi.mock('@node-rs/argon2', { spy: true });

describe.each(databaseKinds)('login on %s', (kind) => {
  let app: TestCore;
  let grace: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
    grace = await app.createTestUser({ email: 'Grace@Example.com' });
  });
  afterAll(() => app.close());

  const refusal = {
    code: 'invalid_credentials',
    message: 'Incorrect email or password',
    details: {},
  };

  test('signs in by the address in any case and answers the user with the key masked', async () => {
    const answer = await login(await app.contextOf(), {
      email: ' grace@example.COM ',
      password: grace.password,
    });
    expect(answer.user).toEqual({
      ...grace.user,
      email_verified: true,
      api_key: `${'•'.repeat(28)}${grace.apiKey?.slice(-4)}`,
    });
    expect(
      await getMe(await app.contextOf({ authorization: `Bearer ${answer.access_token}` })),
    ).toEqual(answer.user);
  });

  test('answers unknown addresses, wrong passwords and deactivated users alike', async () => {
    const gone = await app.createTestUser();
    await app.core.orm.em.fork().nativeUpdate(User, { id: gone.id }, { isActive: false });
    for (const input of [
      { email: 'nobody@example.com', password: grace.password },
      { email: grace.email, password: `${grace.password} ` },
      { email: gone.email, password: gone.password },
      { email: grace.email, password: 'x'.repeat(1000) },
    ]) {
      await expect(login(await app.contextOf(), input)).rejects.toMatchObject(refusal);
    }
  });

  test('takes as long for an unknown address as for a wrong password: one reading of a hash of the same cost', async () => {
    const readings = async (email: string) => {
      vi.mocked(verify).mockClear();
      await expect(
        login(await app.contextOf(), { email, password: 'wrong password' }),
      ).rejects.toMatchObject(refusal);
      // The cost is in front of the salt.
      return vi.mocked(verify).mock.calls.map(([kept]) => String(kept).split('$').slice(0, 4));
    };
    const known = await readings(grace.email);
    expect(known).toEqual([['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']]);
    expect(await readings('nobody@example.com')).toEqual(known);
  });

  test('a password typed in another Unicode form is the same password', async () => {
    await register(await app.contextOf(), {
      email: 'zoe@example.com',
      password: 'Zo\u00EB \uFB01nds 12',
      full_name: 'Zoë',
    });
    const answer = await login(await app.contextOf(), {
      email: 'zoe@example.com',
      password: 'Zoe\u0308 finds 12',
    });
    expect(answer.user.full_name).toBe('Zoë');
  });

  test('logout ends this session with its refresh token, and no other', async () => {
    const ended = await login(await app.contextOf(), {
      email: grace.email,
      password: grace.password,
    });
    await logout(await app.contextOf({ authorization: `Bearer ${ended.access_token}` }));
    await expect(
      app.contextOf({ authorization: `Bearer ${ended.access_token}` }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(
      refresh(await app.contextOf(), { refresh_token: ended.refresh_token }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await app.contextOf(authorizationOf(grace))).actor?.user.id).toBe(grace.id);
  });
});
