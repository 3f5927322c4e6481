import { AppError } from '@columnist/contract';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { refusalIn } from './refusal-in.ts';

/**
 * Posts JSON and waits for the answer however long it takes: `fetch` of Node.js gives up after five
 * minutes, and a file of gigabytes is read for longer. Throws what the server answers, and
 * unavailable where it is gone.
 */
export async function postPatiently(
  to: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<unknown> {
  const ask = to.protocol === 'https:' ? overHttps : overHttp;
  const response = await new Promise<Response>((resolve, reject) => {
    const asked = ask(to, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    asked.once('error', reject);
    asked.once('response', (answer) => {
      buffer(answer).then(
        (bytes) =>
          resolve(new Response(new Uint8Array(bytes), { status: answer.statusCode ?? 500 })),
        reject,
      );
    });
    asked.end(JSON.stringify(body));
  }).catch((cause: unknown) => {
    throw new AppError(
      'unavailable',
      `The connection to ${to.origin} ended before the answer.`,
      {
        fix: 'Look with “columnist list” whether the dataset is there, else upload the file again.',
      },
      { cause },
    );
  });
  if (!response.ok) throw await refusalIn(response);
  return response.json();
}
