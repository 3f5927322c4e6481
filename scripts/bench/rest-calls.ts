import { openAsBlob } from 'node:fs';
import { z } from 'zod';

export const asJson = { 'Content-Type': 'application/json' };

/** The new dataset's id; throws the answer where it is another one. */
export async function upload(
  url: string,
  key: string,
  path: string,
  name: string,
): Promise<string> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), name);
  const response = await fetch(`${url}/api/v1/datasets`, {
    method: 'POST',
    headers: { 'API-Key': key },
    body: form,
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return z.object({ id: z.uuid() }).parse(body).id;
}
