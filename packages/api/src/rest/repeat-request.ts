import { AppError, UploadedFile, type Operation } from '@columnist/contract';
import { answerOnce } from '@columnist/core';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { CallContext } from '../trpc.ts';

const longest = 255;

/** Answers a POST with an Idempotency-Key once; without one, or of another method, it is simply answered. */
export async function answerRepeatable(req: Request, res: Response, operation: Operation, input: Readonly<Record<string, unknown>>, ctx: CallContext, work: () => Promise<unknown>): Promise<unknown> {
  const key = req.get('idempotency-key');
  const actor = req.method === 'POST' && key !== undefined ? await ctx.actor() : null;
  if (key === undefined || actor === null || operation.rest?.answer === 'file') return work();
  if (key.length === 0 || key.length > longest) throw new AppError('invalid_input', `An Idempotency-Key has 1 to ${longest} characters.`, { errors: [{ field: 'Idempotency-Key', message: 'Send a random key, such as a UUID.' }] });
  const { answer, replayed } = await answerOnce(ctx.serve(actor), actor, { key, fingerprint: fingerprintOf(req, input) }, work);
  if (replayed) {
    res.setHeader('Idempotent-Replayed', 'true');
    // The file came along again; its first copy is the dataset.
    const { file } = input;
    if (file instanceof UploadedFile) await rm(file.path, { force: true });
  }
  return answer;
}

/** Files by their digest and name: where they lie differs each time. */
const fingerprintOf = (req: Request, input: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify([req.method, req.path, input], (_, value: unknown) => (value instanceof UploadedFile ? [value.filename, value.sha256] : value))).digest('base64url');
