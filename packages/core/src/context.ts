import {
  AppError,
  scopeNames,
  type Door,
  type Operation,
  type Scope,
  type Tier,
  type Via,
} from '@columnist/contract';
import type { Engine, JobOptions } from '@columnist/workers';
import type { EntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import type { AuditTrail } from './audit/audit-trail.ts';
import type { Descriptions } from './datasets/results/analyze-dataset.ts';
import type { Secrets } from './users/secrets.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { Ports } from './ports/ports.ts';
import { jobRights } from './usage/job-rights.ts';

/** Time as the product sees it; tests move it. SQL compares with it, never with now(). */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

/** Who asks, read from the database at every request. */
export interface Actor {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly fullName: string;
    readonly emailVerified: boolean;
    readonly tier: Tier;
    readonly raisedFileMb: number | null;
    readonly roles: readonly string[];
  };
  readonly via: Via;
  readonly scopes: readonly Scope[];
  /** Id of the API key, for via 'api-key'. */
  readonly keyId?: string;
  /** The name of that key; none for the key of the account. */
  readonly keyName?: string | null;
  /** The session, for via 'session'. */
  readonly sessionId: string | null;
  /**
   * When it was last confirmed in the session, by password or passkey, that its owner asks; null
   * for programs.
   */
  readonly confirmedAt: Date | null;
  /** The same without the log-in, which confirms a session as well. */
  readonly askedAt: Date | null;
  /** When a second factor was last shown in it: at the log-in, to confirm, or as it was added. */
  readonly factorAt: Date | null;
  /** Whether the user has set up one; looked up for sessions alone. */
  readonly secondFactor: boolean;
  /**
   * What an API key was narrowed to, beyond its scopes; null for sessions and keys that were not.
   */
  readonly limits: {
    readonly datasetIds: readonly string[] | null;
    readonly aggregatesOnly: boolean;
  } | null;
  /** The agent that acts for the user, for via 'oauth'. */
  readonly agent: { readonly id: string; readonly name: string } | null;
}

/** What the installation decides. */
export interface Settings {
  /** Origin under which people reach the product, without a slash at the end. */
  readonly publicUrl: string;
  readonly mailFrom: string;
  readonly apiKeyPrefix: 'col_live_' | 'col_test_';
  /**
   * Factor on every throttle of attempts, on the calls a minute and on the jobs that may wait; 1
   * but for measurements and tests.
   */
  readonly throttleScale: number;
  /** Whether administrators need a second factor: everywhere but on one's own machine. */
  readonly secondFactorForAdmins: boolean;
  /** Folder for files on their way, on the same disk as the object folder. */
  readonly tempDir: string;
  /** Bytes of its disk that stay free: below, no file is taken. 0 where nothing is watched. */
  readonly minFreeBytes: number;
}

/** What a service is handed: one entity manager a request, and the world behind ports. */
export interface ServiceContext {
  readonly em: EntityManager;
  readonly actor: Actor | null;
  readonly engine: Engine;
  /** Done before the engine works for a call, once: the call is counted. */
  readonly beforeEngine?: (() => Promise<void>) | undefined;
  /** Descriptions handed out lately. */
  readonly descriptions: Descriptions;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The caller's network address, for throttling. */
  readonly address: string;
  /** The caller's User-Agent header, for the list of sessions. */
  readonly userAgent: string;
  /** What the caller came through. */
  readonly door: Door;
  /** Whether a test of this call is kept; see enters. */
  readonly keeps?: boolean | undefined;
  /** Of the caller's browser, where the door has cookies. */
  readonly cookie?: SessionCookie | undefined;
  /** What services say of this call for the audit log. */
  readonly audit: AuditTrail;
}

/**
 * How the engine is to run a call's job: ended with the call, in turn with those of other users,
 * within the limits of its user's plan.
 */
export const jobOf = ({
  signal,
  actor,
  beforeEngine,
  settings,
}: Pick<ServiceContext, 'signal' | 'actor' | 'beforeEngine' | 'settings'>): JobOptions => ({
  signal,
  user: actor?.user.id,
  rights: actor === null ? undefined : jobRights(actor.user, settings),
  before: beforeEngine,
});

const confirmedMinutes = 5;

