import { takeTurn } from '@columnist/api';
import type { Request, Response } from 'express';

/** Of a body that was answered before it ended: dropped up to so many bytes, and so long. */
const most = { bytes: 128 * 1024 * 1024, seconds: 180 };

/**
 * Lets an answer reach clients that send all of their body before they read: where a body has not
 * ended, its answer goes out at once, but is ended, and with it perhaps the connection, only when
 * the rest has come in and was dropped. A connection that is closed with bytes unread is reset, and
 * the client may then lose the answer that it has not read yet (RFC 9112, section 9.6). Bodies that
 * come too slowly meanwhile are for limit-waiting. `onAnswered` is called where that begins; what is
 * returned ends it for good, for those who want to close at once.
 */
export function linger(req: Request, res: Response, onAnswered: () => void): () => void {
  // Called with res alone.
  // oxlint-disable-next-line typescript/unbound-method
  const { end } = res;
  const finish = (args: readonly unknown[]): Response => {
    res.end = end;
    Reflect.apply(end, res, args);
    return res;
  };
  res.end = (...args: unknown[]): Response => {
    if (req.complete || req.destroyed) return finish(args);
    onAnswered();
    const [chunk, encoding] = args;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      const bytes =
        typeof chunk === 'string' && typeof encoding === 'string' && Buffer.isEncoding(encoding)
          ? Buffer.from(chunk, encoding)
          : Buffer.from(chunk);
      if (!res.headersSent && !res.hasHeader('Content-Length'))
        res.setHeader('Content-Length', bytes.length);
      res.write(bytes);
    } else res.flushHeaders();
    res.end = () => res;
    drop(req, () => finish(args.filter((arg) => typeof arg === 'function')));
    return res;
  };
  return () => {
    res.end = end;
  };
}

/** Reads and drops what still comes, within the bounds; then the connection is closed. */
function drop(req: Request, done: () => void): void {
  let dropped = 0;
  const stop = (): void => {
    clearTimeout(timer);
    req.off('data', count).off('end', stop).off('close', stop);
    done();
    if (!req.complete) req.destroy();
  };
  const count = (chunk: Buffer): void => {
    dropped += chunk.length;
    if (dropped > most.bytes) {
      stop();
      return;
    }
    req.pause();
    void takeTurn().then(() => req.resume());
  };
  const timer = setTimeout(stop, most.seconds * 1000);
  // What was to read it has given up, and would hold it back.
  req.unpipe();
  req.on('data', count).once('end', stop).once('close', stop).resume();
}
