import {
  StreamDownload,
  actOf,
  auditActorNames,
  auditKindNames,
  operations,
  type Activity,
  type InputOf,
} from '@columnist/contract';
import { Readable } from 'node:stream';
import { authorize, type ServiceContext } from '../context.ts';
import { csvLine } from '../csv-line.ts';
import { presentActivity } from './activity.presenter.ts';
import { allLines, whereOf } from './find-lines.ts';

/** What listActivity says, all of it, as CSV that is made while it is sent. */
export function exportActivity(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['auth']['exportActivity']>,
): Promise<StreamDownload> {
  const { user } = authorize(ctx, operations.auth.exportActivity);
  return Promise.resolve(
    new StreamDownload({
      chunks: Readable.from(linesOf(ctx, user.id, input), { objectMode: false }),
      filename: 'columnist-activity.csv',
      contentType: 'text/csv; charset=utf-8',
    }),
  );
}

/** Also a part of everything that is kept about somebody. */
export async function* linesOf(
  ctx: Pick<ServiceContext, 'em'>,
  userId: string,
  input: Parameters<typeof whereOf>[0] = {},
): AsyncGenerator<string> {
  yield csvLine([
    'when',
    'kind',
    'what',
    'outcome',
    'by',
    'address',
    'device',
    'about',
    'details',
    'action',
  ]);
  for await (const entry of allLines(ctx.em, { $and: [{ subjectId: userId }, whereOf(input)] }))
    yield csvLine(cellsOf(presentActivity(entry, userId)));
}

const cellsOf = ({
  at,
  action,
  outcome,
  by,
  address,
  device,
  target,
  more,
}: Activity): (string | null)[] => {
  const { kind, said } = actOf(action);
  return [
    at,
    auditKindNames[kind],
    said,
    outcome,
    auditActorNames[by],
    address,
    device,
    target,
    more,
    action,
  ];
};
