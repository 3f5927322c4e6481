import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../accounts/delete-account.ts';
import { underLease } from '../requests/take-lease.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { holdPayments } from './hold-payments.ts';

const urls = {
  success_url: 'http://localhost:3000/app/subscription?success=true',
  cancel_url: 'http://localhost:3000/app/subscription?canceled=true',
};

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());

test('while payments of an account are held no checkout is opened and the account stays; others go on', async () => {
  const [user, other] = [await app.createTestUser(), await app.createTestUser()];
  const ctx = await app.contextOf(authorizationOf(user));
  const refused = {
    code: 'conflict',
    message: 'A checkout of this account is being opened, or the account deleted, at this moment.',
    details: { fix: 'Try again in a moment.', retry_after: 5 },
  };
  const { email, password } = user;
  const seen = await holdPayments(ctx, user.id, async () => {
    await expect(createCheckoutSession(ctx, urls)).rejects.toMatchObject(refused);
    await expect(deleteAccount(ctx, { email, password })).rejects.toMatchObject(refused);
    return holdPayments(ctx, other.id, () => Promise.resolve('of the other'));
  });
  expect(seen).toBe('of the other');
  // By the name that servers of other versions take as well.
  await underLease(ctx, `payments:${user.id}`, '', '', () =>
    expect(createCheckoutSession(ctx, urls)).rejects.toMatchObject(refused),
  );
});