/**
 * Whether the owner of a session was asked for the password or a passkey lately; who logged in a
 * moment ago was. Programs have no password: their scopes are what they may.
 */
export function isConfirmed(
  { clock }: Pick<ServiceContext, 'clock'>,
  { via, confirmedAt }: Pick<Actor, 'via' | 'confirmedAt'>,
): boolean {
  const since = clock.now().getTime() - confirmedMinutes * 60_000;
  return via !== 'session' || (confirmedAt !== null && confirmedAt.getTime() > since);
}

/**
 * Lets a session go on only where it is confirmed: an open browser alone is not enough for what
 * makes others or programs able to act.
 */
export function requireConfirmed(
  ctx: Pick<ServiceContext, 'clock'>,
  actor: Pick<Actor, 'via' | 'confirmedAt'>,
): void {
  if (!isConfirmed(ctx, actor))
    throw new AppError('reauthentication_required', 'Confirm your current password first.');
}

/**
 * Lets a session go on only where its owner was asked in it, after the log-in: for what takes the
 * account away from anyone who logged in.
 */
export function requireAsked(
  ctx: Pick<ServiceContext, 'clock'>,
  { via, askedAt }: Pick<Actor, 'via' | 'askedAt'>,
): void {
  requireConfirmed(ctx, { via, confirmedAt: askedAt });
}

/**
 * Lets who has second factors go on to change them only where one was shown lately, beside what
 * confirms the session: the password alone is what they protect from.
 */
function requireFactor(ctx: Pick<ServiceContext, 'clock'>, actor: Actor): void {
  if (!actor.secondFactor) return requireConfirmed(ctx, actor);
  if (
    !isConfirmed(ctx, actor) ||
    !isConfirmed(ctx, { via: actor.via, confirmedAt: actor.factorAt })
  )
    throw new AppError(
      'second_factor_confirmation_required',
      'Confirm your password and a second factor first.',
    );
}

/** Where a credential is had that may do what this one may not. */
const wayToScope = ({ settings }: ServiceContext, via: Via, scope: Scope): string =>
  via === 'oauth'
    ? `Connect again, and allow “${scopeNames[scope]}”.`
    : `Make a key that may “${scopeNames[scope]}” at ${settings.publicUrl}/app/profile?tab=apikey.`;

/**
 * First line of every service: the operation's access rule and plan, decided here and in no face.
 * `method` is the one asked for, where the input has some.
 */
export function authorize(ctx: ServiceContext, operation: Operation, method?: string): Actor {
  const { access } = operation;
  if (ctx.actor === null) throw new AppError('unauthenticated', 'Not authenticated');
  if (access === 'public') return ctx.actor;
  if (!access.via.includes(ctx.actor.via)) {
    throw new AppError(
      'forbidden',
      'This call needs a signed-in session; an API key or agent token cannot make it.',
    );
  }
  if (access.role !== undefined && !ctx.actor.user.roles.includes(access.role)) {
    throw new AppError('forbidden', `This call needs the role '${access.role}'.`, {
      fix: 'Ask an administrator for the role.',
    });
  }
  if (access.role === 'admin' && ctx.settings.secondFactorForAdmins && !ctx.actor.secondFactor) {
    throw new AppError(
      'second_factor_enrolment_required',
      'Administrators need a second factor. Set one up in your profile, under Security.',
    );
  }
  if (
    ctx.actor.via !== 'session' &&
    access.scope !== undefined &&
    !ctx.actor.scopes.includes(access.scope)
  ) {
    throw new AppError('forbidden', `This credential lacks the scope '${access.scope}'.`, {
      fix: wayToScope(ctx, ctx.actor.via, access.scope),
    });
  }
  // Before the input is checked, nobody knows which method it asks for: the service asks again.
  const free =
    operation.freeMethods !== undefined &&
    (method === undefined || operation.freeMethods.includes(method));
  if (operation.tier === 'paid' && !free && ctx.actor.user.tier !== 'paid')
    throw new AppError('plan_required', 'This feature requires a paid subscription ($29/month).');
  if (operation.confirm === 'always') requireConfirmed(ctx, ctx.actor);
  if (operation.confirm === 'factor') requireFactor(ctx, ctx.actor);
  return ctx.actor;
}
