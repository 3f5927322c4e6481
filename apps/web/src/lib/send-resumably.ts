import { mayPass, pausesOfSending } from '@columnist/contract';
import { DetailedError, Upload } from 'tus-js-client';
import type { Answer, OnProgress, UploadTo } from './upload-file.ts';
import { accessToken, authorizedFetch, refreshSession } from './stored-tokens.ts';

const endpoint = '/api/v1/resumable-uploads';
/**
 * Bytes of one request: where its connection breaks, a browser may send it once more by itself, from
 * its beginning.
 */
const partBytes = 2 * 1024 * 1024;

/** Where files of this page lie that have no dataset yet, so that another attempt goes on there. */
const begun = new WeakMap<File, string>();

/**
 * Sends a file by the protocol tus 1.0, going on where it was after the connection broke, and makes
 * a dataset of it, or a draft of one.
 */
export async function sendResumably(
  file: File,
  { review, table }: Pick<UploadTo, 'review' | 'table'>,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Answer> {
  const refused = await send(file, signal, onProgress);
  const upload = begun.get(file)?.split('/').at(-1);
  if (refused !== null || upload === undefined || signal.aborted)
    return refused ?? { status: 0, body: '' };
  const made = await authorizedFetch('/api/v1/datasets/from-upload', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      upload,
      ...(review ? { review } : {}),
      ...(table === undefined ? {} : { table }),
    }),
    signal,
  }).catch(() => null);
  if (made === null) return { status: 0, body: '' };
  if (made.ok) begun.delete(file);
  return { status: made.status, body: await made.text() };
}

/** Null once every byte is there, else what was answered. */
function send(file: File, signal: AbortSignal, onProgress: OnProgress): Promise<Answer | null> {
  return new Promise((resolve) => {
    let used: string | null = null;
    let share = 0;
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: begun.get(file) ?? null,
      metadata: { filename: file.name },
      chunkSize: partBytes,
      retryDelays: [...pausesOfSending],
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (upload.url !== null) begun.set(file, upload.url);
      },
      onBeforeRequest: (request) => {
        used = accessToken();
        if (used !== null) request.setHeader('Authorization', `Bearer ${used}`);
      },
      onAfterResponse: async (_request, response) => {
        if (response.getStatus() === 401 && used !== null)
          await refreshSession(used).catch(() => false);
      },
      onShouldRetry: (error) => {
        const status = statusOf(error);
        if (status === 401) return accessToken() !== used;
        if (mayPass(status)) onProgress(share, true);
        return mayPass(status);
      },
      onProgress: (sent, total) => {
        share = total === 0 ? 0 : sent / total;
        onProgress(share, false);
      },
      onSuccess: () => end(null),
      onError: (error) =>
        end({
          status: statusOf(error),
          body: error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '',
        }),
    });
    const cancel = () => {
      begun.delete(file);
      // What was sent is of no use any more; where it cannot be removed now, it ends by itself.
      upload.abort(upload.url !== null).catch(() => {});
      end({ status: 0, body: '' });
    };
    const end = (answer: Answer | null) => {
      signal.removeEventListener('abort', cancel);
      resolve(answer);
    };
    signal.addEventListener('abort', cancel);
    upload.start();
  });
}

/** 0 where nothing was answered. */
const statusOf = (error: unknown): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
