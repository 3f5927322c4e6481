import { AppError, callsInBatch, errors, WrittenJson } from '@columnist/contract';
import { TRPCError } from '@trpc/server';
import {
  incomingMessageToRequest,
  internal_exceptionHandler,
} from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import type { Request as Asked, RequestHandler, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { OpenCall } from './rest/adapter.ts';
import { countRefused } from './count-refused.ts';
import { asAppError } from './report-error.ts';
import { appRouter } from './router.ts';
import { scanCalls } from './scan-calls.ts';
import type { CallContext } from './trpc.ts';

const maxBodySize = 1024 * 1024;

/**
 * The router over HTTP. What a worker has written goes into the answer as bytes: tRPC writes the
 * JSON around it.
 */
export function trpcHandler(openCall: OpenCall): RequestHandler {
  return (req, res) => {
    const path = req.path.slice(req.path.lastIndexOf('/') + 1);
    answer(openCall, req, res, path).catch(
      internal_exceptionHandler({
        router: appRouter,
        createContext: () => openCall(req, res, 'trpc'),
        req,
        res,
        path,
      }),
    );
  };
}

async function answer(openCall: OpenCall, req: Asked, res: Response, path: string): Promise<void> {
  let hasBegun = false;
  const opened = openCall(req, res, 'trpc');
  const ctx: CallContext = {
    ...opened,
    inTurn: takeTurns(),
    onEnded: (ended) => {
      hasBegun = true;
      opened.onEnded(ended);
    },
  };
  const resolve = (request: Request, error: TRPCError | null) =>
    resolveResponse({
      router: appRouter,
      req: request,
      path,
      error,
      createContext: () => Promise.resolve(ctx),
      maxBatchSize: callsInBatch,
      allowMethodOverride: true,
    });
  const asked = incomingMessageToRequest(req, res, { maxBodySize });
  let response = await resolve(scanCalls(asked, path), null);
  if (response.status >= 400 && !hasBegun) {
    const refusal = new AppError('malformed_request', 'No call was made.');
    const answer = asAppError(await countRefused(ctx, refusal));
    // A request without fault takes its place, so that the error is the one of counting.
    if (answer !== refusal)
      response = await resolve(
        new Request('http://localhost'),
        new TRPCError({ code: errors[answer.code].trpc, cause: answer }),
      );
  }
  if (res.statusCode === 200) res.status(response.status);
  for (const [name, value] of response.headers) res.setHeader(name, value);
  const parts = WrittenJson.fill(await response.text(), ctx.written);
  // A reader who went away needs no answer.
  await pipeline(Readable.from(inPieces(parts)), res).catch(() => res.destroy());
}

/** Calls of one batch at the same time. */
const atOnce = 4;

/**
 * A batch of calls gets no more of the loop than one call would: between two of them the loop
 * answers others.
 */
function takeTurns(): CallContext['inTurn'] {
  const limit = pLimit(atOnce);
  return (call) => limit(() => setImmediate().then(call));
}

const pieceBytes = 64 * 1024;

function* inPieces(parts: readonly (string | Uint8Array)[]): Generator<string | Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') {
      if (part !== '') yield part;
    } else
      for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes);
  }
}
