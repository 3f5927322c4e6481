import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as PgliteORM } from '@mikro-orm/pglite';
import { MikroORM as PostgresORM } from '@mikro-orm/postgresql';
import type { EntityManager } from '@mikro-orm/sql';
import { escapeLiteral } from './database/escape-literal.ts';
import { embeddedDialect } from './database/embedded/open-embedded.ts';
import { join } from 'node:path';
import { SpentCaptcha, Throttle } from './users/throttle.entity.ts';
import { SetupToken } from './admin/setup-token.entity.ts';
import { AgentCall } from './agents/agent-call.entity.ts';
import { AgentGrant } from './agents/agent-grant.entity.ts';
import { OauthRecord } from './agents/oauth-record.entity.ts';
import { AuditChain, AuditEntry } from './audit/audit-entry.entity.ts';
import { auditSubscriber } from './audit/write-lines.ts';
import { MailJob } from './mail/mail-job.entity.ts';
import { NamedKey } from './users/named-key.entity.ts';
import { ApiKey, EmailToken, RefreshToken, Session } from './users/session.entity.ts';
import { Role, User } from './users/user.entity.ts';
import { GoneCustomer } from './billing/gone-customer.entity.ts';
import { StripeEvent } from './billing/stripe-event.entity.ts';
import { AlertDismissal } from './datasets/alerts/alert-dismissal.entity.ts';
import { Dataset, DatasetVersion } from './datasets/records/dataset.entity.ts';
import { AnsweredRows } from './disclosure/answered-rows.entity.ts';
import { Report } from './datasets/report/report.entity.ts';
import { SavedView } from './datasets/views/saved-view.entity.ts';
import { SharedResult } from './datasets/sharing/shared-result.entity.ts';
import { PartialUpload } from './datasets/lifecycle/partial-upload.entity.ts';
import { UploadLink } from './datasets/lifecycle/upload-link.entity.ts';
import { Answer } from './datasets/answers/answer.entity.ts';
import { DownloadLink } from './datasets/exports/download-link.entity.ts';
import { TestRun } from './datasets/results/test-run.entity.ts';
import {
  LoginTicket,
  Passkey,
  PasskeyChallenge,
  RecoveryCode,
  TotpSecret,
} from './users/second-factor.entity.ts';
import { Lease } from './requests/lease.entity.ts';
import { RepeatedRequest } from './requests/repeated-request.entity.ts';
import { RateWindow, UsageDay, UsageMonth, UsageReservation } from './usage/usage.entity.ts';
import { PreparingClient } from './database/preparing-client.ts';
import { Migration20261120000000 } from './database/migrations/20261120000000-begin.ts';
import { Migration20261121000000 } from './database/migrations/20261121000000-accounts.ts';
import { Migration20261121130000 } from './database/migrations/20261121130000-billing.ts';
import { Migration20261121140000 } from './database/migrations/20261121140000-versions.ts';
import { Migration20261121150000 } from './database/migrations/20261121150000-saved-views.ts';
import { Migration20261122000000 } from './database/migrations/20261122000000-test-runs.ts';
import { Migration20261123000000 } from './database/migrations/20261123000000-workbench.ts';
import { Migration20261124000000 } from './database/migrations/20261124000000-repeated-requests.ts';
import { Migration20261125000000 } from './database/migrations/20261125000000-agents.ts';
import { Migration20261126000000 } from './database/migrations/20261126000000-lighter-calls.ts';
import { Migration20261127000000 } from './database/migrations/20261127000000-setup-tokens.ts';
import { Migration20261127100000 } from './database/migrations/20261127100000-view-language.ts';
import { Migration20261127120000 } from './database/migrations/20261127120000-stored-objects.ts';
import { Migration20261127140000 } from './database/migrations/20261127140000-answered-rows.ts';
import { Migration20261127160000 } from './database/migrations/20261127160000-share-ends.ts';
import { Migration20261127170000 } from './database/migrations/20261127170000-second-factors.ts';
import { Migration20261127180000 } from './database/migrations/20261127180000-named-keys.ts';
import { Migration20261127190000 } from './database/migrations/20261127190000-session-cookies.ts';
import { Migration20261127200000 } from './database/migrations/20261127200000-audit-chain.ts';
import { Migration20261127210000 } from './database/migrations/20261127210000-sent-narrowed.ts';
import { Migration20261127220000 } from './database/migrations/20261127220000-refused-narrowed.ts';
import { Migration20261127230000 } from './database/migrations/20261127230000-used-apps.ts';
import { Migration20261128000000 } from './database/migrations/20261128000000-shared-names.ts';
import { Migration20261128100000 } from './database/migrations/20261128100000-adopted-lines.ts';
import { Migration20261129000000 } from './database/migrations/20261129000000-asked-questions.ts';
import { Migration20261129110000 } from './database/migrations/20261129110000-dictionary.ts';
import { Migration20261130000000 } from './database/migrations/20261130000000-recipes.ts';
import { Migration20261130100000 } from './database/migrations/20261130100000-saved-by.ts';
import { Migration20261201000000 } from './database/migrations/20261201000000-answers.ts';
import { Migration20261202000000 } from './database/migrations/20261202000000-confirmed-links.ts';
import { Migration20261203000000 } from './database/migrations/20261203000000-partial-uploads.ts';
import { Migration20261204000000 } from './database/migrations/20261204000000-raised-file-sizes.ts';
import { Migration20261205000000 } from './database/migrations/20261205000000-asked-sessions.ts';
import { Migration20261206120000 } from './database/migrations/20261206120000-gone-customers.ts';
import { Migration20261206130000 } from './database/migrations/20261206130000-factor-marks.ts';
import { Migration20261207000000 } from './database/migrations/20261207000000-dismissed-severities.ts';
import { Migration20261208000000 } from './database/migrations/20261208000000-reports.ts';

