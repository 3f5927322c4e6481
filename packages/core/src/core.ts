import type { Door } from '@columnist/contract';
import type { Engine } from '@columnist/workers';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { offerSetup } from './admin/offer-setup.ts';
import { oauthStore, type OauthStore } from './agents/oauth-store.ts';
import { User } from './users/user.entity.ts';
import { newTrail } from './audit/audit-trail.ts';
import { endAgent } from './agents/end-agent.ts';
import { registerChain } from './audit/chain-state.ts';
import { adoptLines, openChain } from './audit/open-chain.ts';
import { writeAct } from './audit/write-act.ts';
import { verifyAudit, type ChainCheck } from './audit/verify-chain.ts';
import type { Place } from './audit/chain.ts';
import { authenticate, type Credentials } from './accounts/authenticate.ts';
import { rotateSecret, type Rotated } from './accounts/rotate-secret.ts';
import { deriveSecrets, type Secrets } from './users/secrets.ts';
import { backUp } from './backup/back-up.ts';
import type { Manifest } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { Actor, Clock, ServiceContext, Settings } from './context.ts';
import { keepDescriptions } from './datasets/results/analyze-dataset.ts';
import { hasRoom } from './datasets/lifecycle/require-disk.ts';
import { dropUnfinishedUploads } from './datasets/lifecycle/reconcile-objects.ts';
import { jobRunner } from './jobs.ts';
import { migrate } from './migrate.ts';
import { measureLoad, type Load } from './measure-load.ts';
import { openOrm, type Orm } from './orm.ts';
import { takeEvent } from './billing/take-event.ts';
import { deliverMail } from './mail/deliver-mail.ts';
import type { Ports } from './ports/ports.ts';

export interface CoreConfig {
  /** `pglite:folder`, `pglite:memory`, or postgres://… */
  readonly databaseUrl: string;
  readonly appSecret: string;
  /** Secrets of before or to come: what was made under them is taken too. */
  readonly fallbackSecrets?: readonly string[];
  readonly settings: Settings;
  readonly engine: Engine;
  readonly ports: Ports;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the audit log is only read: its chain is then neither begun nor continued. */
  readonly readsAudit?: boolean;
}

export interface RequestFacts {
  readonly actor: Actor | null;
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly door: Door;
  readonly cookie?: SessionCookie | undefined;
}

/** The product, opened on its database and its ports. */
export interface Core {
  readonly orm: Orm;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Logger;
  /** The context of one request: a fresh entity manager and who asks. */
  contextFor(facts: RequestFacts): ServiceContext;
  /** See accounts/authenticate. */
  authenticate(credentials: Credentials): Promise<Actor | null>;
  /** Whether there is such a user, who may sign in. */
  isActive(userId: string): Promise<boolean>;
  /** Takes a grant out of the user's list that the authorization server has ended. */
  forgetGrant(id: string): Promise<void>;
  /** Where the authorization server keeps the records of one model. */
  oauthStore(model: string): OauthStore;
  /**
   * The jobs that run beside requests: purge and expire each time, objects without a dataset at
   * most once an hour, datasets without their objects once a day.
   */
  runJobs(): Promise<void>;
  /** Takes an event of the payment provider: the raw body, and the header that signs it. */
  takeEvent(body: Buffer, signature: string | undefined): Promise<void>;
  /** Sends the mail that is due; answers how many messages were sent. */
  deliverMail(): Promise<number>;
  /** See admin/offer-setup. */
  offerSetup(): Promise<string | null>;
  /** See backup/back-up. */
  backUp(folder: string): Promise<Manifest>;
  /** See backup/restore. */
  restore(folder: string): Promise<Manifest>;
  /** See audit/verify-chain. */
  verifyAudit(mark: Place | null): Promise<ChainCheck>;
  /** See audit/open-chain. */
  adoptLines(): Promise<number>;
  /** See accounts/rotate-secret. */
  rotateSecret(): Promise<Rotated>;
  /** Jobs of the engine, and what waits in the database to be done beside requests. */
  load(): Promise<Load>;
  /** Throws where the database, the store or the workers do not answer. */
  ready(): Promise<void>;
  /** Whether the disk has room for files. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the database, brings its schema up to date, and hands out contexts. */
export async function createCore(config: CoreConfig): Promise<Core> {
  const { settings, engine, ports, clock, log } = config;
  const secrets = deriveSecrets(config.appSecret, config.fallbackSecrets);
  const orm = await openOrm(config.databaseUrl);
  await migrate(orm, config.databaseUrl);
  if (config.readsAudit === true) registerChain(orm.em.fork(), secrets, log);
  else await openChain(orm.em.fork(), secrets, clock, log);
  if (config.databaseUrl.startsWith('pglite:'))
    await dropUnfinishedUploads({ em: orm.em.fork(), ports, clock });
  // Keeps no entities: for statements alone.
  const statements = orm.em.fork();
  const descriptions = keepDescriptions();
  const contextFor: Core['contextFor'] = (facts) => {
    let em: ServiceContext['em'] | undefined;
    return {
      get em() {
        return (em ??= orm.em.fork());
      },
      engine,
      descriptions,
      ports,
      secrets,
      settings,
      clock,
      log,
      audit: newTrail(),
      ...facts,
    };
  };
  // Ended with the engine; no request waits for what jobs do.
  const contextOf = (actor: Actor): ServiceContext =>
    contextFor({
      actor,
      signal: new AbortController().signal,
      requestId: uuid(),
      address: '',
      userAgent: '',
      door: 'browser',
    });
  return {
    orm,
    secrets,
    settings,
    engine,
    clock,
    log,
    contextFor,
    isActive: async (userId) =>
      z.uuid().safeParse(userId).success &&
      (await orm.em.fork().count(User, { id: userId, isActive: true })) > 0,
    forgetGrant: (id) => endAgent(orm.em.fork(), clock, id),
    oauthStore: (model) => oauthStore(model, () => orm.em.fork(), secrets, clock),
    authenticate: (credentials) => authenticate(statements, secrets, clock, credentials),
    runJobs: jobRunner({ ports, engine, settings, clock, log, contextOf }, () => orm.em.fork()),
    takeEvent: (body, signature) =>
      takeEvent({ em: orm.em.fork(), ports, clock, log }, body, signature),
    deliverMail: () => deliverMail({ em: orm.em.fork(), ports, settings, clock, log }),
    offerSetup: () => offerSetup(orm.em.fork(), clock),
    backUp: async (folder) => {
      const written = await backUp({ em: orm.em.fork(), ports, clock, secrets }, folder);
      await writeAct(orm.em.fork(), clock, {
        via: 'command',
        action: 'admin.backUp',
        subject: null,
      });
      return written;
    },
    restore: (folder) => restore({ em: orm.em.fork(), ports, secrets, settings }, folder),
    verifyAudit: (mark) => verifyAudit(orm.em.fork(), mark),
    adoptLines: () => adoptLines(orm.em.fork(), clock),
    rotateSecret: async () => {
      const rotated = await rotateSecret(orm.em.fork(), secrets);
      await writeAct(orm.em.fork(), clock, {
        via: 'command',
        action: 'admin.rotateSecret',
        subject: null,
      });
      return rotated;
    },
    load: () => measureLoad(orm.em.fork(), engine, clock),
    ready: async () => {
      await Promise.all([
        orm.em.fork().execute('select 1'),
        ports.objects.has('datasets/ready'),
        engine.ready(),
      ]);
    },
    hasRoom: () => hasRoom(settings),
    close: async () => {
      await engine.close();
      await orm.close();
    },
  };
}
