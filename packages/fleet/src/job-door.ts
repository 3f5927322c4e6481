import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { z } from 'zod';
import { encodeOutcome, sentOrder } from './messages.ts';
import { knownQuestion, proofHeader } from './proofs.ts';
import { runOrder, type Workshop } from './run-order.ts';
import { traced } from './trace.ts';

/** What web servers ask a worker by. */
export const jobPath = '/jobs';

/** The columns of the widest tables take a few megabytes. */
const mostBytes = 32 * 1024 * 1024;

const asJson = z.string().transform((text, ctx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue('This is no JSON.');
    return z.NEVER;
  }
});

/**
 * Answers a small job at once, to a server that shows that it has the token of the fleet, and shows
 * it the same; 401 to everybody else.
 */
export function jobDoor(
  workshop: Workshop,
  token: string,
  log: Logger,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const end = (status: number, body: string | Buffer = ''): void => {
      if (!res.headersSent) res.writeHead(status, { 'Content-Type': 'application/octet-stream' });
      res.end(body);
    };
    const question = knownQuestion(token, req.headers.authorization);
    if (question === null) {
      end(401);
      return;
    }
    const controller = new AbortController();
    res.once('close', () => controller.abort());
    receive(req)
      .then(async (text) => {
        if (text === null) return end(413);
        if (!question.isBody(text)) return end(401);
        const parsed = asJson.pipe(sentOrder).safeParse(text);
        if (!parsed.success) return end(400);
        const order = parsed.data;
        const outcome = await traced('columnist.job', order, () =>
          runOrder(workshop, order, `${randomUUID()}/0`, { signal: controller.signal }),
        );
        const answer = encodeOutcome(outcome);
        const proof = question.proveAnswer(answer);
        if (proof !== null) res.setHeader(proofHeader, proof);
        end(200, answer);
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a job that was sent could not be done');
        end(503);
      });
  };
}

async function receive(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
