import {
  AppError,
  operations,
  type ExportFormat,
  type InputOf,
  type OutputOf,
} from '@columnist/contract';
import {
  authorize,
  isConfirmed,
  jobOf,
  requireConfirmed,
  type Actor,
  type ServiceContext,
} from '../../context.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { hashToken, randomToken } from '../../users/secrets.ts';
import { tableOfAnswer } from '../answers/table-of-answer.ts';
import { withHoldings } from '../records/lock-holdings.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { findTables } from '../sql/find-tables.ts';
import { resolveView } from '../views/resolve-view.ts';
import { confirmExport } from './confirm-export.ts';
import { DownloadLink } from './download-link.entity.ts';
import { findSource, type Source } from './find-source.ts';
import { nameOf } from './make-file.ts';

type Save = InputOf<(typeof operations)['datasets']['save']>;
type Link = Extract<OutputOf<(typeof operations)['datasets']['save']>, { download_url: string }>;

const minutesToFetch = 15;
/** Of one user, not ended yet. */
const mostLinks = 50;

/**
 * A link that hands out a file for a quarter of an hour. The file is made when it is fetched: what is
 * asked is tried before, so that a link which is given works. Throws as makeFile, and conflict where
 * the user has many.
 */
export async function makeDownloadLink(
  ctx: ServiceContext,
  actor: Actor,
  asked: Save,
  format: ExportFormat,
): Promise<Link> {
  authorize(ctx, operations.datasets.file);
  const source = await findSource(ctx, actor, asked);
  const rows = await tryOut(ctx, actor, asked, source);
  // One row of a statement may hold a whole column: only making the file shows how much it is.
  if (rows === null || source.kind === 'sql') requireConfirmed(ctx, actor);
  else confirmExport(ctx, actor, rows);
  const token = randomToken();
  const until = new Date(ctx.clock.now().getTime() + minutesToFetch * 60_000);
  await keepLink(ctx, actor, { hash: hashToken(token), until, asked: { ...asked, format } });
  const filename = nameOf({ name: asked.name, format });
  await recordAudit(ctx, { action: 'datasets.makeLink', target: filename, outcome: 'done' });
  return {
    download_url: `${ctx.settings.publicUrl}/api/v1/downloads/${token}`,
    filename,
    row_count: rows,
    expires_at: until.toISOString(),
  };
}

/** How many rows the file will have; null where only making it will show. */
async function tryOut(
  ctx: ServiceContext,
  actor: Actor,
  asked: Save,
  source: Source,
): Promise<number | null> {
  if (source.kind === 'answer')
    return (await tableOfAnswer(ctx, actor, source.answerId, asked.table)).rows.length;
  if (source.kind === 'sql') {
    authorize(ctx, operations.datasets.runSql);
    const { tables } = await findTables(ctx, actor, source.sql);
    const page = { sql: source.sql, limit: 1, offset: 0, explain: false };
    return (await ctx.engine.runSql(page, tables, jobOf(ctx))).total;
  }
  const found = await findDataset(ctx.em, actor, source.id);
  const { view } = await resolveView(ctx, found, { view: source.view });
  const page = { columns: source.columns, view, limit: 1, offset: 0 };
  return (await ctx.engine.rows(await tableOf(ctx, found), page, jobOf(ctx))).total;
}

interface NewLink {
  readonly hash: string;
  readonly until: Date;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** Written down with what asked for it, with which it ends. */
async function keepLink(
  ctx: ServiceContext,
  actor: Actor,
  { hash, until, asked }: NewLink,
): Promise<void> {
  const { user, sessionId, agent, keyId } = actor;
  const now = ctx.clock.now();
  await withHoldings(ctx.em.fork(), user.id, now, async (em) => {
    const open = await em.count(DownloadLink, { user: user.id, expiresAt: { $gt: now } });
    if (open >= mostLinks)
      throw new AppError('conflict', `You have ${open} download links that have not ended.`, {
        used: open,
        limit: mostLinks,
        fix: `Use one of them, or wait: each ends after ${minutesToFetch} minutes.`,
      });
    const credential =
      sessionId !== null ? `session:${sessionId}` : agent !== null ? `grant:${agent.id}` : null;
    // As of upload links: the links of a key that is made again end with it.
    await em.execute(
      'insert into download_link (token_hash, user_id, asked, expires_at, confirmed, credential) ' +
        "values (?, ?, ?::jsonb, ?, ?, coalesce(?, 'key:' || coalesce((select k.lookup from api_key k " +
        'where k.id = ?::uuid), ?::text)))',
      [
        hash,
        user.id,
        JSON.stringify(asked),
        until,
        isConfirmed(ctx, actor),
        credential,
        keyId ?? null,
        keyId ?? null,
      ],
    );
  });
}