/** What the product uses of either driver. */
export interface Orm {
  readonly em: { fork(): EntityManager };
  readonly migrator: { up(): Promise<unknown> };
  readonly schema: { getUpdateSchemaSQL(): Promise<string> };
  close(): Promise<void>;
}

const shared = {
  entities: [
    User,
    Role,
    Session,
    RefreshToken,
    EmailToken,
    ApiKey,
    NamedKey,
    Dataset,
    DatasetVersion,
    Report,
    SavedView,
    Answer,
    TestRun,
    AlertDismissal,
    SharedResult,
    UsageMonth,
    UsageDay,
    UsageReservation,
    RateWindow,
    MailJob,
    Throttle,
    SpentCaptcha,
    AuditEntry,
    AuditChain,
    StripeEvent,
    GoneCustomer,
    RepeatedRequest,
    Lease,
    AgentGrant,
    OauthRecord,
    AgentCall,
    UploadLink,
    PartialUpload,
    DownloadLink,
    SetupToken,
    AnsweredRows,
    TotpSecret,
    RecoveryCode,
    Passkey,
    PasskeyChallenge,
    LoginTicket,
  ],
  subscribers: [auditSubscriber],
  extensions: [Migrator],
  forceUtcTimezone: true,
  migrations: {
    snapshot: false,
    silent: true,
    path: join(import.meta.dirname, 'database/migrations'),
    migrationsList: [
      { name: 'begin', class: Migration20261120000000 },
      { name: 'accounts', class: Migration20261121000000 },
      { name: 'billing', class: Migration20261121130000 },
      { name: 'versions', class: Migration20261121140000 },
      { name: 'saved-views', class: Migration20261121150000 },
      { name: 'test-runs', class: Migration20261122000000 },
      { name: 'workbench', class: Migration20261123000000 },
      { name: 'repeated-requests', class: Migration20261124000000 },
      { name: 'agents', class: Migration20261125000000 },
      { name: 'lighter-calls', class: Migration20261126000000 },
      { name: 'setup-tokens', class: Migration20261127000000 },
      { name: 'view-language', class: Migration20261127100000 },
      { name: 'stored-objects', class: Migration20261127120000 },
      { name: 'answered-rows', class: Migration20261127140000 },
      { name: 'share-ends', class: Migration20261127160000 },
      { name: 'second-factors', class: Migration20261127170000 },
      { name: 'named-keys', class: Migration20261127180000 },
      { name: 'session-cookies', class: Migration20261127190000 },
      { name: 'audit-chain', class: Migration20261127200000 },
      { name: 'sent-narrowed', class: Migration20261127210000 },
      { name: 'refused-narrowed', class: Migration20261127220000 },
      { name: 'used-apps', class: Migration20261127230000 },
      { name: 'shared-names', class: Migration20261128000000 },
      { name: 'adopted-lines', class: Migration20261128100000 },
      { name: 'asked-questions', class: Migration20261129000000 },
      { name: 'dictionary', class: Migration20261129110000 },
      { name: 'recipes', class: Migration20261130000000 },
      { name: 'saved-by', class: Migration20261130100000 },
      { name: 'answers', class: Migration20261201000000 },
      { name: 'confirmed-links', class: Migration20261202000000 },
      { name: 'partial-uploads', class: Migration20261203000000 },
      { name: 'raised-file-sizes', class: Migration20261204000000 },
      { name: 'asked-sessions', class: Migration20261205000000 },
      { name: 'gone-customers', class: Migration20261206120000 },
      { name: 'factor-marks', class: Migration20261206130000 },
      { name: 'dismissed-severities', class: Migration20261207000000 },
      { name: 'reports', class: Migration20261208000000 },
    ],
    tableName: 'schema_migration',
  },
};

