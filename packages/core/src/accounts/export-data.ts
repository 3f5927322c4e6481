import { StreamDownload, operations } from '@columnist/contract';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { linesOf } from '../audit/export-activity.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { present } from '../datasets/records/admit-version.ts';
import { confirmExport } from '../datasets/exports/confirm-export.ts';
import { rowsInFile } from '../datasets/exports/rows-in-file.ts';
import { Answer } from '../datasets/answers/answer.entity.ts';
import { Dataset, DatasetVersion } from '../datasets/records/dataset.entity.ts';
import { UsageDay, UsageMonth } from '../usage/usage.entity.ts';
import { Report } from '../datasets/report/report.entity.ts';
import { presentReport } from '../datasets/report/report.presenter.ts';
import { SavedView, meaningOf } from '../datasets/views/saved-view.entity.ts';
import { AgentCall } from '../agents/agent-call.entity.ts';
import { AgentGrant } from '../agents/agent-grant.entity.ts';
import { takeLease } from '../requests/take-lease.ts';
import { factorsKept } from '../second-factors/factors-kept.ts';
import { NamedKey } from '../users/named-key.entity.ts';
import { presentNamedKey } from './named-key.presenter.ts';
import { Session } from '../users/session.entity.ts';
import { User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';
import { nameOfOriginal } from '../datasets/exports/download-dataset.ts';

const callsAtOnce = 500;

/**
 * Everything kept about the caller: account, sessions, keys, second factors and usage as JSON, what
 * the audit log says of the account as CSV, and every file as it was uploaded, in a ZIP archive
 * that is made while it is sent, one file after the other. One at a time a user; it ends when the
 * caller leaves. Throws conflict.
 */
export async function exportData(ctx: ServiceContext): Promise<StreamDownload> {
  const actor = authorize(ctx, operations.auth.exportData);
  confirmExport(ctx, actor, await countRows(ctx, actor.user.id));
  const lease = await takeLease(
    ctx,
    `export:${actor.user.id}`,
    'Your data is being downloaded already.',
    'Wait until that download has ended, or cancel it.',
  );
  const zip = new ZipFile();
  const output = new PassThrough();
  /** What is read at the moment. */
  let source: Readable | null = null;
  output.once('close', () => {
    source?.destroy();
    void lease.release();
  });
  const stop = (): void => void output.destroy();
  if (ctx.signal.aborted) stop();
  ctx.signal.addEventListener('abort', stop, { once: true });
  const add = (name: string, open: () => Promise<Readable> | Readable): void =>
    zip.addReadStreamLazy(name, (done) => {
      if (output.destroyed) return;
      Promise.resolve(open()).then(
        (opened) => {
          source = opened.once('error', (error) => output.destroy(error));
          done(null, opened);
        },
        (error: unknown) =>
          output.destroy(
            error instanceof Error ? error : new Error('A file cannot be read.', { cause: error }),
          ),
      );
    });
  try {
    await addParts(ctx, actor.user.id, add);
  } catch (error) {
    stop();
    throw error;
  }
  zip.end();
  zip.outputStream.pipe(output);
  return new StreamDownload({
    chunks: output,
    filename: 'columnist-data.zip',
    contentType: 'application/zip',
  });
}

/** In the files of every version of the user's datasets. */
async function countRows({ em }: ServiceContext, userId: string): Promise<number> {
  const versions = await em.find(
    DatasetVersion,
    { dataset: { owner: userId, ...present, deletedAt: null } },
    { fields: ['rowCount', 'fileSize', 'reading', 'admission'] },
  );
  return versions.reduce((sum, version) => sum + rowsInFile(version), 0);
}

/** Names the parts; each is opened when its turn comes. */
async function addParts(
  ctx: ServiceContext,
  userId: string,
  add: (name: string, open: () => Promise<Readable> | Readable) => void,
): Promise<void> {
  const user = await ctx.em.findOneOrFail(User, { id: userId });
  const sessions = await ctx.em.find(Session, { user: userId }, { orderBy: { createdAt: 'asc' } });
  const owned = await ctx.em.find(
    Dataset,
    { owner: userId, ...present, deletedAt: null },
    { orderBy: { createdAt: 'asc' } },
  );
  const account = await presentUser(ctx.em, user, ctx.clock);
  const json = (name: string, value: unknown): void =>
    add(name, () => Readable.from([`${JSON.stringify(value, null, 2)}\n`], { objectMode: false }));
  json('account.json', account);
  json(
    'sessions.json',
    sessions.map(({ id, createdAt, lastUsedAt, expiresAt, revokedAt, address, userAgent }) => ({
      id,
      createdAt,
      lastUsedAt,
      expiresAt,
      revokedAt,
      address,
      userAgent,
    })),
  );
  json(
    'keys.json',
    (await ctx.em.find(NamedKey, { user: userId }, { orderBy: { createdAt: 'asc' } })).map(
      presentNamedKey,
    ),
  );
  json('second-factors.json', await factorsKept(ctx.em, userId));
  const agents = (
    await ctx.em.find(AgentGrant, { user: userId }, { orderBy: { createdAt: 'asc' } })
  ).map(
    ({
      clientName,
      clientId,
      redirectHost,
      scopes,
      datasetIds,
      aggregatesOnly,
      createdAt,
      lastUsedAt,
    }) => ({
      clientName,
      clientId,
      redirectHost,
      scopes,
      datasetIds,
      aggregatesOnly,
      createdAt,
      lastUsedAt,
    }),
  );
  add('agents.json', () =>
    Readable.from(
      textOf(`{"agents":${JSON.stringify(agents)},"calls":`, callsOf(ctx, userId), '}\n'),
      { objectMode: false },
    ),
  );
  json(
    'answers.json',
    (await ctx.em.find(Answer, { user: userId }, { orderBy: { createdAt: 'asc', id: 'asc' } })).map(
      ({ id, path, input, facts, createdAt }) => ({ id, operation: path, input, facts, createdAt }),
    ),
  );
  add('activity.csv', () =>
    Readable.from(linesOf({ em: ctx.em.fork() }, userId), { objectMode: false }),
  );
  json('usage.json', {
    months: (await ctx.em.find(UsageMonth, { user: userId }, { orderBy: { month: 'asc' } })).map(
      ({ month, used }) => ({ month, used }),
    ),
    days: (await ctx.em.find(UsageDay, { user: userId }, { orderBy: { day: 'asc' } })).map(
      ({ day, used }) => ({ day, used }),
    ),
  });
  add('datasets.json', () => Readable.from(datasetsOf(ctx, owned), { objectMode: false }));
  const files = await ctx.em
    .fork()
    .find(
      DatasetVersion,
      { dataset: { $in: owned.map(({ id }) => id) } },
      { orderBy: { number: 'asc' }, fields: ['dataset', 'number', 'originalKey', 'reading'] },
    );
  for (const { dataset, number, originalKey, reading } of files)
    add(
      `datasets/${dataset.id}/${nameOfOriginal(String(number), reading.part?.format)}`,
      async () => createReadStream(await ctx.ports.objects.localPath(originalKey)),
    );
}

/** A list as JSON, an item a line. */
async function* textOf(
  before: string,
  items: AsyncIterable<unknown>,
  after: string,
): AsyncGenerator<string> {
  yield `${before}[`;
  let between = '\n';
  for await (const item of items) {
    yield between + JSON.stringify(item);
    between = ',\n';
  }
  yield `\n]${after}`;
}

async function* callsOf(ctx: ServiceContext, userId: string): AsyncGenerator {
  let last: string | null = null;
  for (;;) {
    const calls: AgentCall[] = await ctx.em
      .fork()
      .find(
        AgentCall,
        { user: userId, ...(last === null ? {} : { id: { $gt: last } }) },
        { orderBy: { id: 'asc' }, limit: callsAtOnce },
      );
    for (const { at, via, keyName, agent, call, datasetId, rows, outcome } of calls)
      yield { at, via, key: keyName ?? null, agent, call, datasetId, rows, outcome };
    last = calls.at(-1)?.id ?? last;
    if (calls.length < callsAtOnce) return;
  }
}

/**
 * The datasets as JSON, a version at a time; its columns, which may be thousands, are the text that
 * the database has.
 */
async function* datasetsOf(ctx: ServiceContext, owned: readonly Dataset[]): AsyncGenerator<string> {
  let between = '[\n';
  for (const { id, name, createdAt } of owned) {
    const em = ctx.em.fork();
    const [said] = dictionaryText.parse(
      await em.execute(
        `select coalesce(dictionary, '{}')::text as dictionary from dataset where id = ?`,
        [id],
      ),
    );
    const report = await em.findOne(Report, { dataset: id });
    const chosen = report === null ? null : presentReport(report);
    const views = (await em.find(SavedView, { dataset: id }, { orderBy: { name: 'asc' } })).map(
      (saved) => ({
        name: saved.name,
        view: meaningOf(saved),
        createdAt: saved.createdAt,
        updatedAt: saved.updatedAt,
        savedBy: saved.savedBy ?? null,
      }),
    );
    yield `${between}{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"createdAt":${JSON.stringify(createdAt)},"dictionary":${said?.dictionary ?? '{}'},"report":${JSON.stringify(chosen)},"views":${JSON.stringify(views)},"versions":[`;
    const versions = await em.find(DatasetVersion, { dataset: id }, { orderBy: { number: 'asc' } });
    let comma = '';
    for (const {
      id: versionId,
      number,
      createdAt: made,
      fileSize,
      sha256,
      rowCount,
      dialect,
      admission,
    } of versions) {
      const [found] = columnsText.parse(
        await em.execute('select columns::text as columns from dataset_version where id = ?', [
          versionId,
        ]),
      );
      // Deleted since the versions were listed.
      if (found === undefined) continue;
      yield `${comma}${JSON.stringify({ number, createdAt: made, fileSize, sha256, rowCount, dialect, admission }).slice(0, -1)},"columns":${found.columns}}`;
      comma = ',';
    }
    yield ']}';
    between = ',\n';
  }
  yield owned.length === 0 ? '[]\n' : '\n]\n';
}

const dictionaryText = z.array(z.object({ dictionary: z.string() }));
const columnsText = z.array(z.object({ columns: z.string() }));
