import { authorizedFetch } from './stored-tokens.ts';

/** Fetches a file with the session's token and hands it to the browser to save. */
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await authorizedFetch(path);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  saveBlob(await response.blob(), name);
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
