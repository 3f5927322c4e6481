import { problem } from '@columnist/contract';
import { accessToken, refreshSession } from '../../lib/stored-tokens.ts';

export interface UploadFailure {
  readonly message: string;
  /** What to do, when the server said. */
  readonly fix: string | null;
}

export interface Upload {
  readonly done: Promise<UploadFailure | null>;
  readonly cancel: () => void;
}

/** Sends a file with XMLHttpRequest, for its progress; resolves with the failure or null. A canceled upload is one. */
export function uploadFile(file: File, onProgress: (share: number) => void): Upload {
  let request = new XMLHttpRequest();
  const send = (repeated: boolean): Promise<UploadFailure | null> =>
    new Promise((resolve) => {
      const token = accessToken();
      request = new XMLHttpRequest();
      request.open('POST', '/api/v1/datasets');
      if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
      request.upload.addEventListener('progress', (event) => onProgress(event.total === 0 ? 0 : event.loaded / event.total));
      request.addEventListener('load', () => {
        if (request.status === 201) resolve(null);
        else if (request.status === 401 && !repeated) void refreshSession(token).then((refreshed) => (refreshed ? resolve(send(true)) : resolve(failureIn(request))));
        else resolve(failureIn(request));
      });
      request.addEventListener('error', () => resolve({ message: 'Failed to upload file', fix: 'Check the connection, then try again.' }));
      request.addEventListener('abort', () => resolve({ message: 'The upload was canceled.', fix: null }));
      const body = new FormData();
      body.append('file', file, file.name);
      request.send(body);
    });
  const done = send(false);
  return { done, cancel: () => request.abort() };
}

function failureIn(request: XMLHttpRequest): UploadFailure {
  try {
    const parsed = problem.safeParse(JSON.parse(request.responseText));
    if (parsed.success) return { message: parsed.data.detail, fix: parsed.data.fix };
  } catch {
    // Not a problem document: a proxy's page, say.
  }
  return { message: 'Failed to upload file', fix: null };
}
