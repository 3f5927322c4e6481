import { operations } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(owner, 'a,b\n1,x\n2,y\n3,z\n')).json()).id;
});
afterAll(() => app.close());

const json = { 'Content-Type': 'application/json' };
const answer = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
const post = (path: string, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(app.url + path, { method: 'POST', headers: { ...json, ...headers }, body });
const session = () => ({ Authorization: `Bearer ${owner.accessToken}` });

async function byRest(path: string, body: string): Promise<z.output<typeof answer>> {
  return answer.parse(await (await post(path, body, session())).json());
}
async function byTrpc(operation: string, body: string): Promise<z.output<typeof answer>> {
  const response = await post(`/trpc/${operation}`, body, {
    ...session(),
    'X-Http-Method-Override': 'POST',
  });
  return z
    .object({ error: z.object({ data: z.object({ problem: answer }) }) })
    .parse(await response.json()).error.data.problem;
}
/** The status, and what the tool or the protocol says. */
async function byMcp(args: string): Promise<{ status: number; text: string }> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_frequencies","arguments":${args}}}`;
  const response = await post('/mcp', body, {
    'API-Key': owner.apiKey ?? '',
    Accept: 'application/json, text/event-stream',
  });
  return { status: response.status, text: await response.text() };
}

const list = (one: string, times: number): string =>
  `[${Array.from({ length: times }, () => one).join(',')}]`;
/** A tree of and and or with wrong leaves, as wide as a filter may be. */
const tree = (widths: readonly number[]): string =>
  widths.reduceRight(
    (inner, width, depth) => `{"${depth % 2 === 0 ? 'or' : 'and'}":${list(inner, width)}}`,
    '{"zz":1}',
  );
const huge = tree([9, 50, 50, 50]);
const large = tree([2, 50, 50, 20]);

