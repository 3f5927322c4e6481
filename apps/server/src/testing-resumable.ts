import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** A line between client and server that can be made to break. */
export interface BreakingLine {
  readonly url: string;
  /** Bytes that clients have sent, headers and all. */
  sent(): number;
  /** Ends each of the next connections after so many bytes of its client. */
  breakAfter(bytes: readonly number[]): void;
  /** Passes nothing on after so many bytes of the next client; answers once they have passed. */
  stallAfter(bytes: number): Promise<void>;
  /** How many breaks have not happened yet. */
  left(): number;
  close(): Promise<void>;
}

/** Passes bytes on to a server, counts those of clients, and breaks connections as it is asked to. */
export async function openBreakingLine(target: string): Promise<BreakingLine> {
  const { port } = new URL(target);
  let sent = 0;
  let breaks: number[] = [];
  let stall: { readonly bytes: number; readonly reached: () => void } | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let passed = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket
        .on('error', () => {})
        .once('close', () => {
          open.delete(socket);
          client.destroy();
          // What has passed arrives.
          upstream.destroySoon();
        });
    }
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      passed += chunk.length;
      if (!upstream.write(chunk)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
      if (stall !== null && passed >= stall.bytes) {
        client.pause();
        upstream.removeAllListeners('drain');
        stall.reached();
        stall = null;
      }
      const [limit = Infinity] = breaks;
      if (passed < limit) return;
      breaks = breaks.slice(1);
      client.destroy();
    });
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: () => sent,
    breakAfter: (bytes) => {
      breaks = [...bytes];
    },
    stallAfter: (bytes) =>
      new Promise((reached) => {
        stall = { bytes, reached };
      }),
    left: () => breaks.length,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Headers = Readonly<Record<string, string>>;

export const tus = { 'Tus-Resumable': '1.0.0' };
export const metadata = (filename: string): string =>
  `filename ${Buffer.from(filename).toString('base64')}`;

/** Announces a file; the answer as it came. */
export const begin = (
  url: string,
  credentials: Headers,
  bytes: number,
  filename = 'table.csv',
): Promise<Response> =>
  fetch(`${url}/api/v1/resumable-uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      ...credentials,
      'Upload-Length': String(bytes),
      'Upload-Metadata': metadata(filename),
    },
  });

/** The id of an upload that was begun. */
export function idIn(answer: Response): string {
  const id = answer.headers.get('location')?.split('/').at(-1);
  if (answer.status !== 201 || id === undefined) throw new Error(`Answered ${answer.status}.`);
  return id;
}

export const pathOf = (id: string): string => `/api/v1/resumable-uploads/${id}`;

export const ask = (
  method: 'HEAD' | 'DELETE',
  url: string,
  credentials: Headers,
  id: string,
): Promise<Response> => fetch(url + pathOf(id), { method, headers: { ...tus, ...credentials } });

export async function offsetOf(url: string, credentials: Headers, id: string): Promise<number> {
  const answer = await ask('HEAD', url, credentials, id);
  if (!answer.ok) throw new Error(`Answered ${answer.status}.`);
  return Number(answer.headers.get('upload-offset'));
}

/** The bytes of a file from an offset, in a connection of their own; the status, 0 where it broke. */
export async function patch(
  url: string,
  credentials: Headers,
  id: string,
  bytes: Uint8Array,
  offset: number,
): Promise<number> {
  const outgoing = request(url + pathOf(id), {
    method: 'PATCH',
    agent: false,
    headers: {
      ...tus,
      ...credentials,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(bytes.length),
      'Upload-Offset': String(offset),
    },
  });
  const answered = new Promise<number>((resolve) => {
    outgoing
      .once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .once('close', () => resolve(0));
  });
  await pipeline(Readable.from(pieces(bytes)), outgoing).catch(() => {});
  return answered;
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Sends what is missing of a file until it is whole, as clients of the protocol do. */
export async function sendAll(
  url: string,
  credentials: Headers,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  for (;;) {
    const offset = await offsetOf(url, credentials, id);
    if (offset === bytes.length) return;
    await patch(url, credentials, id, bytes.subarray(offset), offset);
  }
}
