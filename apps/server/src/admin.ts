import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantPro, grantRole } from '@columnist/core';
import { readConfig, type Config } from './config.ts';
import { createLog, openCore, type OutsideServices } from './open-core.ts';

const usage = 'pnpm admin grant-role EMAIL ROLE\npnpm admin grant-pro EMAIL [DAYS]';

/** No command sends mail or asks for payments. */
const outside = (config: Config): OutsideServices => ({ smtpUrl: config.SMTP_URL ?? 'smtp://127.0.0.1:1', stripe: config.stripe ?? { secretKey: 'none', publishableKey: '', webhookSecret: '', priceId: '', sandboxPort: 1 } });

/** The administrator's command line. The embedded database serves one process: stop the server first. */
async function main([command, email, argument]: string[]): Promise<void> {
  if (email === undefined || (command !== 'grant-role' && command !== 'grant-pro') || (command === 'grant-role' && argument === undefined)) throw new Error(`Usage:\n${usage}`);
  const days = Number(argument ?? 36_500);
  if (command === 'grant-pro' && !(days > 0)) throw new Error(`'${argument}' is not a number of days.\n${usage}`);
  const config = readConfig();
  // On PostgreSQL the server may go on running, so its folder is left alone.
  const dataDir = config.DATABASE_URL === undefined ? config.dataDir : await mkdtemp(join(tmpdir(), 'columnist-admin-'));
  const core = await openCore({ ...config, dataDir }, outside(config), createLog({ LOG_LEVEL: 'error' }));
  try {
    const em = core.orm.em.fork();
    if (command === 'grant-role') await grantRole(em, email, argument ?? '');
    else await grantPro(em, email, new Date(Date.now() + days * 86_400_000));
    console.log(command === 'grant-role' ? `${email} now has the role ${argument}.` : `${email} is now Pro.`);
  } finally {
    await core.close();
    if (dataDir !== config.dataDir) await rm(dataDir, { recursive: true });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
