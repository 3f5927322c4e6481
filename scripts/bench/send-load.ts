import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { asJson } from './rest-calls.ts';

export interface Load {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /**
   * Milliseconds from the start of one request of a connection to that of its next; left out, the
   * next follows the answer.
   */
  readonly pace?: number;
}

/** Sends requests one after the other on each connection; how many were answered. */
export async function sendLoad({
  url,
  path,
  headers,
  body,
  connections,
  seconds,
  pace = 0,
}: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const one = (): Promise<void> =>
    new Promise((done, fail) => {
      const req = request(
        new URL(path, url),
        {
          method: 'POST',
          agent,
          headers: { ...headers, ...asJson, 'Content-Length': Buffer.byteLength(body) },
        },
        (res) => {
          if (res.statusCode !== 200) fail(new Error(`${path} answered ${res.statusCode}`));
          res.resume().once('end', done);
        },
      );
      req.once('error', fail).end(body);
    });
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      let start = performance.now() + (pace * i) / connections;
      while (start < until) {
        await wait(Math.max(0, start - performance.now()));
        await one();
        answered += 1;
        start = Math.max(start + pace, performance.now() - pace);
      }
    }),
  );
  agent.destroy();
  return answered;
}
