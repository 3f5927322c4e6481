import { UploadedFile, type Tier, type User } from '@columnist/contract';
import { createEngine } from '@columnist/workers';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import type { Credentials } from './accounts/authenticate.ts';
import { grantPro } from './accounts/grant-pro.ts';
import { regenerateApiKey } from './accounts/regenerate-api-key.ts';
import { register } from './accounts/register.ts';
import { verifyMyEmail } from './accounts/verify-email.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { Clock, ServiceContext, Settings } from './context.ts';
import { createCore, type Core } from './core.ts';
import { createTestDatabase, usualDatabase, type DatabaseKind } from './database/test-database.ts';
import { folderObjects } from './ports/folder-objects.ts';
import { folderPartials } from './ports/folder-partials.ts';
import type { CaptchaPort } from './ports/captcha.ts';
import type { MailMessage, MailPort } from './ports/mail.ts';
import { noCaptcha } from './ports/no-captcha.ts';
import type { PaymentsPort } from './ports/payments.ts';
import { stripePayments } from './ports/stripe-payments.ts';

export {
  createTestDatabase,
  usualDatabase,
  type DatabaseKind,
  type TestDatabase,
} from './database/test-database.ts';
export { startS3, type TestS3 } from './ports/start-s3.ts';
export { startPostgres } from './database/start-postgres.ts';
export {
  createTestAuthenticator,
  type TestAuthenticator,
} from './second-factors/testing-authenticator.ts';
export { totpCode } from './second-factors/testing-authenticator.ts';
export { OauthRecord } from './agents/oauth-record.entity.ts';

const logLine = z.record(z.string(), z.unknown());

export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export interface TestMail extends MailPort {
  readonly sent: readonly MailMessage[];
  /** While true, sending fails as with a mail server that is down. */
  down: boolean;
  /** The token of the last link sent to this address. */
  lastTokenTo(email: string): string;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** As registration answered. */
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** null for a user who is not verified. */
  readonly apiKey: string | null;
}

export interface TestCore {
  readonly core: Core;
  readonly clock: TestClock;
  readonly mail: TestMail;
  /**
   * Holds the object folder (`objects`), temporary files (`temp`) and those of the engine
   * (`scratch`).
   */
  readonly dataDir: string;
  /** The context of a request with these credentials; without any, of an anonymous one. */
  contextOf(
    credentials?: Credentials,
    signal?: AbortSignal,
    caller?: { address?: string; userAgent?: string; cookie?: SessionCookie | undefined },
  ): Promise<ServiceContext>;
  /** Registers through the services; verified and free unless said otherwise. */
  createTestUser(options?: { verified?: boolean; tier?: Tier; email?: string }): Promise<TestUser>;
  /** A file on its way in, as a door hands it over. */
  receive(content: string | Uint8Array, filename?: string): Promise<UploadedFile>;
  /** What the log says from warnings on, as it would be written, since the start. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  /** Every file under the data folder, for before and after. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

export const authorizationOf = ({ accessToken }: Pick<TestUser, 'accessToken'>): Credentials => ({
  authorization: `Bearer ${accessToken}`,
});

/**
 * The whole product on a fresh database, a temporary folder and the real engine; time does not move
 * until moved.
 */
export async function createTestCore(
  kind: DatabaseKind = usualDatabase,
  { workers = 1, ...settings }: Partial<Settings> & { readonly workers?: number } = {},
  captcha: CaptchaPort = noCaptcha,
  payments: PaymentsPort = unreachablePayments,
  appSecret: string = randomUUID(),
): Promise<TestCore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'columnist-test-'));
  const tempDir = join(dataDir, 'temp');
  await mkdir(tempDir);
  const database = await createTestDatabase(kind);
  const clock = createTestClock(new Date('2026-11-20T12:00:00.000Z'));
  const mail = createTestMail();
  const logged: z.output<typeof logLine>[] = [];
  const core = await createCore({
    databaseUrl: database.url,
    appSecret,
    settings: {
      publicUrl: 'http://localhost:3000',
      mailFrom: 'noreply@columnist.example',
      apiKeyPrefix: 'col_test_',
      throttleScale: 1000,
      secondFactorForAdmins: false,
      tempDir,
      minFreeBytes: 0,
      ...settings,
    },
    engine: createEngine({ workers, startsAhead: false, tempDir: join(dataDir, 'scratch') }),
    ports: {
      mail,
      captcha,
      payments,
      objects: folderObjects(join(dataDir, 'objects')),
      partials: folderPartials(join(dataDir, 'objects')),
    },
    clock,
    log: pino(
      { level: 'warn', base: null, timestamp: false },
      { write: (line: string) => void logged.push(logLine.parse(JSON.parse(line))) },
    ),
  });

  const contextOf: TestCore['contextOf'] = async (
    credentials = {},
    signal = new AbortController().signal,
    { address = '127.0.0.1', userAgent = '', cookie } = {},
  ) =>
    core.contextFor({
      actor: await core.authenticate(credentials),
      signal,
      requestId: randomUUID(),
      address,
      userAgent,
      door: 'browser',
      cookie,
    });

  return {
    core,
    clock,
    mail,
    dataDir,
    logged,
    contextOf,
    createTestUser: async ({
      verified = true,
      tier = 'free',
      email = `user-${randomUUID()}@example.com`,
    } = {}) => {
      const password = `correct horse ${randomUUID()}`;
      const answer = await register(await contextOf(), { email, password, full_name: 'Test User' });
      const account = {
        id: answer.user.id,
        email,
        password,
        user: answer.user,
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
      };
      if (tier === 'paid')
        await grantPro(core.orm.em.fork(), email, new Date('2100-01-01T00:00:00.000Z'));
      await core.deliverMail();
      if (!verified) return { ...account, apiKey: null };
      // A delivery that was under way may have taken the message with others, and be sending them.
      for (let i = 0; i < 200 && !mail.sent.some(({ to }) => to === email); i++) {
        await setTimeout(50);
        await core.deliverMail();
      }
      await verifyMyEmail(await contextOf(authorizationOf(account)), {
        token: mail.lastTokenTo(email),
      });
      const { api_key: apiKey } = await regenerateApiKey(await contextOf(authorizationOf(account)));
      return { ...account, apiKey };
    },
    receive: async (content, filename = 'table.csv') => {
      const bytes = Buffer.from(content);
      const path = join(tempDir, `${randomUUID()}.upload`);
      await writeFile(path, bytes);
      return new UploadedFile({
        path,
        filename,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    },
    files: async () => {
      const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
        .sort();
    },
    close: async () => {
      await core.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** For tests in which nothing is paid. */
const unreachablePayments = stripePayments({
  secretKey: 'sk_test',
  publishableKey: 'pk_test',
  webhookSecret: 'whsec_test',
  priceId: 'price_test',
  sandboxPort: 1,
});

function createTestClock(start: Date): TestClock {
  let instant = start.getTime();
  return {
    now: () => new Date(instant),
    advance: (seconds) => {
      instant += seconds * 1000;
    },
  };
}

function createTestMail(): TestMail {
  const sent: MailMessage[] = [];
  return {
    sent,
    down: false,
    send(message) {
      if (this.down) return Promise.reject(new Error('connect ECONNREFUSED'));
      sent.push(message);
      return Promise.resolve();
    },
    lastTokenTo(email) {
      const token = sent.findLast(({ to }) => to === email)?.text.match(/token=([\w-]+)/)?.[1];
      if (token === undefined) throw new Error(`No link was sent to ${email}.`);
      return token;
    },
  };
}
