import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { Core, StripeOptions } from '@columnist/core';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { createLog, openCore } from './open-core.ts';
import { keepPrivate } from './keep-private.ts';
import { listen } from './listen.ts';
import { openMetrics } from './metrics.ts';
import { preferMainThread } from './prefer-main-thread.ts';
import { repeatJobs } from './repeat-jobs.ts';
import { openTraces, type Traces } from './traces.ts';
import { version } from './version.ts';

const jobSeconds = 15;
const drainSeconds = 25;
/**
 * For which a server that others reach goes on taking requests after it has said that it is not
 * ready: proxies learn of it meanwhile.
 */
const noticeSeconds = 4;
const uploadMinutes = 30;
/** Headers that never end hold a connection no longer; Node looks every so many seconds. */
const headerLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 };

/** Opens what this server's role needs and listens, until a signal to end. */
export async function serve(): Promise<void> {
  const config = readConfig();
  await preferMainThread();
  keepPrivate(config.dataDir);
  const traces = await openTraces(config);
  if (config.ROLE === 'worker') {
    const { serveWorker } = await import('./serve-worker.ts');
    await serveWorker(config, traces);
  } else await serveDoors(config, traces);
}

async function serveDoors(config: Config, traces: Traces): Promise<void> {
  const log = createLog(config);
  let handle: RequestHandler | null = null;
  let open = true;
  // A body has the time that 100 MB need over a slow line.
  const limits = { ...headerLimits, requestTimeout: uploadMinutes * 60_000 };
  const server = createServer(limits, (req, res) => {
    // Asked to end, it leads every connection to its end; a proxy then opens the next one elsewhere.
    if (!open) res.setHeader('Connection', 'close');
    if (handle === null) res.writeHead(503, { 'Retry-After': '1' }).end();
    else Reflect.apply(handle, undefined, [req, res]);
  });
  // Longer than proxies and clients keep an idle connection: closed by us, a request already on its
  // way would be lost.
  server.keepAliveTimeout = 75_000;
  // Where no address is set, the port is taken first: its number is part of the links that
  // are mailed.
  const publicUrl =
    config.PUBLIC_URL ??
    `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${await listen(server, config)}`;
  const mailbox = await openMailbox(config, publicUrl);
  const payments = await openPayments(config, publicUrl);
  const core = await openCore(
    { ...config, PUBLIC_URL: publicUrl },
    { smtpUrl: config.SMTP_URL ?? mailbox?.smtpUrl ?? '', stripe: payments.stripe },
    log,
  );
  const metrics = openMetrics(core, config.METRICS_TOKEN ?? null, core.queueDepth);
  const webDir = resolve(import.meta.dirname, '../../web/dist');
  handle = createApp({
    core,
    version,
    metrics,
    traces,
    webDir: existsSync(join(webDir, 'index.html')) ? webDir : null,
    supportEmail: config.SUPPORT_EMAIL,
    repositoryUrl: config.PUBLIC_REPOSITORY_URL ?? '',
    captcha:
      config.CAPTCHA === 'recaptcha'
        ? `recaptcha ${config.RECAPTCHA_SITE_KEY ?? ''}`
        : config.CAPTCHA,
    trustProxy: config.TRUST_PROXY ?? null,
    sandbox: [mailbox?.router ?? null, payments.router].filter((router) => router !== null),
    isOpen: () => open,
  });
  // Else when it can answer: until then a proxy behind that address asks another replica.
  if (!server.listening) await listen(server, config);
  const jobs = repeatJobs(core, jobSeconds, metrics.onJob);
  const drain = async (): Promise<void> => {
    if (!open) return;
    open = false;
    if (config.exposed) await wait(noticeSeconds * 1000);
    const closed = new Promise((done) => server.close(done));
    server.closeIdleConnections();
    await Promise.race([closed, wait(drainSeconds * 1000)]);
    server.closeAllConnections();
    await jobs.stop();
    await core.close();
    await traces.close();
    await mailbox?.close();
    await payments.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain());
  // Who reads that it is ready may end it at once.
  console.log(
    `Columnist is ready on ${publicUrl}/app/${mailbox === null ? '' : `  (mail: ${publicUrl}/sandbox/mail)`}`,
  );
  await sayWhoAdministers(core, config, publicUrl).catch((error: unknown) => {
    if (open) throw error;
  });
}

/**
 * While there is no administrator: how the first one is made. The token goes to the terminal alone,
 * not to the log.
 */
async function sayWhoAdministers(core: Core, config: Config, publicUrl: string): Promise<void> {
  if (config.ADMIN_EMAIL !== undefined)
    console.log(
      'ADMIN_EMAIL grants nothing any more: leave it out. The first administrator is made by ' +
        'a set-up token or by `pnpm admin grant-role EMAIL admin`.',
    );
  const token = await core.offerSetup();
  if (token !== null)
    console.log(
      'There is no administrator yet. To become it, register, verify your address, and ' +
        `open ${publicUrl}/app/setup\n  set-up token (once, within 24 hours): ${token}`,
    );
}

/**
 * Without a mail server, mail goes to a mailbox on this machine and its link to the terminal. Never
 * in production.
 */
async function openMailbox(config: Config, publicUrl: string) {
  if (config.SMTP_URL !== undefined) return null;
  const { createMailSandbox } = await import('@columnist/sandbox');
  return createMailSandbox({
    onMail: (mail) => {
      const [link] = mail.links;
      console.log(
        `Mail to ${mail.to}: ${mail.subject}  ` +
          `${publicUrl}/sandbox/mail/${mail.id}${link === undefined ? '' : `\n  its link: ${link}`}`,
      );
    },
  });
}

/** Without a Stripe account, a stand-in on this machine takes its place. Never in production. */
async function openPayments(
  config: Config,
  publicUrl: string,
): Promise<{ stripe: StripeOptions; router: RequestHandler | null; close: () => Promise<void> }> {
  if (config.stripe !== null)
    return { stripe: config.stripe, router: null, close: () => Promise.resolve() };
  const { createStripeSandbox } = await import('@columnist/sandbox');
  const sandbox = await createStripeSandbox({
    publicUrl,
    file: join(config.dataDir, 'stripe-sandbox.json'),
  });
  const { secretKey, publishableKey, webhookSecret, priceId, port, router } = sandbox;
  return {
    stripe: { secretKey, publishableKey, webhookSecret, priceId, sandboxPort: port },
    router,
    close: () => sandbox.close(),
  };
}
