import {
  StreamDownload,
  auditKindNames,
  operations,
  type AuditEntry,
  type InputOf,
} from '@columnist/contract';
import { Readable } from 'node:stream';
import { noteAudit } from '../audit/audit-trail.ts';
import { allLines, type Where } from '../audit/find-lines.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { csvLine } from '../csv-line.ts';
import { presentAuditEntry, whereAsked } from './audit-lines.ts';

const columns = {
  number: ({ number }) => number,
  seal: ({ seal }) => seal,
  when: ({ at }) => at,
  kind: ({ kind }) => auditKindNames[kind],
  what: ({ said }) => said,
  outcome: ({ outcome }) => outcome,
  who: (line) => line.actor_email,
  via: ({ via }) => via,
  address: ({ address }) => address,
  device: ({ device }) => device,
  account: ({ about }) => about,
  about: ({ target }) => target,
  details: ({ more }) => more,
  action: ({ action }) => action,
  request: (line) => line.request_id,
} satisfies Record<string, (line: AuditEntry) => string | number | null>;

/** The audit log as CSV that is made while it is sent, newest first. */
export async function exportAudit(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['admin']['exportAudit']>,
): Promise<StreamDownload> {
  authorize(ctx, operations.admin.exportAudit);
  noteAudit(ctx, {
    details: Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, String(value)]),
    ),
  });
  const chunks = Readable.from(linesOf(ctx, await whereAsked(ctx.em, input)), {
    objectMode: false,
  });
  return new StreamDownload({
    chunks,
    filename: 'columnist-audit.csv',
    contentType: 'text/csv; charset=utf-8',
  });
}

async function* linesOf({ em }: ServiceContext, where: Where): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  for await (const entry of allLines(em, where)) {
    const line = presentAuditEntry(entry);
    yield csvLine(Object.values(columns).map((cell) => cell(line)));
  }
}
