import { Holder, sendProblem } from '@columnist/api';
import { AppError } from '@columnist/contract';
import type { Request, RequestHandler } from 'express';
import { linger } from './linger.ts';

export interface Patience {
  /** In which a body that is no file has to be there. */
  readonly wholeSeconds: number;
  /** In which something has to come of a file. */
  readonly pauseSeconds: number;
}

/**
 * Files come over slow lines, as long as they come; the server's own limit of a request ends them.
 */
const files = ['multipart/form-data', 'text/csv', 'application/offset+octet-stream'];

const MB = 1024 * 1024;
/**
 * Bytes that bodies which have not ended may hold, of one address and of all; each counts with some
 * for its connection.
 */
const held = new Holder({ ofOne: 64 * MB, ofAll: 256 * MB });
const tooManyBegun = (): AppError =>
  new AppError(
    'unavailable',
    'Too many requests have been begun and not ended. End yours, or try again in a moment.',
    { retry_after: 5 },
  );
const [leastOfOne, mostOfOne] = [64 * 1024, 10 * MB];
const weightOf = ({ headers }: Request): number =>
  Math.min(
    mostOfOne,
    Math.max(
      leastOfOne,
      headers['content-length'] === undefined ? MB : Number(headers['content-length']),
    ),
  );
export const heldBytes = (): number => held.held();

/**
 * Refuses bodies that are begun and not ended, by every door: a body of JSON has to be whole within
 * a time, and of a file
 * something has to come in each. Answers request_timeout where nothing was answered yet, and closes
 * the connection.
 */
export function limitWaiting({ wholeSeconds, pauseSeconds }: Patience): RequestHandler {
  return (req, res, next) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined ||
      Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return next();
    const isFile = typeof req.is(files) === 'string';
    const close = (error: AppError): void => {
      stopLingering();
      res.setHeader('Connection', 'close');
      sendProblem(res, error);
      if (res.writableFinished) req.destroy();
      else res.once('finish', () => req.destroy());
    };
    const refuse = (): void => {
      // Answered without its body, such as an unknown address or key: there is nothing left to say.
      if (res.headersSent) {
        req.destroy();
        return;
      }
      close(
        new AppError(
          'request_timeout',
          isFile
            ? `Nothing of the file came for ${pauseSeconds} seconds.`
            : `The body was not complete after ${wholeSeconds} seconds.`,
        ),
      );
    };
    // A file is written to disk as it comes, and of what was answered before it ended the rest is
    // dropped as it comes.
    const release = isFile ? () => {} : held.take(req.ip ?? '', weightOf(req));
    const stopLingering = linger(req, res, release ?? (() => {}));
    if (release === null) return close(tooManyBegun());
    const stop = isFile
      ? afterPause(req, pauseSeconds, refuse)
      : after(wholeSeconds, () => !req.complete && refuse());
    req.once('end', stop).once('close', stop).once('end', release);
    res.once('close', release);
    next();
  };
}

function after(seconds: number, act: () => void): () => void {
  const timer = setTimeout(act, seconds * 1000);
  return () => clearTimeout(timer);
}

/** Acts once no byte has come since it looked last. */
function afterPause(req: Request, seconds: number, act: () => void): () => void {
  let seen = req.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = req.socket;
    if (bytesRead === seen && !req.complete) {
      clearInterval(timer);
      act();
    }
    seen = bytesRead;
  }, seconds * 1000);
  return () => clearInterval(timer);
}
