import { createTestCore } from '@columnist/core/testing';
import { databaseKinds } from '@columnist/core/testing-databases';
import { describe, expect, test } from 'vitest';
import { errorForLog } from './error-for-log.ts';

describe.each(databaseKinds)('an error of %s', (kind) => {
  test('is logged by its code and place, without statement and values', async () => {
    const app = await createTestCore(kind);
    const user = await app.createTestUser({ verified: false });
    const em = app.core.orm.em.fork();
    const secret = '$argon2id$v=19$secret';
    const failures = await Promise.all(
      [
        em.execute(
          'insert into user_account (id, email, email_key, full_name, password_hash, is_active, created_at) values (?, ?, ?, ?, ?, true, now())',
          [user.id, user.email, user.email, 'Ada', secret],
        ),
        em.execute('insert into role (id, name) values (?, ?)', [user.id, `${secret}\u0000`]),
        em.execute(`select '${secret}'::int`),
      ].map((work) =>
        work.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(Error);
      const logged = JSON.stringify(errorForLog(new Error('outer', { cause: failure })));
      for (const value of [secret, user.email, 'insert into', 'select'])
        expect(logged).not.toContain(value);
      expect(logged).toContain('at ');
    }
    expect(errorForLog(failures[0])).toMatchObject({
      code: '23505',
      constraint: expect.stringContaining('user_account'),
      table: 'user_account',
    });
    expect(errorForLog(new TypeError('x is no function'))).toMatchObject({
      type: 'TypeError',
      message: 'x is no function',
    });
    await app.close();
  });
});
