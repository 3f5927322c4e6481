import { callsInBatch, WrittenJson } from '@columnist/contract';
import {
  incomingMessageToRequest,
  internal_exceptionHandler,
} from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import type { Request, RequestHandler, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { OpenCall } from './rest/adapter.ts';
import { appRouter } from './router.ts';
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

async function answer(
  openCall: OpenCall,
  req: Request,
  res: Response,
  path: string,
): Promise<void> {
  const opened: CallContext[] = [];
  const createContext = (): Promise<CallContext> => {
    const ctx = { ...openCall(req, res, 'trpc'), inTurn: takeTurns() };
    opened.push(ctx);
    return Promise.resolve(ctx);
  };
  const response = await resolveResponse({
    router: appRouter,
    req: incomingMessageToRequest(req, res, { maxBodySize }),
    path,
    error: null,
    createContext,
    maxBatchSize: callsInBatch,
    allowMethodOverride: true,
  });
  if (res.statusCode === 200) res.status(response.status);
  for (const [name, value] of response.headers) res.setHeader(name, value);
  const parts = WrittenJson.fill(
    await response.text(),
    opened.flatMap(({ written }) => written),
  );
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
