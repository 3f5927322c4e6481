import { AppError, UploadedFile, operations, type Operation } from '@columnist/contract';
import { answerOnce } from '@columnist/core';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { call } from '../call.ts';
import type { CallContext } from '../trpc.ts';

const longest = 255;

/**
 * Answers a POST with an Idempotency-Key once; without one, of another method, or where it changes
 * nothing or its answer may be kept nowhere, it is simply answered.
 */
export async function answerRepeatable(
  req: Request,
  res: Response,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  ctx: CallContext,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = req.get('idempotency-key');
  const actor = req.method === 'POST' && key !== undefined ? await ctx.actor() : null;
  if (
    key === undefined ||
    actor === null ||
    operation.kind === 'query' ||
    operation.shownOnce === true
  )
    return work();
  if (key.length === 0 || key.length > longest)
    throw new AppError('invalid_input', `An Idempotency-Key has 1 to ${longest} characters.`, {
      errors: [{ field: 'Idempotency-Key', message: 'Send a random key, such as a UUID.' }],
    });
  const { answer, replayed, large } = await answerOnce(
    ctx.serve(actor),
    actor,
    { key, fingerprint: fingerprintOf(req, input) },
    work,
  );
  if (replayed) {
    res.setHeader('Idempotent-Replayed', 'true');
    if (large !== undefined) return readAgain(operation, large.datasetId, ctx);
  }
  return answer;
}

/** What was done answers more than is kept: the dataset it made is read again. */
function readAgain(
  operation: Operation,
  datasetId: string | null,
  ctx: CallContext,
): Promise<unknown> {
  if (datasetId !== null && operation.output === operations.datasets.get.output)
    return call(operations.datasets.get, { id: datasetId }, ctx);
  throw new AppError(
    'conflict',
    'This request has been done; its answer was too large to be kept.',
    { fix: 'Do not send it again: read what it made, for example in the list of datasets.' },
  );
}

/** Files by their digest and name: where they lie differs each time. */
const fingerprintOf = (req: Request, input: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([req.method, req.path, input], (_, value: unknown) =>
        value instanceof UploadedFile ? [value.filename, value.sha256] : value,
      ),
    )
    .digest('base64url');
