import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { S3Store, type MetadataValue } from '@tus/s3-store';
import { ERRORS } from '@tus/server';
import { LRUCache } from 'lru-cache';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  extensions,
  partialId,
  partialKey,
  partialsFolder,
  uploadGone,
  type PartialFiles,
} from './partial-files.ts';
import { clientOptions, type S3Options } from './s3-objects.ts';

/** Bytes of one part, which are kept on this machine until they are whole. */
const partSize = 8 * 1024 * 1024;

/**
 * Files of uploads in an S3-compatible store, as uploads of several parts: any server may go on with
 * one. What the store keeps of an upload that was begun and never described, where a server ended
 * just then, is left to the rules of the bucket.
 */
export function s3Partials(options: S3Options): PartialFiles {
  const { bucket } = options;
  const client = new S3Client(clientOptions(options));
  /** What the library remembers of uploads that are under way; by itself it would forget none. */
  const remembered = new LRUCache<string, MetadataValue>({ max: 1000, ttl: 60_000 });
  const store = new S3Store({
    partSize,
    useTags: false,
    cache: {
      get: (key) => Promise.resolve(remembered.get(key)),
      set: (key, value) => {
        remembered.set(key, value);
        return Promise.resolve();
      },
      delete: (key) => {
        remembered.delete(key);
        return Promise.resolve();
      },
    },
    s3ClientConfig: { ...clientOptions(options), bucket },
  });
  store.extensions = extensions;
  return {
    store,
    offset: async (id) => {
      const { offset } = await store.getUpload(partialKey(id)).catch(throwGone);
      return offset;
    },
    copyTo: async (id, path) => {
      const { Body: body } = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: partialKey(id) }))
        .catch((error: unknown) => {
          throw error instanceof Error && error.name === 'NoSuchKey' ? uploadGone() : error;
        });
      if (!(body instanceof Readable)) throw uploadGone();
      await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    },
    remove: async (id) => {
      const key = partialKey(id);
      // Refuses one that is whole, of which there are no parts any more.
      await store.remove(key).catch((error: unknown) => {
        if (error !== ERRORS.FILE_NOT_FOUND) throw error;
      });
      remembered.delete(key);
      const keys = [key, `${key}.part`, `${key}.info`];
      await client.send(
        new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: keys.map((Key) => ({ Key })) },
        }),
      );
    },
    list: async function* list() {
      let token: string | undefined;
      let last: string | null = null;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: partialsFolder,
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        );
        // In the order of their names: those of one upload follow each other.
        for (const { Key: key = '' } of page.Contents ?? []) {
          const id = partialId(key);
          if (id !== null && id !== last) yield id;
          last = id;
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}

function throwGone(error: unknown): never {
  throw error === ERRORS.FILE_NOT_FOUND ? uploadGone() : error;
}
