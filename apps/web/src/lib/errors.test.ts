import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchJson, fixOf, isMendable, isRefusal, reasonOf } from './errors.ts';

afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, code = 'forbidden') =>
  TRPCClientError.from({
    error: {
      message: 'no',
      code: -32_000,
      data: { problem: { status, detail: `No, ${status}.`, code, fix: 'Do.' } },
    },
  });
/** What a call ends with when this is answered. */
async function answered(status: number, body: string, type: string): Promise<unknown> {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type } })),
  );
  return fetchJson('/trpc/x').catch((failure: Error) => TRPCClientError.from(failure));
}

test('a failure says what the server said, else what it answered, else that it was not reached', async () => {
  expect(
    [
      refusal(422),
      await answered(500, '<html>', 'text/html'),
      await answered(200, '<html>', 'text/html'),
      TRPCClientError.from(new TypeError('Failed to fetch')),
      new TypeError('Failed to fetch'),
      TRPCClientError.from(new Error('Unable to transform response from server'), {
        meta: { response: new Response('{}', { status: 503 }) },
      }),
    ].map(reasonOf),
  ).toEqual([
    'No, 422.',
    'The server answered 500.',
    'The answer of the server could not be read.',
    'The server could not be reached.',
    'The server could not be reached.',
    'The server answered 503.',
  ]);
  // A list of no answers is none of tRPC.
  expect(reasonOf(await answered(500, '[]', 'application/json'))).toBe('The server answered 500.');
  for (const body of ['{"error":{}}', '[{"error":{}},{"result":{}}]'])
    expect(await answered(500, body, 'application/json')).toBeInstanceOf(Response);
});

test('a question that does not fit the data has another question as its remedy, not another try', () => {
  const codes = ['invalid_input', 'wrong_column_type', 'too_complex', 'internal', 'not_found'];
  const errors = codes.map((code) => refusal(400, code));
  expect(errors.map(isMendable)).toEqual([true, true, true, false, false]);
  expect([...errors.map(fixOf), fixOf(null)]).toEqual(['Do.', 'Do.', 'Do.', '', '', '']);
});

test('only what the server refuses is a refusal, not what it cannot answer now [S4.3]', () => {
  expect(
    [400, 401, 403, 404, 408, 429, 500, 503].filter((status) => isRefusal(refusal(status))),
  ).toEqual([400, 401, 403, 404]);
  expect([null, new TypeError('Failed to fetch')].map(isRefusal)).toEqual([false, false]);
});
