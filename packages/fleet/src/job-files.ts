import type { ObjectStore } from '@columnist/core';
import { mapJobPaths, type Job } from '@columnist/workers';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Files } from './messages.ts';

const folderOf = (id: string): string => `jobs/${id}`;
/** Keys are those of the store; what a job was sent along begins with its own folder. */
const isSentAlong = (key: string): boolean => key.startsWith('jobs/');

/** A job with keys in place of paths, and where the files belong that it writes. */
export interface PackedJob {
  readonly job: Job;
  /** Paths on this machine, by the names that the worker gives its keys for. */
  readonly expected: Files;
  /** Keys of files that were sent along. */
  readonly sent: readonly string[];
}

/** Takes the files of a job into the store: those that are not there yet are sent along. */
export async function packJob(
  objects: ObjectStore,
  tempDir: string,
  id: string,
  job: Job,
): Promise<PackedJob> {
  const expected: Record<string, string> = {};
  const sent: string[] = [];
  const packed = await mapJobPaths(job, {
    read: async (path) => {
      const stored = objects.keyOf(path);
      if (stored !== null) return stored;
      const key = `${folderOf(id)}/sent-${sent.length}`;
      sent.push(key);
      // The store takes the file away, and its owner needs it yet.
      const copy = join(tempDir, randomUUID());
      await copyFile(path, copy);
      await objects.put(key, copy);
      return key;
    },
    written: (path) => {
      const name = `written-${Object.keys(expected).length}${extname(path)}`;
      expected[name] = path;
      return Promise.resolve(name);
    },
    scratch: () => Promise.resolve('scratch'),
  });
  return { job: packed, expected, sent };
}

/** A packed job with paths on this machine, in a folder of its own. */
export interface UnpackedJob {
  readonly job: Job;
  /** Takes what was written into the store, under keys of this attempt. */
  readonly store: (attempt: string) => Promise<Files>;
  readonly remove: () => Promise<void>;
}

export async function unpackJob(
  objects: ObjectStore,
  tempDir: string,
  packed: Job,
): Promise<UnpackedJob> {
  const folder = join(tempDir, randomUUID());
  await mkdir(folder, { recursive: true });
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const written: string[] = [];
  try {
    const job = await mapJobPaths(packed, {
      read: async (key) => {
        // What is asked about once is no use among the copies.
        if (!isSentAlong(key)) return objects.localPath(key);
        const path = join(folder, randomUUID());
        if (!(await objects.copyTo(key, path))) throw new Error('A file of the job is gone.');
        return path;
      },
      written: (name) => {
        written.push(name);
        return Promise.resolve(join(folder, name));
      },
      scratch: (name) => Promise.resolve(join(folder, name)),
    });
    return {
      job,
      remove,
      store: async (attempt) => {
        const stored = await Promise.all(
          written.map(async (name) => {
            const path = join(folder, name);
            if ((await stat(path).catch(() => null)) === null) return [];
            const key = `${folderOf(attempt)}-${name}`;
            await objects.put(key, path);
            return [[name, key] as const];
          }),
        );
        return Object.fromEntries(stored.flat());
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Brings the files that a worker wrote to where they belong on this machine. */
export async function fetchWritten(
  objects: ObjectStore,
  expected: Files,
  files: Files,
): Promise<void> {
  await Promise.all(
    Object.entries(files).map(async ([name, key]) => {
      const path = expected[name];
      if (path === undefined || !(await objects.copyTo(key, path)))
        throw new Error('A file that a job wrote is gone.');
    }),
  );
}

/** Puts a text or bytes into the store. */
export async function storeBytes(
  objects: ObjectStore,
  tempDir: string,
  key: string,
  bytes: string | Buffer,
): Promise<void> {
  const path = join(tempDir, randomUUID());
  await writeFile(path, bytes);
  await objects.put(key, path);
}

/** What was put so; throws where it is gone. */
export async function readBytes(
  objects: ObjectStore,
  tempDir: string,
  key: string,
): Promise<Buffer> {
  const path = join(tempDir, randomUUID());
  try {
    if (!(await objects.copyTo(key, path))) throw new Error('What belongs to a job is gone.');
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

export const orderKey = (id: string): string => `${folderOf(id)}/order`;
export const answerKey = (attempt: string): string => `${folderOf(attempt)}-answer`;
