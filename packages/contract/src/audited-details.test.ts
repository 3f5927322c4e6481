import { describe, expect, expectTypeOf, it } from 'vitest';
import { auditKinds } from './audit.ts';
import { actOf, actionsOf, type AuditAction } from './audited-acts.ts';
import { sayDetails, type AuditDetails } from './audited-details.ts';

describe('what the audit log says', () => {
  it('of every act is words, no names of the program', () => {
    const actions = auditKinds.flatMap(actionsOf);
    expect(actions.length).toBeGreaterThan(100);
    for (const action of actions) {
      const said = actOf(action).said.replace('APP_SECRET', '');
      expect(said, action).toMatch(/^[A-Z][^_{}]+$/);
      expect(said, action).not.toMatch(/[a-z][A-Z]/);
    }
  });

  it('of an act that has no words does not compile', () => {
    expectTypeOf<'auth.createApiKey'>().toExtend<AuditAction>();
    expectTypeOf<'audit.limited'>().toExtend<AuditAction>();
    expectTypeOf<'auth.somethingNew'>().not.toExtend<AuditAction>();
    // Read, never written: it has no words for the log.
    expectTypeOf<'auth.sessions'>().not.toExtend<AuditAction>();
    expectTypeOf<'because'>().toExtend<keyof AuditDetails>();
    expectTypeOf<'somethingNew'>().not.toExtend<keyof AuditDetails>();
  });

  it.each([
    ['auth.logout', {}, ''],
    [
      'auth.createApiKey',
      {
        ends: '2026-03-05T09:07:00.000Z',
        rows: 'as the scopes say',
        scopes: 'read analyse',
        datasets: 'all',
      },
      'May list datasets and their columns, compute statistics; all datasets; until 5 Mar 2026, 09:07 UTC',
    ],
    [
      'auth.limitApiKey',
      { ends: 'never', rows: 'aggregates only', scopes: 'write', datasets: '1' },
      'May upload, rename and delete; 1 dataset; no single rows; no end',
    ],
    [
      'auth.completeLogin',
      { code: 'second_factor_failed', factor: 'totp', reason: 'This code is not right.' },
      'With a code from the authenticator app. This code is not right.',
    ],
    ['auth.addPasskey', { change: 'passkey_added' }, ''],
    [
      'auth.login',
      { code: 'invalid_credentials', reason: 'Incorrect email or password' },
      'Incorrect email or password',
    ],
    ['auth.replay', { because: 'replay of a used refresh token' }, 'It was used twice'],
    ['auth.changePassword', { ended: 'other sessions' }, 'Ended with it: other sessions'],
    ['admin.setUp', { role: 'admin', by: 'set-up token' }, 'Administrator; by the set-up token'],
    [
      'usage.planChanged',
      { before: 'none', after: 'past_due, Pro until 2026-03-05T00:00:00.000Z, then ended' },
      'Before: no subscription; now: past due, Pro until 5 Mar 2026, 00:00 UTC, then ended',
    ],
    [
      'usage.subscriptionEnded',
      { because: 'it was a second one' },
      'It was a second one, and is credited to the next invoices',
    ],
    ['audit.newKey', { before: '17' }, 'After line 17'],
    [
      'audit.limited',
      { action: 'auth.login', until: '2026-03-05T10:00:00.000Z' },
      'Until 5 Mar 2026, 10:00 UTC; Log-in',
    ],
    [
      'admin.exportAudit',
      { kind: 'keys', outcome: 'denied', person: 'ada@example.com', q: 'x' },
      'With “x”; of ada@example.com; API keys; what was denied',
    ],
    [
      'datasets.share',
      { result: 'compare groups', 'single values': 'no', agent: 'Claude' },
      'A comparison of groups; without single values; by the agent Claude',
    ],
    ['audit.limited', { until: '2026-99-05T10:00:00.000Z' }, 'Until 2026-99-05T10:00:00.000Z'],
    ['auth.login', { 'a later thing': 'x' }, 'A later thing: x'],
    ['auth.login', { toString: 'x' }, 'ToString: x'],
  ])('of %s with %j: %s', (action, details, said) => {
    expect(sayDetails(action, details)).toBe(said);
  });
});
