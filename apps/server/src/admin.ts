import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { grantPro, grantRole, removeFactors, verifyBackup, type Core } from '@columnist/core';
import { readConfig, type Config } from './config.ts';
import { keepPrivate } from './keep-private.ts';
import { createLog, openCore, type OutsideServices } from './open-core.ts';

const usage = [
  'grant-role EMAIL ROLE',
  'grant-pro EMAIL [DAYS]',
  'remove-factors EMAIL',
  'backup FOLDER',
  'verify-backup FOLDER',
  'restore FOLDER',
  'rotate-secret',
  'verify-audit [NUMBER:HASH]',
  'adopt-lines',
]
  .map((form) => `pnpm admin ${form}`)
  .join('\n');

class Misused extends Error {
  constructor(what = '') {
    super(`${what}Usage:\n${usage}`);
  }
}

/** No command sends mail or asks for payments. */
const outside = (config: Config): OutsideServices => ({
  smtpUrl: config.SMTP_URL ?? 'smtp://127.0.0.1:1',
  stripe: config.stripe ?? {
    secretKey: 'none',
    publishableKey: '',
    webhookSecret: '',
    priceId: '',
    sandboxPort: 1,
  },
});

const held = ({ tables, objects }: Awaited<ReturnType<typeof verifyBackup>>): string => {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${Object.keys(tables).length} tables and ${Object.keys(objects).length} files`;
};

async function rotateSecret(core: Core): Promise<string> {
  const { apiKeys, agentRecords, authenticatorApps, unreadable } = await core.rotateSecret();
  const lost =
    unreadable === 0
      ? ''
      : ` ${unreadable} can be read with none of the secrets: their users must make new ` +
        'keys, connect their agents again, or log in with a recovery code and set up their ' +
        'authenticator app again.';
  return (
    `${apiKeys} API keys, ${agentRecords} records of agents' sign-ins and ` +
    `${authenticatorApps} authenticator apps are kept under APP_SECRET now, and no ` +
    `longer under a fallback.${lost}`
  );
}

/** Throws what is wrong with the log. A mark is the end that an earlier check gave. */
async function verifyAudit(core: Core, mark: string | undefined): Promise<string> {
  const [, number = '', hash = ''] = /^(\d+):([\w-]{43})$/.exec(mark ?? '') ?? [];
  if (mark !== undefined && hash === '')
    throw new Misused(`'${mark}' is not the end of a log, such as 12:… `);
  const { first, last, place, problem } = await core.verifyAudit(
    mark === undefined ? null : { seq: Number(number), hash },
  );
  if (problem !== null) throw new Error(`The audit log is not whole. ${problem.message}`);
  const before =
    first > 1 ? ` Lines 1 to ${first - 1} cannot be checked: no secret opens their key.` : '';
  return `The audit log is whole: lines ${first} to ${last}.${before}\nKeep its end elsewhere: pnpm admin verify-audit ${place.seq}:${place.hash} then also finds a log that was put back.`;
}

/**
 * What a command does with the product, and says when it is done; null where its words are wrong.
 */
function commandOf([command, first, second]: string[]): ((core: Core) => Promise<string>) | null {
  if (command === 'rotate-secret' && first === undefined) return rotateSecret;
  if (command === 'adopt-lines' && first === undefined)
    return (core) =>
      core
        .adoptLines()
        .then(
          (lines) => `${lines} lines without a place were taken into the audit log, and marked.`,
        );
  if (command === 'verify-audit' && second === undefined) return (core) => verifyAudit(core, first);
  if (first === undefined) return null;
  switch (command) {
    case 'grant-role':
      return second === undefined
        ? null
        : (core) =>
            grantRole(core.orm.em.fork(), first, second).then(
              () => `${first} now has the role ${second}.`,
            );
    case 'grant-pro': {
      const days = Number(second ?? 36_500);
      if (!(days > 0)) throw new Misused(`'${second}' is not a number of days. `);
      return (core) =>
        grantPro(core.orm.em.fork(), first, new Date(Date.now() + days * 86_400_000)).then(
          () => `${first} is now Pro.`,
        );
    }
    case 'remove-factors':
      return (core) =>
        removeFactors(core.orm.em.fork(), first).then(
          () => `${first} has no second factor any more.`,
        );
    case 'backup':
      return async (core) =>
        `${resolve(first)} holds ${held(await core.backUp(resolve(first)))}. Keep APP_SECRET ` +
        'apart from it: the keys in it cannot be read without.';
    case 'restore':
      return async (core) => `Restored ${held(await core.restore(resolve(first)))}.`;
    default:
      return null;
  }
}

/**
 * The administrator's command line. The embedded database serves one process: stop the server
 * first.
 */
async function main(words: string[]): Promise<void> {
  if (words[0] === 'verify-backup' && words[1] !== undefined) {
    console.log(`${resolve(words[1])} is whole: ${held(await verifyBackup(resolve(words[1])))}.`);
    return;
  }
  const command = commandOf(words);
  if (command === null) throw new Misused();
  const config = readConfig();
  keepPrivate(config.dataDir);
  // On PostgreSQL the server may go on running, so its folder is left alone; files move into the
  // store from the same disk.
  const dataDir =
    config.DATABASE_URL === undefined
      ? config.dataDir
      : await mkdtemp(join(config.dataDir, 'admin-'));
  const core = await openCore(
    { ...config, dataDir },
    outside(config),
    createLog({ LOG_LEVEL: 'error' }),
    // What looks whether somebody wrote in the log writes nothing there. No command reads a table.
    { readsAudit: words[0] === 'verify-audit', startsAhead: false },
  );
  try {
    console.log(await command(core));
  } finally {
    await core.close();
    if (dataDir !== config.dataDir) await rm(dataDir, { recursive: true });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
