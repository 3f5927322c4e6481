import { z } from 'zod';
import { authorizedFetch } from './stored-tokens.ts';

const sentences = z.array(z.string());

/**
 * Fetches a file with the session's token, by POST where a question is sent for it, and hands it to
 * the browser to save. Gives in sentences what the file could not take along.
 */
export async function saveFile(path: string, name: string, question?: object): Promise<string[]> {
  const response = await authorizedFetch(
    path,
    question === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(question),
        },
  );
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  saveBlob(await response.blob(), name);
  const notes = response.headers.get('Export-Notes');
  return notes === null ? [] : sentences.parse(JSON.parse(notes));
}

/** Hands a file to the browser to save. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
