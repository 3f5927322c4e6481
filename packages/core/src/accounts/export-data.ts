import { FileDownload, operations } from '@columnist/contract';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { ZipFile } from 'yazl';
import { authorize, type ServiceContext } from '../context.ts';
import { present } from '../datasets/admit-version.ts';
import { Dataset, DatasetVersion } from '../datasets/dataset.entity.ts';
import { UsageDay, UsageMonth } from '../usage/usage.entity.ts';
import { AgentCall } from '../agents/agent-call.entity.ts';
import { AgentGrant } from '../agents/agent-grant.entity.ts';
import { Session } from './session.entity.ts';
import { User } from './user.entity.ts';
import { presentUser } from './user.presenter.ts';

/** Everything kept about the caller: account, sessions and usage as JSON, and every file as it was uploaded, in a ZIP archive. */
export async function exportData(ctx: ServiceContext): Promise<FileDownload> {
  const actor = authorize(ctx, operations.auth.exportData);
  const user = await ctx.em.findOneOrFail(User, { id: actor.user.id });
  const sessions = await ctx.em.find(Session, { user: user.id }, { orderBy: { createdAt: 'asc' } });
  const owned = await ctx.em.find(Dataset, { owner: user.id, ...present, deletedAt: null }, { orderBy: { createdAt: 'asc' } });
  const versions = await ctx.em.find(DatasetVersion, { dataset: { $in: owned.map(({ id }) => id) } }, { orderBy: { number: 'asc' } });
  const zip = new ZipFile();
  const json = (name: string, value: unknown): void => zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name);
  json('account.json', await presentUser(ctx.em, user, ctx.clock));
  json('sessions.json', sessions.map(({ id, createdAt, lastUsedAt, expiresAt, revokedAt, address, userAgent }) => ({ id, createdAt, lastUsedAt, expiresAt, revokedAt, address, userAgent })));
  json('agents.json', {
    agents: (await ctx.em.find(AgentGrant, { user: user.id }, { orderBy: { createdAt: 'asc' } })).map(({ clientName, clientId, redirectHost, scopes, datasetIds, aggregatesOnly, createdAt, lastUsedAt }) => ({ clientName, clientId, redirectHost, scopes, datasetIds, aggregatesOnly, createdAt, lastUsedAt })),
    calls: (await ctx.em.find(AgentCall, { user: user.id }, { orderBy: { id: 'asc' } })).map(({ at, via, agent, call, datasetId, rows, outcome }) => ({ at, via, agent, call, datasetId, rows, outcome })),
  });
  json('usage.json', {
    months: (await ctx.em.find(UsageMonth, { user: user.id }, { orderBy: { month: 'asc' } })).map(({ month, used }) => ({ month, used })),
    days: (await ctx.em.find(UsageDay, { user: user.id }, { orderBy: { day: 'asc' } })).map(({ day, used }) => ({ day, used })),
  });
  json('datasets.json', owned.map(({ id, name, createdAt }) => ({
    id, name, createdAt,
    versions: versions.filter(({ dataset }) => dataset.id === id).map(({ number, createdAt: made, fileSize, sha256, rowCount, dialect, admission, columns }) => ({ number, createdAt: made, fileSize, sha256, rowCount, dialect, admission, columns })),
  })));
  for (const version of versions) zip.addFile(await ctx.ports.objects.localPath(version.originalKey), `datasets/${version.dataset.id}/${version.number}.csv`);
  zip.end();
  const path = join(ctx.settings.tempDir, `${uuid()}.zip`);
  await pipeline(zip.outputStream, createWriteStream(path));
  return new FileDownload({ path, filename: 'columnist-data.zip', contentType: 'application/zip', temporary: true });
}
