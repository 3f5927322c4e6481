import { operations, type Operation, type Scope } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';

const { auth, datasets, admin } = operations;

describe('who may make a call', () => {
  let app: TestCore;
  let session: ServiceContext;
  let nobody: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore();
    session = await app.contextOf(authorizationOf(await app.createTestUser()));
    nobody = await app.contextOf();
  });
  afterAll(() => app.close());

  type Actor = NonNullable<ServiceContext['actor']>;
  const actor = (): Actor => {
    if (session.actor === null) throw new Error('Somebody is signed in.');
    return session.actor;
  };
  const as = (some: Partial<Actor>, settings: Partial<ServiceContext['settings']> = {}) => ({
    ...session,
    actor: { ...actor(), ...some },
    settings: { ...session.settings, ...settings },
  });
  const key = (...scopes: Scope[]) => as({ via: 'api-key', scopes });
  const paying = (some: Partial<Actor> = {}) =>
    as({ user: { ...actor().user, tier: 'paid' }, ...some });
  const administrator = (some: Partial<Actor> = {}, secondFactorForAdmins = false) =>
    as({ user: { ...actor().user, roles: ['user', 'admin'] }, ...some }, { secondFactorForAdmins });
  const outcome = (ctx: ServiceContext, operation: Operation, method?: string): unknown => {
    try {
      return authorize(ctx, operation, method) === ctx.actor;
    } catch (error) {
      return error;
    }
  };
  const refused = (code: string, message: string, fix?: string) =>
    expect.objectContaining({
      code,
      message,
      ...(fix === undefined ? {} : { details: expect.objectContaining({ fix }) }),
    });

  test('nobody without credentials, and anybody with them what is public', () => {
    const unknown = refused('unauthenticated', 'Not authenticated');
    for (const operation of [auth.me, datasets.list, auth.login])
      expect(outcome(nobody, operation)).toEqual(unknown);
    for (const ctx of [session, key(), paying()]) expect(outcome(ctx, auth.login)).toBe(true);
  });

  test('a key not what needs a session, nor what its scopes leave out', () => {
    expect(outcome(key('read', 'write'), auth.updateMe)).toEqual(
      refused(
        'forbidden',
        'This call needs a signed-in session; an API key or agent token cannot make it.',
      ),
    );
    expect(outcome(key('read'), datasets.list)).toBe(true);
    expect(outcome(key('analyse'), datasets.list)).toEqual(
      refused('forbidden', "This credential lacks the scope 'read'."),
    );
    expect(outcome(as({ scopes: [] }), datasets.list)).toBe(true);
    const unscoped: Operation = { ...datasets.list, access: { via: ['session', 'api-key'] } };
    expect(outcome(key(), unscoped)).toBe(true);
  });

  test('administrators alone what is theirs, with a second factor where it is wanted', () => {
    expect(outcome(session, admin.users)).toEqual(
      refused(
        'forbidden',
        "This call needs the role 'admin'.",
        'Ask an administrator for the role.',
      ),
    );
    expect(outcome(administrator(), admin.users)).toBe(true);
    expect(outcome(administrator({ secondFactor: true }, true), admin.users)).toBe(true);
    expect(outcome(administrator({ secondFactor: false }, true), admin.users)).toEqual(
      refused(
        'second_factor_enrolment_required',
        'Administrators need a second factor. Set one up in your profile, under Security.',
      ),
    );
    expect(outcome(administrator({ secondFactor: false }, true), datasets.list)).toBe(true);
  });

  test('a free plan what is free: of some operations some methods', () => {
    const paid = refused('plan_required', 'This feature requires a paid subscription ($29/month).');
    expect([
      outcome(session, datasets.list),
      outcome(session, datasets.compareGroups),
      outcome(session, datasets.compareGroups, 'welch_t'),
      outcome(session, datasets.association),
      outcome(session, datasets.association, 'pearson'),
      outcome(session, datasets.association, 'kendall'),
      outcome(paying(), datasets.association, 'kendall'),
      outcome(paying(), datasets.compareGroups),
    ]).toEqual([true, paid, paid, true, true, paid, true, true]);
  });

  test('a job is of the caller, with the rights of their plan; of nobody it has none', () => {
    const ofSession = jobOf(session);
    expect(ofSession).toMatchObject({ signal: session.signal, user: actor().user.id });
    expect(ofSession.rights).toEqual(jobOf(key()).rights);
    expect(ofSession.rights).not.toEqual(jobOf(paying()).rights);
    expect(jobOf(nobody)).toMatchObject({ user: undefined, rights: undefined });
  });
});
