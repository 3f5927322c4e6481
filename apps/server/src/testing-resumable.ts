import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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

/** Announces all these bytes, and ends the connection after the first so many of them. */
export async function breakAfter(
  url: string,
  credentials: Headers,
  id: string,
  bytes: Uint8Array,
  offset: number,
  sent: number,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const headers = {
    Host: hostname,
    ...tus,
    ...credentials,
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': String(bytes.length),
    'Upload-Offset': String(offset),
    // Its answer says that the request has arrived.
    Expect: '100-continue',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PATCH ${pathOf(id)} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'data');
  socket.end(bytes.subarray(0, sent));
  await once(socket, 'finish');
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
