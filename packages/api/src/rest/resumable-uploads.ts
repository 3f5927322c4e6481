import { AppError, operations } from '@columnist/contract';
import {
  beginUpload,
  findUpload,
  holdUpload,
  limitRate,
  partialKey,
  refuseEarly,
  removeUpload,
  requireDisk,
  type PartialFiles,
  type ServiceContext,
} from '@columnist/core';
import { Server, TUS_RESUMABLE } from '@tus/server';
import express, { type Request, type Response, type Router } from 'express';
import { Transform } from 'node:stream';
import { countRefused, noteCounted } from '../count-refused.ts';
import { asAppError } from '../report-error.ts';
import { admitCaller, type CallContext } from '../trpc.ts';
import type { OpenCall } from './adapter.ts';
import { placesInOrder, type Place } from './in-order.ts';
import type { Room } from './arriving-files.ts';
import { takeTurn } from './take-turn.ts';
import { announcedFile, refusalOf, requireBytes, requireProtocol } from './tus-headers.ts';

const address = '/api/v1/resumable-uploads';

/** A request to the library, and what it is about. */
interface Call {
  readonly service: ServiceContext;
  readonly id: string;
  /** Its place among the requests about that upload; the first about it needs none. */
  readonly place: Place | null;
  /** What it answers, where that is no answer of the protocol. */
  failure?: unknown;
}

/**
 * Files in as many requests as it takes, by the protocol tus 1.0: what came before a connection
 * broke, or the server was started again, is not sent again. Who may do what is decided here; the
 * library reads and writes.
 */
export function resumableUploads(openCall: OpenCall, room: Room): Router {
  const router = express.Router({ caseSensitive: true });
  const library = tusLibrary();
  const serve =
    (work: (req: Request, res: Response, service: ServiceContext) => Promise<void>) =>
    async (req: Request, res: Response): Promise<void> => {
      res.setHeader('Tus-Resumable', TUS_RESUMABLE);
      const ctx = openCall(req, res, 'rest');
      const service = await admit(ctx, req);
      // Counted once, whatever comes of it.
      await work(req, res, service).catch((error: unknown) => {
        const refused = asAppError(error);
        noteCounted(refused);
        throw refused;
      });
    };
  router.options([address, `${address}/:id`], (_req, res) => {
    res
      .setHeader('Tus-Resumable', TUS_RESUMABLE)
      .setHeader('Tus-Version', TUS_RESUMABLE)
      .setHeader('Tus-Extension', 'creation,creation-with-upload,termination,expiration')
      .status(204)
      .end();
  });
  router.post(
    address,
    serve(async (req, res, service) => {
      refuseEarly(service, true);
      const file = announcedFile(req);
      const { id, expiresAt } = await beginUpload(service, file);
      await library(req, res, { service, id, place: null }).catch(async (error: unknown) => {
        await removeUpload(service, id);
        throw error;
      });
      // Relative, so that it is right behind whatever name the server was reached by.
      res.setHeader('Location', `${address}/${id}`);
      res.setHeader('Upload-Expires', expiresAt.toUTCString()).status(201).end();
    }),
  );
  // A client whose connection broke asks at once how much is here: what it sent before must have
  // its turn first, though writing takes more steps than asking.
  const placeOf = placesInOrder();
  const onUpload =
    (isWriting: boolean) =>
    async (req: Request, res: Response): Promise<void> => {
      const asked = String(req.params['id']);
      const place = placeOf(asked);
      const take = serve(async (_req, _res, service) => {
        if (isWriting) {
          requireBytes(req);
          await requireDisk(room, Number(req.get('content-length') ?? 0));
        }
        const { id, expiresAt } = await findUpload(service, known(service), asked);
        await library(req, res, { service, id, place });
        res.setHeader('Upload-Expires', expiresAt.toUTCString());
        res.status(isWriting ? 204 : 200).end();
      });
      await take(req, res).finally(() => place.pass());
    };
  router.head(`${address}/:id`, onUpload(false));
  router.patch(`${address}/:id`, onUpload(true));
  router.delete(
    `${address}/:id`,
    serve(async (req, res, service) => {
      const { id } = await findUpload(service, known(service), String(req.params['id']));
      // Anyone who still writes to it ends first.
      const release = await holdUpload(service, id, () => {});
      try {
        await removeUpload(service, id);
      } finally {
        await release();
      }
      res.status(204).end();
    }),
  );
  return router;
}

