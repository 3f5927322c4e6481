import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { fileCache } from './file-cache.ts';
import { keyIn, requireSafeKey, type ObjectStore } from './objects.ts';

export interface S3Options {
  /** An S3-compatible store; path-style addresses are used. Without it, Amazon's for the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Folder of local copies; workers read files, not streams. */
  readonly cacheDir: string;
  /** Bytes that the copies may take; one in use stays, whatever it takes. */
  readonly cacheBytes: number;
  /** Whether jobs are done by other machines: this one then needs no copies for them. */
  readonly jobsElsewhere?: boolean;
}

/** A store that does not answer must not keep a caller waiting; milliseconds without a byte. */
const patience = { connectionTimeout: 3000, socketTimeout: 15_000 };

/** Bytes of one part of an upload, and parts sent at once. */
const [partBytes, parts] = [8 * 1024 * 1024, 3];

/** How often a file is sent where the store shows another: some show an older state for a moment. */
const attempts = 3;

/** How every client of the store is made. */
export const clientOptions = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Options): S3ClientConfig => ({
  region,
  credentials: { accessKeyId, secretAccessKey },
  requestHandler: patience,
  maxAttempts: 2,
  ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  // Compatible stores take the newer checksum trailers for content: the checksum is ours.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/**
 * Objects in an S3-compatible store, each with the SHA-256 of its bytes, which is checked whenever
 * it is fetched. Files
 * that are read are kept in a local folder up to a size; the least recently used go first.
 */
export function s3Objects(options: S3Options): ObjectStore {
  const { bucket, cacheDir, cacheBytes, jobsElsewhere = false } = options;
  const client = new S3Client(clientOptions(options));
  const cache = fileCache(cacheDir, cacheBytes);
  const copies = { asked: 0, fetched: 0 };
  const facts = (key: string) =>
    client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).catch(nullIfGone);
  /** False where there is no such object. */
  const fetchTo = async (key: string, to: string): Promise<boolean> => {
    const found = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      .catch(nullIfGone);
    if (!(found?.Body instanceof Readable)) return false;
    const hash = createHash('sha256');
    await mkdir(dirname(to), { recursive: true });
    await pipeline(
      found.Body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(to),
    );
    if (hash.digest('hex') !== found.Metadata?.['sha256'])
      throw new AppError('unavailable', 'The stored file is damaged.');
    return true;
  };
  const send = (key: string, path: string, sha256: string): Promise<unknown> =>
    new Upload({
      client,
      queueSize: parts,
      partSize: partBytes,
      params: { Bucket: bucket, Key: key, Body: createReadStream(path), Metadata: { sha256 } },
    }).done();
  const localPath = (key: string): Promise<string> => {
    copies.asked += 1;
    return cache.path(requireSafeKey(key), async (to) => {
      copies.fetched += 1;
      if (!(await fetchTo(key, to)))
        throw new AppError('not_found', 'The file of this dataset is gone.');
    });
  };
  return {
    put: async (key, localPath) => {
      requireSafeKey(key);
      const [{ size }, sha256] = await Promise.all([stat(localPath), sha256Of(localPath)]);
      for (let attempt = 1; ; attempt += 1) {
        await send(key, localPath, sha256);
        const stored = await facts(key);
        if (stored?.ContentLength === size && stored.Metadata?.['sha256'] === sha256) break;
        if (attempt < attempts) continue;
        throw new AppError(
          'unavailable',
          'The file could not be stored. Upload it again.',
          { retry_after: 5 },
          {
            cause: new Error(
              `Of ${key}, ${size} bytes, the store has ${stored === null ? 'nothing' : `${stored.ContentLength} bytes with the checksum ${stored.Metadata?.['sha256']}`}.`,
            ),
          },
        );
      }
      await cache.adopt(key, localPath);
    },
    localPath,
    jobPath: (key) =>
      jobsElsewhere ? Promise.resolve(join(cacheDir, requireSafeKey(key))) : localPath(key),
    keyOf: (path) => keyIn(cacheDir, path),
    copies: () => ({ found: copies.asked - copies.fetched, fetched: copies.fetched }),
    copyTo: (key, path) => fetchTo(requireSafeKey(key), path),
    has: async (key) => (await facts(requireSafeKey(key))) !== null,
    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: requireSafeKey(key) }));
      await cache.forget(key);
    },
    list: async function* list(prefix) {
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        );
        for (const { Key: key, LastModified: storedAt } of page.Contents ?? [])
          if (key !== undefined && storedAt !== undefined) yield { key, storedAt };
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}

const gone = new Set(['NoSuchKey', 'NotFound']);

function nullIfGone(error: unknown): null {
  if (error instanceof Error && gone.has(error.name)) return null;
  throw error;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
