import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const optional = z.string().trim().min(1).optional();
const port = z.coerce.number().int().min(0).max(65_535);

/** Every variable the server knows; the README's table says the same. */
const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A number of proxies, their addresses with commas, or `none`. */
  TRUST_PROXY: z
    .union([
      z.literal('none').transform(() => null),
      z.string().regex(/^\d+$/).transform(Number),
      z.string().trim().min(1),
    ])
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),
  APP_SECRET: optional,
  /** With commas: secrets of before or to come, while APP_SECRET is changed. */
  APP_SECRET_FALLBACKS: z
    .string()
    .default('')
    .transform((text) =>
      text.split(',').flatMap((secret) => (secret.trim() === '' ? [] : [secret.trim()])),
    ),
  /** Opens /metrics to anyone who sends it. */
  METRICS_TOKEN: optional,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Columnist <no-reply@columnist.example>'),
  SUPPORT_EMAIL: z.email().default('support@columnist.example'),
  PUBLIC_REPOSITORY_URL: z.url({ protocol: /^https?$/ }).optional(),
  CAPTCHA: z.enum(['altcha', 'recaptcha', 'off']).default('altcha'),
  RECAPTCHA_SITE_KEY: optional,
  RECAPTCHA_SECRET_KEY: optional,
  /** Another address of Google's siteverify. */
  RECAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Factor on every throttle of attempts, for measurements; 1 in production. */
  THROTTLE_SCALE: z.coerce.number().int().min(1).max(1_000_000).default(1),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_PRICE_ID: optional,
  /**
   * Port of a Stripe stand-in that already runs on this machine, for several servers that share
   * one.
   */
  STRIPE_SANDBOX_PORT: port.optional(),
  S3_BUCKET: optional,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** Megabytes of local copies of files in S3. */
  S3_CACHE_MB: z.coerce.number().int().min(100).default(10_240),
  /** Megabytes of the disk of DATA_DIR that stay free: below, files are refused. */
  MIN_FREE_DISK_MB: z.coerce.number().int().min(0).default(512),
  /** Of earlier versions; grants nothing any more, and is noted at the start. */
  ADMIN_EMAIL: z.email().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Where the files of datasets lie without S3; for servers that share them on one disk. */
  OBJECTS_DIR: optional,
  /**
   * What this server does: everything, or, on PostgreSQL, answering people (web) or computing for
   * those who answer (worker).
   */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** What the web servers and workers of one fleet know each other by. */
  FLEET_TOKEN: optional,
  /** Where web servers reach this worker. */
  WORKER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where traces go by OTLP over HTTP; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  /** Of each worker. */
  WORKER_MEMORY_MB: z.coerce.number().int().min(1000).max(262_144).default(4096),
});

export type Config = ReturnType<typeof readConfig>;

const minimumSecret = 32;

/** Reads and checks the environment once. Throws with one line a wrong variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  const variables = parsed.data;
  const dataDir = resolve(variables.DATA_DIR);
  const reached = reachedBy(variables);
  const exposed = reached.length > 0;
  requireFleet(variables);
  // A worker has neither mail nor payments, and no secrets but those of the store.
  if (exposed && variables.ROLE !== 'worker') refuseSandbox(variables, reached);
  const stripe = readStripe(variables);
  if (
    variables.CAPTCHA === 'recaptcha' &&
    (variables.RECAPTCHA_SITE_KEY === undefined || variables.RECAPTCHA_SECRET_KEY === undefined)
  ) {
    throw new Error('CAPTCHA: recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY');
  }
  if (
    variables.S3_BUCKET !== undefined &&
    (variables.S3_ACCESS_KEY_ID === undefined || variables.S3_SECRET_ACCESS_KEY === undefined)
  ) {
    throw new Error('S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    ...variables,
    dataDir,
    objectsDir:
      variables.OBJECTS_DIR === undefined
        ? join(dataDir, 'objects')
        : resolve(variables.OBJECTS_DIR),
    exposed,
    stripe,
    databaseUrl: variables.DATABASE_URL ?? `pglite:${join(dataDir, 'database')}`,
    appSecret:
      variables.APP_SECRET ??
      (variables.ROLE === 'worker' ? '' : keptSecret(join(dataDir, 'app-secret'))),
    fleet: fleetOf(variables),
  };
}

/** What servers of a fleet need; every reason is named at once. */
function requireFleet({
  ROLE,
  DATABASE_URL,
  S3_BUCKET,
  OBJECTS_DIR,
  FLEET_TOKEN,
  APP_SECRET,
}: z.output<typeof environment>): void {
  if (ROLE === 'all') return;
  const reasons = [
    ...(DATABASE_URL === undefined ? ['DATABASE_URL: the queue is in PostgreSQL'] : []),
    ...(S3_BUCKET === undefined && OBJECTS_DIR === undefined
      ? ['S3_BUCKET or OBJECTS_DIR: all servers of a fleet share one store']
      : []),
    ...(FLEET_TOKEN === undefined || FLEET_TOKEN.length < minimumSecret
      ? [`FLEET_TOKEN: use one of at least ${minimumSecret} characters, the same everywhere`]
      : []),
    ...(ROLE === 'web' && APP_SECRET === undefined
      ? ['APP_SECRET: all web servers have the same']
      : []),
  ];
  if (reasons.length > 0)
    throw new Error(`ROLE=${ROLE} needs other settings too:\n${reasons.join('\n')}`);
}

