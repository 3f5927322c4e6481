import {
  AppError,
  allOperations,
  endingOf,
  isImported,
  operations,
  type Operation,
} from '@columnist/contract';
import { refuseEarly, takeDownloadLink, takeUploadLink } from '@columnist/core';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { call } from '../call.ts';
import { countRefused } from '../count-refused.ts';
import { admitCaller, type CallContext } from '../trpc.ts';
import { answerOutput } from './answer-output.ts';
import { sendProblem } from './problems.ts';
import { queryReader } from './query-values.ts';
import type { Room } from './arriving-files.ts';
import { withBody } from './read-body.ts';
import { answerRepeatable } from './repeat-request.ts';
import { resumableUploads } from './resumable-uploads.ts';

/** Makes the context of a request; the host knows how to find who asks. */
export type OpenCall = (req: Request, res: Response, door: CallContext['door']) => CallContext;

/**
 * Every operation with a REST route, as Express routes over the same procedures as tRPC. Errors go
 * to the host's handler.
 */
export function restRouter(openCall: OpenCall, room: Room): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/api/v1/auth/verify-email', openVerificationPage);
  router.post('/api/v1/uploads/:token', receiveByLink(openCall, room));
  router.use(resumableUploads(openCall, room));
  router.get('/api/v1/downloads/:token', handOutByLink(openCall));
  const allowed = new Map<string, string[]>();
  for (const operation of allOperations) {
    const { rest } = operation;
    if (rest === undefined) continue;
    const handle = handler(operation, openCall, room);
    for (const path of [rest.path, ...(rest.aliases ?? [])].map(expressPath)) {
      router[rest.method](path, handle);
      allowed.set(path, [...(allowed.get(path) ?? []), rest.method.toUpperCase()]);
    }
  }
  for (const [path, methods] of allowed) router.all(path, refuseMethod(methods));
  return router;
}

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

const largeBodies: ReadonlySet<string | undefined> = new Set(['multipart', 'csv']);

/**
 * Path, query and body together are the input, the path winning; the operation's strict schema
 * refuses what is too much.
 */
function handler(operation: Operation, openCall: OpenCall, room: Room): RequestHandler {
  const readQuery = queryReader(operation.input);
  return async (req, res) => {
    const ctx = openCall(req, res, 'rest');
    const output = await counting(ctx, operation, async () => {
      const caller = await admitCaller(ctx, operation);
      refuseEarly(caller, largeBodies.has(operation.rest?.body));
      return withBody(req, res, { operation, actor: caller.actor, room }, (body) => {
        const input = { ...readQuery(req.query), ...body, ...readQuery(req.params) };
        return answerRepeatable(req, res, operation, input, ctx, () => call(operation, input, ctx));
      });
    });
    if (operation.rest !== undefined) await answerOutput(req, res, operation, output, ctx);
  };
}

/** What is refused before there is a call counts like one. */
const counting = (
  ctx: CallContext,
  { access }: Operation,
  work: () => Promise<unknown>,
): Promise<unknown> =>
  work().catch(async (error: unknown) => {
    throw access === 'public' ? error : await countRefused(ctx, error);
  });

function refuseMethod(methods: readonly string[]): RequestHandler {
  return (req, res) => {
    res.setHeader('Allow', methods.join(', '));
    sendProblem(
      res,
      new AppError('method_not_allowed', `${req.method} is not allowed here.`, {
        fix: `Use ${methods.join(' or ')}.`,
      }),
    );
  };
}

/** A file by an upload link, which acts for who asked for it; CSV or another format by its name. */
function receiveByLink(openCall: OpenCall, room: Room): RequestHandler {
  const readImport = queryReader(operations.datasets.import.input);
  return async (req, res) => {
    const opened = openCall(req, res, 'rest');
    const actor = await takeUploadLink(opened.serve(null), String(req.params['token']));
    const ctx = { ...opened, actor: () => Promise.resolve(actor) };
    const { create, import: importing } = operations.datasets;
    const output = await counting(ctx, create, () =>
      withBody(req, res, { operation: create, actor, room }, (body) => {
        const { file } = create.input.pick({ file: true }).parse(body);
        // Which table of a workbook is stated in the link. Text of fixed width has these names too.
        return isImported(file.filename) || ['txt', 'dat'].includes(endingOf(file.filename))
          ? call(importing, { ...readImport(req.query), ...body }, ctx)
          : call(create, body, ctx);
      }),
    );
    await answerOutput(req, res, create, output, ctx);
  };
}

/** The file of a download link, which acts for who asked for it. */
function handOutByLink(openCall: OpenCall): RequestHandler {
  return async (req, res) => {
    const opened = openCall(req, res, 'rest');
    const { actor, asked } = await takeDownloadLink(
      opened.serve(null),
      String(req.params['token']),
    );
    const ctx = { ...opened, actor: () => Promise.resolve(actor) };
    const { file } = operations.datasets;
    const output = await counting(ctx, file, () => call(file, asked, ctx));
    await answerOutput(req, res, file, output, ctx);
  };
}

/**
 * The link in a verification message. Mail scanners follow links too, so it changes nothing: a page
 * of the client asks for one more step.
 */
const openVerificationPage: RequestHandler = (req, res) => {
  const { token } = req.query;
  res.redirect(
    303,
    `/app/verify-email${typeof token === 'string' ? `?token=${encodeURIComponent(token)}` : ''}`,
  );
};