/** Who may send files; what is refused counts as one call, and what is not too. */
async function admit(ctx: CallContext, req: Request): Promise<ServiceContext> {
  try {
    const service = await admitCaller(ctx, operations.datasets.createFromUpload);
    refuseEarly(service, false);
    requireProtocol(req);
    const rate = await limitRate(service);
    if (rate !== null) ctx.onCounted({ rate });
    return service;
  } catch (error) {
    throw await countRefused(ctx, error);
  }
}

function known({ actor }: ServiceContext): NonNullable<ServiceContext['actor']> {
  if (actor === null) throw new AppError('unauthenticated', 'Not authenticated');
  return actor;
}

/** Headers of its answers that go to the client; the others are of no use here. */
const answered = ['Upload-Offset', 'Upload-Length', 'Upload-Metadata'];

/**
 * Lets the library do a request of the protocol, and takes over the headers of its answer. Throws
 * what it refuses, as our errors.
 */
function tusLibrary(): (req: Request, res: Response, call: Call) => Promise<void> {
  const calls = new WeakMap<object, Call>();
  const callOf = (asked: object): Call => {
    const call = calls.get(asked);
    if (call === undefined) throw new Error('A request that nobody made.');
    return call;
  };
  const servers = new WeakMap<PartialFiles, Server>();
  const serverOf = (partials: PartialFiles): Server => {
    const server =
      servers.get(partials) ??
      new Server({
        path: address,
        datastore: partials.store,
        // What came over a connection that broke is written first; one that is silent ends then.
        lockDrainTimeout: 5000,
        namingFunction: (asked) => partialKey(callOf(asked).id),
        getFileIdFromRequest: (asked) => partialKey(callOf(asked).id),
        locker: (asked) => ({ newLock: () => lockOf(callOf(asked)) }),
        onResponseError: (asked, error) => {
          callOf(asked).failure = error;
          return undefined;
        },
      });
    servers.set(partials, server);
    return server;
  };
  return async (req, res, call) => {
    const asked = new globalThis.Request(
      new URL(req.originalUrl, call.service.settings.publicUrl),
      {
        method: req.method,
        headers: headersOf(req),
        ...(req.method === 'HEAD' ? {} : { body: bytesOf(req), duplex: 'half' as const }),
      },
    );
    calls.set(asked, call);
    const answer = await serverOf(call.service.ports.partials).handleWeb(asked);
    if (call.failure !== undefined || answer.status >= 400)
      throw refusalOf(answer.status, await answer.text(), call.failure);
    for (const name of answered) {
      const value = answer.headers.get(name);
      if (value !== null) res.setHeader(name, value);
    }
  };
}

/** What the library is to know of a request. */
function headersOf(req: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of [
    'tus-resumable',
    'upload-length',
    'upload-metadata',
    'upload-offset',
    'content-length',
    'content-type',
  ]) {
    const value = req.get(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/**
 * The body as it comes in. Where its connection breaks it ends like any other: what came is kept.
 * Piped, so that a refusal does not destroy the request, on whose socket the answer goes out.
 */
function bytesOf(req: Request): ReadableStream<Uint8Array> {
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      void takeTurn().then(() => done(null, chunk));
    },
  });
  const gone = (): void => {
    // What was read of the connection and waits here has come too.
    req.unpipe(through);
    for (let piece: unknown = req.read(); piece !== null; piece = req.read()) through.write(piece);
    through.end();
  };
  req
    .once('close', gone)
    .once('error', gone)
    .once('end', () => req.off('close', gone))
    .pipe(through);
  const chunks: AsyncIterator<unknown> = through[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (stream) => {
        const { value } = await chunks.next();
        if (value instanceof Uint8Array) stream.enqueue(value);
        else stream.close();
      },
      cancel: () => void through.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function lockOf({ service, id, place }: Call): {
  lock: (signal: AbortSignal, ask: () => void) => Promise<void>;
  unlock: () => Promise<void>;
} {
  let release = (): Promise<void> => Promise.resolve();
  return {
    lock: async (_signal, ask) => {
      await place?.reached;
      release = await holdUpload(service, id, ask);
      place?.pass();
    },
    unlock: () => release(),
  };
}
