import { wholeUpTo } from '@columnist/contract';
import * as z from 'zod/mini';
import { problem, type TablesOfFile } from './problem.ts';
import { accessToken, refreshSession } from './stored-tokens.ts';

export interface UploadFailure {
  readonly detail: string;
  /** What to do. */
  readonly fix: string;
  /** Whether the same file may do better the next time. */
  readonly repeatable: boolean;
  /** Whether a larger plan would take it. */
  readonly beyondPlan: boolean;
  /** The tables of the file, where another one may be chosen. */
  readonly tables?: TablesOfFile | undefined;
}

export interface Answer {
  /** 0 when the server could not be reached, or the upload was canceled. */
  readonly status: number;
  readonly body: string;
}

/** The share of the bytes that has arrived, and whether the connection has to come back first. */
export type OnProgress = (share: number, isBroken: boolean) => void;

/**
 * Where a file goes: CSV files to `datasets`, others to `imports`; a draft where it is reviewed, and
 * the end of a dataset that is there with `appendTo`.
 */
export interface UploadTo {
  readonly door: 'datasets' | 'imports';
  readonly review: boolean;
  readonly appendTo?: string | null;
  /** Which table of an imported file. */
  readonly table?: string | undefined;
}

export type Uploaded = { readonly id: string } | { readonly failure: UploadFailure };

function pathOf({ door, review, appendTo = null, table }: UploadTo): string {
  if (appendTo !== null) return `/api/v1/datasets/${appendTo}/versions?mode=append`;
  const asked = new URLSearchParams({
    ...(review ? { review: 'true' } : {}),
    ...(table === undefined ? {} : { table }),
  }).toString();
  return `/api/v1/${door}${asked === '' ? '' : `?${asked}`}`;
}

/**
 * Sends a file, repeated once with new tokens after a 401; a large one in as many requests as it
 * takes. Answers the dataset's id once it is there, or the failure.
 */
export async function uploadFile(
  file: File,
  to: UploadTo,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Uploaded> {
  if (file.size > wholeUpTo && (to.appendTo ?? null) === null) {
    const { sendResumably } = await import('./send-resumably.ts');
    return outcomeOf(await sendResumably(file, to, signal, onProgress));
  }
  const token = accessToken();
  const answer = await send(file, to, token, signal, onProgress);
  if (answer.status !== 401 || token === null) return outcomeOf(answer);
  const refreshed = await refreshSession(token).catch(() => false);
  return outcomeOf(
    refreshed && !signal.aborted ? await send(file, to, accessToken(), signal, onProgress) : answer,
  );
}

/** XMLHttpRequest, because fetch tells nothing about the bytes sent. */
function send(
  file: File,
  to: UploadTo,
  token: string | null,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total, false),
    );
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', cancel);
      resolve({ status: request.status, body: request.responseText });
    });
    request.open('POST', pathOf(to));
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

/** The file itself was refused: too large, or no table. */
const aboutTheFile: ReadonlySet<number> = new Set([413, 422]);

const created = z.object({ id: z.string() });

function outcomeOf(answer: Answer): Uploaded {
  const made = answer.status === 201 ? created.safeParse(jsonIn(answer.body)).data : undefined;
  return made ?? { failure: failureIn(answer) };
}

function failureIn({ status, body }: Answer): UploadFailure {
  const refusal = problem.safeParse(jsonIn(body)).data;
  const repeatable = !aboutTheFile.has(status);
  if (refusal !== undefined)
    return {
      detail: refusal.detail,
      fix: refusal.fix,
      repeatable,
      beyondPlan: refusal.code === 'file_too_large',
      tables: refusal.tables,
    };
  return {
    detail: status === 0 ? 'The server could not be reached.' : `The server answered ${status}.`,
    fix: status === 0 ? 'Check the connection, then try again.' : 'Try again in a moment.',
    repeatable,
    beyondPlan: false,
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not from our server: a proxy's page, say.
    return undefined;
  }
}
