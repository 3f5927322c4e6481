import {
  FileDownload,
  StreamDownload,
  WrittenJson,
  chart,
  isCached,
  type Operation,
  type RestRoute,
} from '@columnist/contract';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { CallContext } from '../trpc.ts';
import { askAside } from '../aside/ask-aside.ts';

const page = z.object({
  items: z.array(z.unknown()),
  total: z.int(),
  next_cursor: z.string().nullable(),
});

/**
 * Answers what an operation gave: nothing, a file's bytes, a plain list with a Link to the next
 * page, or JSON.
 */
export async function answerOutput(
  req: Request,
  res: Response,
  { rest: route = noRoute }: Operation,
  output: unknown,
  ctx: CallContext,
): Promise<void> {
  if (output instanceof FileDownload) return answerFile(res, output, ctx.log);
  if (output instanceof StreamDownload) return answerStream(res, output, ctx.log);
  if (output === undefined) {
    res.status(route.status ?? 204).end();
    return;
  }
  res.status(route.status ?? 200);
  const { representations = [] } = route;
  if (representations.includes('markdown') && (await answerAsText(req, res, output))) return;
  if (representations.includes('png') && answerAsImage(req, res, output)) return;
  const answer =
    route.cacheable === true
      ? answerUnlessKnown
      : (_: Request, response: Response, json: unknown) =>
          void response.type('json').send(textOf(json));
  if (route.list !== true) {
    answer(req, res, output);
    return;
  }
  const { items, total, next_cursor: cursor } = page.parse(output);
  res.setHeader('X-Total-Count', total);
  if (cursor !== null) {
    const next = new URL(req.originalUrl, ctx.publicUrl);
    next.searchParams.set('cursor', cursor);
    res.setHeader('Link', `<${next.href}>; rel="next"`);
  }
  answer(req, res, items);
}

/** A description as CSV or Markdown where the caller would rather have these. */
async function answerAsText(req: Request, res: Response, output: unknown): Promise<boolean> {
  res.vary('Accept');
  const wanted = req.accepts(['application/json', 'text/csv', 'text/markdown']);
  if (wanted !== 'text/csv' && wanted !== 'text/markdown') return false;
  const text = await askAside('describeAsText', {
    json: output instanceof WrittenJson ? output.bytes : Buffer.from(JSON.stringify(output)),
    wanted,
  });
  res.type(`${wanted}; charset=utf-8`).send(text);
  return true;
}

/** Shares the memory. */
const bufferOf = ({ bytes }: WrittenJson): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The image alone where the caller would rather have it. */
function answerAsImage(req: Request, res: Response, output: unknown): boolean {
  res.vary('Accept');
  if (req.accepts(['application/json', 'image/png']) !== 'image/png') return false;
  res.type('png').send(Buffer.from(chart.parse(output).png, 'base64'));
  return true;
}

const noRoute: RestRoute = { method: 'get', path: '' };

/** As it is sent: text, or the bytes that a worker has written. */
type Body = string | Buffer;

const texts = new WeakMap<object, string>();

/** An answer as JSON; one that is given many times is written once. */
function textOf(json: unknown): Body {
  if (json instanceof WrittenJson) return bufferOf(json);
  if (!isCached(json)) return JSON.stringify(json);
  const text = texts.get(json) ?? JSON.stringify(json);
  texts.set(json, text);
  return text;
}

/**
 * With a tag of the answer; who has that very answer is answered 304 and sent nothing. RFC 9110, 8.8.3
 * and 13.1.2.
 */
function answerUnlessKnown(req: Request, res: Response, json: unknown): void {
  const text = textOf(json);
  // Lists tell where the next page is in a header.
  const tag = `"${createHash('sha256')
    .update(json instanceof WrittenJson ? json.digest : text)
    .update(String(res.getHeader('Link') ?? ''))
    .digest('base64url')
    .slice(0, 27)}"`;
  res
    .setHeader('ETag', tag)
    .setHeader('Cache-Control', 'private, no-cache')
    .vary('Authorization')
    .vary('API-Key');
  const known = req
    .get('if-none-match')
    ?.split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (known?.some((one) => one === tag || one === '*') === true) {
    res.status(304).end();
    return;
  }
  res.type('json').send(text);
}

async function answerFile(
  res: Response,
  file: FileDownload,
  log: CallContext['log'],
): Promise<void> {
  const { size } = await stat(file.path);
  // Not res.type(): it would claim an encoding that only the file knows. no-transform keeps
  // compression away from it.
  res
    .attachment(file.filename)
    .setHeader('Content-Type', file.contentType)
    .setHeader('Content-Length', size)
    .setHeader('Cache-Control', 'no-store, no-transform');
  if (file.notes.length > 0) res.setHeader('Export-Notes', inHeader(file.notes));
  await pipeline(createReadStream(file.path), res).catch((error: unknown) =>
    log.info({ err: error }, 'download ended early'),
  );
  if (file.temporary) await rm(file.path, { force: true });
}

/** Texts as a header can hold them: a list in JSON, in ASCII. */
const inHeader = (texts: readonly string[]): string =>
  JSON.stringify(texts).replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

async function answerStream(
  res: Response,
  file: StreamDownload,
  log: CallContext['log'],
): Promise<void> {
  res
    .attachment(file.filename)
    .setHeader('Content-Type', file.contentType)
    .setHeader('Cache-Control', 'no-store, no-transform');
  await pipeline(file.chunks, res).catch((error: unknown) =>
    log.info({ err: error }, 'download ended early'),
  );
}