/** The fleet this server belongs to; null where it does everything itself. */
const fleetOf = ({
  ROLE,
  DATABASE_URL,
  FLEET_TOKEN,
}: z.output<typeof environment>): {
  readonly databaseUrl: string;
  readonly token: string;
} | null =>
  ROLE === 'all' || DATABASE_URL === undefined || FLEET_TOKEN === undefined
    ? null
    : { databaseUrl: DATABASE_URL, token: FLEET_TOKEN };

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * The settings by which others than the person on this machine may reach the server, itself or
 * through a proxy before it.
 */
function reachedBy({
  NODE_ENV,
  HOST,
  PUBLIC_URL,
  TRUST_PROXY,
}: z.output<typeof environment>): string[] {
  return [
    ...(NODE_ENV === 'production' ? ['NODE_ENV=production'] : []),
    ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined ||
    isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1'))
      ? []
      : [`PUBLIC_URL=${PUBLIC_URL}`]),
    ...(TRUST_PROXY === undefined || TRUST_PROXY === null ? [] : [`TRUST_PROXY=${TRUST_PROXY}`]),
  ];
}

/**
 * A server that others can reach takes no stand-ins and no weak secrets; every reason is named at
 * once.
 */
function refuseSandbox(variables: z.output<typeof environment>, reached: readonly string[]): void {
  const reasons = [
    ...(variables.SMTP_URL === undefined
      ? ['SMTP_URL: set a mail server; the sandbox mailbox is for one machine alone']
      : []),
    ...(variables.CAPTCHA === 'off'
      ? ['CAPTCHA: use altcha or recaptcha; off is for automation on one machine']
      : []),
    ...(variables.THROTTLE_SCALE !== 1
      ? ['THROTTLE_SCALE: leave it out; it is for measurements on one machine']
      : []),
    ...(variables.STRIPE_SANDBOX_PORT === undefined
      ? []
      : ['STRIPE_SANDBOX_PORT: leave it out; it is for one machine alone']),
    ...(variables.STRIPE_SECRET_KEY === undefined
      ? [
          'STRIPE_SECRET_KEY: set the keys of a Stripe account; the sandbox is for one machine alone',
        ]
      : []),
    ...(variables.PUBLIC_URL === undefined ? ['PUBLIC_URL: set the address people use'] : []),
    ...(variables.TRUST_PROXY === undefined
      ? [
          'TRUST_PROXY: set the number or the addresses of the proxies before the server, or ' +
            'none where people reach it directly; behind a proxy that is not named, all people ' +
            'share one address and its limits',
        ]
      : []),
    ...(variables.APP_SECRET === undefined ? ['APP_SECRET: set a secret of your own'] : []),
    ...(variables.METRICS_TOKEN !== undefined && variables.METRICS_TOKEN.length < minimumSecret
      ? [`METRICS_TOKEN: use at least ${minimumSecret} characters`]
      : []),
    ...(variables.APP_SECRET !== undefined && variables.APP_SECRET.length < minimumSecret
      ? [`APP_SECRET: use at least ${minimumSecret} characters`]
      : []),
    ...(variables.APP_SECRET_FALLBACKS.some((secret) => secret.length < minimumSecret)
      ? [`APP_SECRET_FALLBACKS: use at least ${minimumSecret} characters for each`]
      : []),
    ...(variables.APP_SECRET !== undefined && new Set(variables.APP_SECRET).size < 10
      ? ['APP_SECRET: use a random one, e.g. of `openssl rand -base64 32`']
      : []),
  ];
  if (reasons.length > 0)
    throw new Error(
      `Refusing to start with ${reached.join(', ')} on sandbox parts or weak secrets:\n${reasons.join('\n')}`,
    );
}

/** Made once and kept, so that sessions and keys outlive a restart. */
function keptSecret(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
  return secret;
}

/** The four settings of a Stripe account together, or none for the stand-in. */
function readStripe({
  STRIPE_SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_PRICE_ID,
  STRIPE_SANDBOX_PORT,
}: z.output<typeof environment>) {
  const settings = {
    STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_PRICE_ID,
  };
  const missing = Object.entries(settings)
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length === 4) return null;
  if (missing.length > 0)
    throw new Error(missing.map((name) => `${name}: set it too, or none of the four`).join('\n'));
  return {
    secretKey: STRIPE_SECRET_KEY ?? '',
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? '',
    priceId: STRIPE_PRICE_ID ?? '',
    ...(STRIPE_SANDBOX_PORT === undefined ? {} : { sandboxPort: STRIPE_SANDBOX_PORT }),
  };
}
