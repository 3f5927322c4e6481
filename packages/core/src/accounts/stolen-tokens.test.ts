import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { Session } from '../users/session.entity.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';

describe.each(databaseKinds)('a stolen token on %s', (kind) => {
  let app: TestCore;
  let accounts = 0;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  /** A browser that keeps its one cookie in a box. */
  const browser = (box: { kept: string | null }): SessionCookie => ({
    isBrowser: true,
    value: box.kept,
    give: (value) => void (box.kept = value),
    take: () => void (box.kept = null),
  });
  const signUp = async (cookie?: SessionCookie) => {
    const email = `stolen-${++accounts}@example.com`;
    const { user, refresh_token: token } = await register(
      await app.contextOf({}, undefined, { cookie }),
      { email, password: 'rows of beans 7', full_name: 'Test User' },
    );
    return { user, email, token };
  };
  const exchange = async (token: string, cookie?: SessionCookie) => {
    const lines: unknown[] = [];
    const log = pino(
      { base: null, timestamp: false },
      { write: (line: string) => void lines.push(JSON.parse(line)) },
    );
    const ctx = { ...(await app.contextOf({}, undefined, { cookie })), log };
    const answer = await refresh(ctx, { refresh_token: token }).catch((error: unknown) => error);
    return { answer, lines };
  };
  const ended = expect.objectContaining({ code: 'unauthenticated' });
  const sessionOf = (email: string) =>
    app.core.orm.em.fork().findOneOrFail(Session, { user: { emailKey: email } });
  const auditOf = async (email: string) =>
    (
      await app.core.orm.em
        .fork()
        .find(
          AuditEntry,
          { subjectEmail: email, action: 'auth.replay' },
          { orderBy: { id: 'asc' } },
        )
    ).map(({ outcome, details, actorId }) => ({ outcome, details, actorId }));

  test('that is replayed ends the session, in the log of the server and of its owner', async () => {
    const { user, email, token } = await signUp();
    expect((await exchange(token)).lines).toEqual([]);
    app.clock.advance(11);
    const { id } = await sessionOf(email);
    expect(await exchange(token)).toEqual({
      answer: ended,
      lines: [
        {
          level: 40,
          session: id,
          user: user.id,
          msg: 'replay of a used refresh token: session ended',
        },
      ],
    });
    expect(await auditOf(email)).toEqual([
      { outcome: 'done', actorId: null, details: { because: 'replay of a used refresh token' } },
    ]);
    expect((await sessionOf(email)).revokedAt).toEqual(app.clock.now());
    // It has ended already.
    expect(await exchange(token)).toEqual({ answer: ended, lines: [] });
    expect(await auditOf(email)).toHaveLength(1);
  });

  test('that comes with the cookie of another session ends it', async () => {
    const [mine, other] = [{ kept: null }, { kept: null }];
    const { user, email, token } = await signUp(browser(mine));
    await signUp(browser(other));
    const { id } = await sessionOf(email);
    expect(await exchange(token, browser(other))).toEqual({
      answer: ended,
      lines: [
        {
          level: 40,
          session: id,
          user: user.id,
          msg: 'refresh token with the cookie of another session: session ended',
        },
      ],
    });
    expect(await auditOf(email)).toEqual([
      {
        outcome: 'done',
        actorId: null,
        details: { because: 'refresh token with the cookie of another session' },
      },
    ]);
  });

  test('that comes without its cookie gets nothing and ends nothing', async () => {
    const mine = { kept: null };
    const { user, email, token } = await signUp(browser(mine));
    const { id } = await sessionOf(email);
    expect(await exchange(token, browser({ kept: null }))).toEqual({
      answer: ended,
      lines: [
        {
          level: 40,
          session: id,
          user: user.id,
          msg: 'refresh token of a browser without its cookie: refused',
        },
      ],
    });
    expect(await auditOf(email)).toEqual([]);
    expect((await sessionOf(email)).revokedAt).toBeNull();
  });
});
