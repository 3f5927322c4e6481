import { expect, onTestFinished, test } from 'vitest';
import { authorizationOf, createTestCore } from '../testing.ts';

test('where agents alone are let in, the token of a session is none, and neither is another scheme', async () => {
  const app = await createTestCore();
  onTestFinished(() => app.close());
  const session = authorizationOf(await app.createTestUser());
  const audience = 'http://localhost:3000/mcp';
  expect(await app.core.authenticate(session)).toMatchObject({ via: 'session' });
  await expect(app.core.authenticate({ ...session, audience })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await expect(
    app.core.authenticate({ authorization: 'Basic YTpi', audience }),
  ).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'The access token is not valid or has expired.',
    details: { fix: 'Refresh the token or log in again.' },
  });
  expect(await app.core.authenticate({ audience })).toBeNull();
});
