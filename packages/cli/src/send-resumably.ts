import { AppError, mayPass, pausesOfSending } from '@columnist/contract';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { postPatiently } from './post-patiently.ts';
import { refusalIn } from './refusal-in.ts';

interface Server {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Bytes of one request. A file is read in such pieces, as a Blob of one with more than 4 GB has another
 * size than the file (Node.js 24).
 */
const pieceBytes = 16 * 1024 * 1024;

/**
 * Sends a file by the protocol tus 1.0, and goes on where it was after the connection broke: the id
 * of the upload. Throws what the server answers, and unavailable once nothing has arrived for about
 * a minute.
 */
export async function sendResumably(
  server: Server,
  path: string,
  name: string,
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<string> {
  const file = await open(path);
  try {
    return await sendFile(server, file, name, wait);
  } finally {
    await file.close();
  }
}

async function sendFile(
  { url, apiKey }: Server,
  file: FileHandle,
  name: string,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<string> {
  const { size } = await file.stat();
  const ask = (
    to: URL,
    method: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ) =>
    fetch(to, {
      method,
      headers: { 'API-Key': apiKey, 'Tus-Resumable': '1.0.0', ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
  const begun = await ask(new URL('/api/v1/resumable-uploads', url), 'POST', {
    'Upload-Length': String(size),
    'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
  });
  const id = begun.headers.get('location')?.split('/').at(-1);
  if (!begun.ok || id === undefined) throw await refusalIn(begun);
  // Its address as the server knows itself may not be how this machine reaches it.
  const upload = new URL(`/api/v1/resumable-uploads/${id}`, url);
  let [offset, failed] = [0, 0];
  const piece = new Uint8Array(Math.min(pieceBytes, size));
  while (offset < size) {
    const { bytesRead } = await file.read(piece, 0, piece.length, offset);
    if (bytesRead === 0) throw shrunk(name);
    const answer = await ask(
      upload,
      'PATCH',
      { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) },
      piece.subarray(0, bytesRead),
    ).catch(() => null);
    const reached = answer?.ok === true ? answer : await where(() => ask(upload, 'HEAD', {}));
    if (answer !== null && !answer.ok && !mayPass(answer.status)) throw await refusalIn(answer);
    const now = Number(reached?.headers.get('upload-offset') ?? offset);
    if (now > offset) failed = 0;
    else {
      const pause = pausesOfSending[failed];
      if (pause === undefined) throw silent(answer);
      await wait(pause);
      failed += 1;
    }
    offset = now;
  }
  return id;
}

/** What is said of the upload; null where the server cannot be asked now. Throws what it refuses. */
async function where(ask: () => Promise<Response>): Promise<Response | null> {
  const answer = await ask().catch(() => null);
  if (answer === null || answer.ok) return answer;
  if (mayPass(answer.status)) return null;
  throw await refusalIn(answer);
}

const shrunk = (name: string): AppError =>
  new AppError('invalid_file', `The file ${name} became shorter while it was sent.`, {
    fix: 'Upload it again once nothing writes to it.',
  });

const silent = (answer: Response | null): AppError =>
  new AppError(
    'unavailable',
    answer === null
      ? 'The server could not be reached any more while the file was sent.'
      : `The server answered with status ${answer.status} while the file was sent.`,
    { fix: 'Check the connection, then upload the file again.' },
  );

/** Makes a dataset of an upload. */
export const datasetOf = (
  { url, apiKey }: Server,
  upload: string,
  stated: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  postPatiently(
    new URL('/api/v1/datasets/from-upload', url),
    { 'API-Key': apiKey, Accept: 'application/json' },
    { upload, ...stated },
  );