/** Of one process; PostgreSQL allows 100 in all where nobody said otherwise. */
const connections = 20;

/** A database that does not answer must not keep a caller waiting; milliseconds. */
const patience = { connectionTimeoutMillis: 5000, query_timeout: 15_000, keepAlive: true };

/**
 * `pglite:` with a folder (or `pglite:memory`) is the embedded database; anything else is a
 * PostgreSQL address. A migration may take its time.
 */
export async function openOrm(
  databaseUrl: string,
  purpose: 'requests' | 'migration' = 'requests',
): Promise<Orm> {
  const orm = ormFor(databaseUrl, purpose);
  Object.defineProperty(orm.em.getPlatform(), 'escapeLiteral', { value: escapeLiteral });
  await orm.connect();
  if (databaseUrl.startsWith('pglite:'))
    await openEmbedded(orm, databaseUrl.slice('pglite:'.length));
  return orm;
}

function ormFor(databaseUrl: string, purpose: 'requests' | 'migration'): PgliteORM | PostgresORM {
  if (!databaseUrl.startsWith('pglite:'))
    return new PostgresORM({
      ...shared,
      clientUrl: databaseUrl,
      pool: { max: connections },
      driverOptions: { Client: PreparingClient, ...(purpose === 'requests' ? patience : {}) },
    });
  const folder = databaseUrl.slice('pglite:'.length);
  const dataDir = folder === 'memory' ? 'memory://' : folder;
  return new PgliteORM({
    ...shared,
    dbName: dataDir,
    driverOptions: () => embeddedDialect(dataDir),
  });
}

/**
 * It opens its folder at the first statement, and of a damaged one says only that it was aborted.
 * Throws what to do.
 */
async function openEmbedded(orm: Orm, folder: string): Promise<void> {
  await orm.em
    .fork()
    .execute('select 1')
    .catch((cause: unknown) => {
      const remedy =
        'Move that folder away and keep it; then bring a backup back with `pnpm admin restore ' +
        'FOLDER`, or start without the folder on an empty database.';
      throw new Error(
        `The embedded database in ${folder} cannot be opened: it is damaged, or of another ` +
          `release. ${remedy} The uploaded files beside it are as they were.`,
        { cause },
      );
    });
}
