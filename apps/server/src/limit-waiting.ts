import { sendProblem } from '@columnist/api';
import { AppError } from '@columnist/contract';
import type { Request, RequestHandler } from 'express';

export interface Patience {
  /** In which a body that is no file has to be there. */
  readonly wholeSeconds: number;
  /** In which something has to come of a file. */
  readonly pauseSeconds: number;
}

/** Files come over slow lines, as long as they come; the server's own limit of a request ends them. */
const files = ['multipart/form-data', 'text/csv'];

/**
 * Refuses bodies that are begun and not ended, by every door: a body of JSON has to be whole within a time, and of a file
 * something has to come in each. Answers request_timeout where nothing was answered yet, and closes the connection.
 */
export function limitWaiting({ wholeSeconds, pauseSeconds }: Patience): RequestHandler {
  return (req, res, next) => {
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return next();
    const isFile = typeof req.is(files) === 'string';
    const refuse = (): void => {
      // Answered without its body, such as an unknown address or key: there is nothing left to say.
      if (res.headersSent) {
        req.destroy();
        return;
      }
      res.setHeader('Connection', 'close');
      sendProblem(res, new AppError('request_timeout', isFile ? `Nothing of the file came for ${pauseSeconds} seconds.` : `The body was not complete after ${wholeSeconds} seconds.`));
      if (res.writableFinished) req.destroy();
      else res.once('finish', () => req.destroy());
    };
    const stop = isFile ? afterPause(req, pauseSeconds, refuse) : after(wholeSeconds, () => !req.complete && refuse());
    req.once('end', stop).once('close', stop);
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
