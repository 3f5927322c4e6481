import {
  altchaCaptcha,
  captchaSecret,
  createCore,
  folderObjects,
  folderPartials,
  lockFolder,
  noCaptcha,
  recaptchaCaptcha,
  s3Objects,
  s3Partials,
  smtpMail,
  systemClock,
  stripePayments,
  type CaptchaPort,
  type Core,
  type ObjectStore,
  type PartialFiles,
  type S3Options,
  type StripeOptions,
} from '@columnist/core';
import type { QueueDepth } from '@columnist/fleet';
import { createEngine, type Engine } from '@columnist/workers';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { errorForLog } from './error-for-log.ts';

export const createLog = (config: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino(
    {
      level: config.LOG_LEVEL,
      redact: ['req.headers', 'authorization', 'password', 'token'],
      serializers: { err: errorForLog },
    },
    pino.destination(2),
  );

/** The product, and how much waits for the workers of its fleet where it has one. */
export interface OpenedCore extends Core {
  readonly queueDepth: QueueDepth | null;
}

export interface OutsideServices {
  readonly smtpUrl: string;
  readonly stripe: StripeOptions;
}

/**
 * Opens database, object folder, engine and mail as the configuration says. The data folder is
 * locked first.
 */
export async function openCore(
  config: Config,
  { smtpUrl, stripe }: OutsideServices,
  log: Logger,
  {
    readsAudit = false,
    startsAhead = true,
  }: { readonly readsAudit?: boolean; readonly startsAhead?: boolean } = {},
): Promise<OpenedCore> {
  const lock = lockFolder(config.dataDir);
  const tempDir = join(config.dataDir, 'temp');
  mkdirSync(tempDir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(tempDir))
    rmSync(join(tempDir, name), { recursive: true, force: true });
  const objects = objectsOf(config);
  const { engine, depth } = await openEngine(config, objects, log, startsAhead).catch(
    (error: unknown) => {
      lock.release();
      throw error;
    },
  );
  try {
    const core = await createCore({
      databaseUrl: config.databaseUrl,
      appSecret: config.appSecret,
      fallbackSecrets: config.APP_SECRET_FALLBACKS,
      settings: {
        publicUrl: (config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/$/, ''),
        mailFrom: config.MAIL_FROM,
        apiKeyPrefix: config.exposed ? 'col_live_' : 'col_test_',
        throttleScale: config.THROTTLE_SCALE,
        secondFactorForAdmins: config.exposed,
        tempDir,
        minFreeBytes: config.MIN_FREE_DISK_MB * 1024 * 1024,
      },
      engine,
      ports: {
        mail: smtpMail(smtpUrl, config.MAIL_FROM),
        captcha: captchaOf(config),
        payments: stripePayments(stripe),
        objects,
        partials: partialsOf(config),
      },
      clock: systemClock,
      log,
      readsAudit,
    });
    return {
      ...core,
      queueDepth: depth,
      close: async () => {
        await core.close();
        lock.release();
      },
    };
  } catch (error) {
    await engine.close();
    lock.release();
    throw error;
  }
}

/** Worker processes of this machine or, for a web server of a fleet, the fleet's workers. */
async function openEngine(
  config: Config,
  objects: ObjectStore,
  log: Logger,
  startsAhead: boolean,
): Promise<{ readonly engine: Engine; readonly depth: QueueDepth | null }> {
  const tempDir = join(config.dataDir, 'scratch');
  if (config.fleet !== null) {
    if (config.ROLE === 'worker')
      throw new Error('ROLE=worker: use the settings of a web server, ROLE=web.');
    // Loaded where there is a fleet alone.
    const { openWeb } = await import('@columnist/fleet');
    return openWeb({ ...config.fleet, objects, tempDir, log });
  }
  return {
    depth: null,
    engine: createEngine({
      tempDir,
      memoryMb: config.WORKER_MEMORY_MB,
      startsAhead,
      ...(config.WORKERS === undefined ? {} : { workers: config.WORKERS }),
    }),
  };
}

/** Null where files lie in a folder. */
function s3Of({
  dataDir,
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_CACHE_MB: megabytes,
  ROLE: role,
}: Config): S3Options | null {
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return null;
  return {
    endpoint,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    cacheDir: join(dataDir, 'cache'),
    cacheBytes: megabytes * 1024 * 1024,
    jobsElsewhere: role === 'web',
  };
}

export function objectsOf(config: Config): ObjectStore {
  const s3 = s3Of(config);
  return s3 === null ? folderObjects(config.objectsDir) : s3Objects(s3);
}

function partialsOf(config: Config): PartialFiles {
  const s3 = s3Of(config);
  return s3 === null ? folderPartials(config.objectsDir) : s3Partials(s3);
}

function captchaOf(config: Config): CaptchaPort {
  if (config.CAPTCHA === 'off') return noCaptcha;
  return config.CAPTCHA === 'recaptcha'
    ? recaptchaCaptcha(config.RECAPTCHA_SECRET_KEY ?? '', config.RECAPTCHA_VERIFY_URL)
    : altchaCaptcha(captchaSecret(config.appSecret));
}