describe('a wrong filter of megabytes is refused before any schema sees it', () => {
  const asked = [operations.datasets.statistics.input, operations.datasets.frequencies.input];

  test('by REST, tRPC and MCP', async () => {
    const schemas = asked.map((schema) => vi.spyOn(schema, 'safeParse'));
    expect(huge.length).toBeGreaterThan(10_000_000);
    expect(large.length).toBeGreaterThan(350_000);
    const parts = {
      status: 422,
      code: 'too_complex',
      detail: 'The input has more than 2,500 parts.',
    };
    expect(
      await byRest('/api/v1/statistics', `{"data":{"a":[1,2]},"view":{"filter":${huge}}}`),
    ).toMatchObject(parts);
    expect(
      await byRest(
        `/api/v1/datasets/${id}/frequencies`,
        `{"column":"a","view":{"filter":${huge}}}`,
      ),
    ).toMatchObject({ status: 413, code: 'request_too_large' });
    expect(
      await byRest(
        `/api/v1/datasets/${id}/frequencies`,
        `{"column":"a","view":{"filter":${large}}}`,
      ),
    ).toMatchObject(parts);
    expect(
      await byTrpc(
        'datasets.frequencies',
        `{"id":"${id}","column":"a","view":{"filter":${large}}}`,
      ),
    ).toMatchObject(parts);
    expect(
      await byTrpc('datasets.frequencies', `{"id":"${id}","column":"a","view":{"filter":${huge}}}`),
    ).toMatchObject({ status: 413, code: 'request_too_large' });
    // The message is looked through before it is parsed, so no tool can answer it.
    expect(await byMcp(`{"id":"${id}","column":"a","view":{"filter":${large}}}`)).toEqual({
      status: 422,
      text: expect.stringContaining('"detail":"The input has more than 2,500 parts."'),
    });
    expect(await byMcp(`{"id":"${id}","column":"a","view":{"filter":${huge}}}`)).toMatchObject({
      status: 413,
    });
    for (const schema of schemas) expect(schema).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('values sent along', () => {
  const ask = (body: string) => byRest('/api/v1/statistics', body);

  test.each([
    [
      'lists for values',
      `{"data":{"a":${list('[]', 400_000)}}}`,
      'invalid_input',
      'data: A value is a text, a number, true, false or null.',
    ],
    [
      'objects for values, the key in escapes',
      `{"d\\u0061ta":{"a":${list('{}', 400_000)}}}`,
      'too_complex',
      'The input has more than 2,500 parts.',
    ],
    [
      'a list for columns',
      `{"data":${list('1', 400_000)}}`,
      'too_complex',
      'The input has more than 2,500 parts.',
    ],
    [
      'too many columns',
      `{"data":{${Array.from({ length: 3000 }, (_, i) => `"c${i}":[1]`).join(',')}}}`,
      'too_complex',
      'The input has more than 2,500 parts.',
    ],
    [
      '2,001 columns',
      `{"data":{${Array.from({ length: 2001 }, (_, i) => `"c${i}":[1]`).join(',')}}}`,
      'invalid_input',
      'data: At most 2000 columns can be sent along.',
    ],
    [
      'no list',
      '{"data":{"a":[1],"b":{}}}',
      'invalid_input',
      'data.b: A column is a list of values.',
    ],
    [
      'a list in a list',
      '{"data":{"a":[1,[2]]}}',
      'invalid_input',
      'data: A value is a text, a number, true, false or null.',
    ],
    [
      'no columns',
      '{"data":5}',
      'invalid_input',
      "data: Columns are an object of lists, such as { height: [1.62, null], name: ['Ada', 'Bob'] }.",
    ],
    [
      'a wrong option',
      '{"data":{"a":[1,2]},"quantile":[0.5]}',
      'invalid_input',
      "quantile: There is no such field. Did you mean 'quantiles' or 'quantile_type'? The fields are data, columns, view, quantiles, confidence_level, correlations, quantile_type, moments_type, trim, proportion_interval, weights, plot.",
    ],
    [
      'deep brackets',
      '['.repeat(70),
      'malformed_request',
      'The JSON is nested deeper than 64 levels.',
    ],
    [
      'long texts beside them',
      `{"data":{"a":[1,2]},"weights":"${'ä'.repeat(40_000)}"}`,
      'request_too_large',
      "The input holds more than 64 KB of text beside 'data'.",
    ],
  ])('%s', async (_name, body, code, detail) => {
    expect(await ask(body)).toMatchObject({ code, detail });
  });

  test('half a million of them are counted in no limit of the rest, also where quotes and brackets are in texts', async () => {
    const texts = ['say "hi"', 'a\\', '[{,:', 'ä'];
    const data = {
      n: Array.from({ length: 100_000 }, (_, i) => i),
      t: Array.from({ length: 100_000 }, (_, i) => texts[i % 4]),
    };
    const response = await post(
      '/api/v1/statistics',
      JSON.stringify({ columns: ['n', 't'], data, correlations: false }),
      session(),
    );
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        n_used: 100_000,
        columns: [
          { name: 'n', n: 100_000, mean: 49_999.5 },
          { name: 't', n: 100_000, distinct: 4 },
        ],
      },
    ]);
  });

  test('are UTF-8 alone', async () => {
    const sent = await fetch(`${app.url}/api/v1/statistics`, {
      method: 'POST',
      headers: { ...session(), 'Content-Type': 'application/json; charset=utf-16le' },
      body: Buffer.from('{"data":{"a":[1,2]}}', 'utf16le'),
    });
    expect(answer.parse(await sent.json())).toMatchObject({
      status: 415,
      detail: 'Send application/json in UTF-8.',
    });
  });
});

describe('what is wrong is named', () => {
  const form =
    'A condition has column, op and, as the op needs, value, values, or low and high; ' +
    'conditions are joined by { and: […] }, { or: […] } and { not: … }.';
  const right = { column: 'a', op: 'eq', value: 1 };

  test.each([
    ['a leaf of another kind', { or: [right, { zz: 1 }] }, 'view.filter.or.1', form],
    [
      'an op that is not there',
      { column: 'a', op: 'startswith', value: 'x' },
      'view.filter.op',
      "There is no such op. Did you mean 'starts_with'? The ops are eq, ne, lt, le, gt, ge, in, not_in, between, contains, starts_with, ends_with, is_missing, is_present.",
    ],
    [
      'a field of another op',
      { not: { column: 'a', op: 'in', value: [1] } },
      'view.filter.not.values',
      "It is missing. A condition with the op 'in' has column, op, values.",
    ],
    [
      'a field too many',
      { ...right, values: [1] },
      'view.filter.values',
      "There is no such field. A condition with the op 'eq' has column, op, value.",
    ],
    [
      'a value of the wrong type',
      { and: [{ column: 'a', op: 'in', values: [1, {}] }] },
      'view.filter.and.0.values.1',
      'A value is a text, a number, true or false.',
    ],
    [
      'and beside or',
      { and: [right], or: [right] },
      'view.filter.or',
      `Beside 'and' there is no other field. ${form}`,
    ],
    ['no filters to join', { and: [] }, 'view.filter.and', "'and' is a list of 1 to 50 filters."],
    [
      'no filter',
      5,
      'view.filter',
      `A filter is an object. ${form} Or write a text, such as "age > 30".`,
    ],
    [
      'the first of several',
      { or: [{ and: [right, 1] }, 2] },
      'view.filter.or.0.and.1',
      `A filter is an object. ${form}`,
    ],
  ])('%s', async (_name, filter, field, message) => {
    expect(
      await byRest(
        `/api/v1/datasets/${id}/frequencies`,
        JSON.stringify({ column: 'a', view: { filter } }),
      ),
    ).toMatchObject({ status: 422, detail: `${field}: ${message}`, errors: [{ field, message }] });
  });

  test('in expressions as JSON too', async () => {
    const derive = async (expression: unknown) =>
      (
        await byRest(
          `/api/v1/datasets/${id}/frequencies`,
          JSON.stringify({ column: 'k', view: { derive: [{ name: 'k', expression }] } }),
        )
      ).detail;
    const at = 'view.derive.0.expression';
    expect(await derive({ call: '+', args: Array.from({ length: 500 }, () => 1) })).toBe(
      `${at}.args.499: An expression has at most 500 parts. Derive a column for a part of it.`,
    );
    expect(await derive({ call: '+', arg: [1] })).toContain(
      `${at}.arg: There is no such field. An expression is a text, a number`,
    );
    // Operators that lack a side.
    expect(await derive({ call: '+', args: [1] })).toBe(
      "'+' takes 2 arguments; here is 1. (character 1)",
    );
    expect(await derive({ call: 'not', args: [] })).toBe(
      "'not' takes 1 argument; here are 0. (character 1)",
    );
    expect(await derive({ call: 'between', args: [1] })).toBe(
      "'between' takes 3 arguments; here is 1. (character 1)",
    );
    expect(await derive({ call: 'in', args: [] })).toBe(
      "'in' takes a value and, after it, those it is compared with. (character 1)",
    );
  });

  test('fifty fields at most', async () => {
    const { errors } = await byRest(
      `/api/v1/datasets/${id}/analyze`,
      JSON.stringify({ columns: Array.from({ length: 2000 }, (_, i) => i) }),
    );
    expect(errors).toEqual(
      Array.from({ length: 50 }, (_, i) => ({
        field: `columns.${i}`,
        message: 'Give a text, not a number.',
      })),
    );
  });

  test('an empty pattern is refused', async () => {
    expect(
      await byRest(
        `/api/v1/datasets/${id}/frequencies`,
        JSON.stringify({
          column: 'b',
          view: { clean: [{ step: 'parse_dates', columns: ['b'], pattern: '' }] },
        }),
      ),
    ).toMatchObject({
      status: 422,
      code: 'invalid_input',
      errors: [{ field: 'view.clean.0.pattern' }],
    });
  });
});
