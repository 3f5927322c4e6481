import { AppError, errors, isErrorCode, operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { auditDenied } from './audit-call.ts';

const codes = Object.keys(errors).filter(isErrorCode);
const details = z.array(z.object({ details: z.object({ code: z.string() }) }));

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());

/** Codes with which a call leaves a line, of all there are. */
async function writtenFor(
  credentials: Parameters<TestCore['contextOf']>[0],
  operation: Parameters<typeof auditDenied>[1],
): Promise<string[]> {
  await app.core.orm.em.fork().execute('delete from audit_entry');
  for (const code of codes)
    await auditDenied(
      await app.contextOf(credentials),
      operation,
      {},
      new AppError(code, 'It is not allowed.'),
    );
  return details
    .parse(await app.core.orm.em.fork().execute('select details from audit_entry order by id'))
    .map(({ details: { code } }) => code);
}

test('every refusal with status 403 is written of somebody who is signed in', async () => {
  const user = await app.createTestUser();
  const written = await writtenFor(authorizationOf(user), operations.datasets.aggregate);
  expect(written.toSorted()).toEqual(
    codes.filter((code) => errors[code].http === 403 || code === 'invalid_credentials').toSorted(),
  );
  expect(written).toEqual(
    expect.arrayContaining(['too_few_rows', 'plan_required', 'dataset_limit_reached']),
  );
});

test('of strangers, where the operation is one of those that are written, and not at the captcha', async () => {
  expect(await writtenFor({}, operations.datasets.aggregate)).toEqual([]);
  const written = await writtenFor({}, operations.auth.login);
  expect(written).toContain('invalid_credentials');
  expect(written).not.toContain('captcha_failed');
});
