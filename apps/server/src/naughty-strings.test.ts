import { allOperations, exampleInputs, type Operation } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenStrings, naughtyStrings } from './naughty-strings.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser({ tier: 'paid' });
});
afterAll(() => app.close());

const idIn = async (response: Response): Promise<string> =>
  z.object({ id: z.uuid() }).parse(await response.json()).id;
const birds = async (): Promise<string> =>
  idIn(
    await app.upload(
      user,
      'mass,wing,kind,seen\n1,2,gentoo,2026-01-01\n2,3,chinstrap,2026-01-02\n3,5,gentoo,2026-01-03\n5,4,chinstrap,2026-01-04\n4,6,gentoo,2026-01-05\n',
      'birds.csv',
    ),
  );
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

interface Answer {
  readonly status: number;
  readonly text: string;
}
async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(app.url + path, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      Authorization: `Bearer ${user.accessToken}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
async function use(tool: string, args: unknown): Promise<Answer> {
  const response = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      'API-Key': user.apiKey ?? '',
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    }),
  });
  return { status: response.status, text: await response.text() };
}
const json = async (method: string, path: string, body?: unknown): Promise<unknown> =>
  JSON.parse((await send(method, path, body)).text);

/** Those that end or hide what the others ask about come last. */
const destroying =
  /logout|delete|revoke|regenerate|restore|reread|updateMe|verifyPassword|limitApiKey|resetPassword/i;
const inOrder = allOperations.toSorted(
  (a, b) => Number(destroying.test(a.path)) - Number(destroying.test(b.path)),
);

/** The input once for each text in it, with this text in its place. */
function* withText(value: unknown, text: string): Generator {
  if (typeof value === 'string') yield text;
  else if (Array.isArray(value))
    for (const [i, one] of value.entries())
      for (const changed of withText(one, text)) yield value.with(i, changed);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value))
      for (const changed of withText(one, text)) yield { ...value, [name]: changed };
}
const objects = z.record(z.string(), z.unknown());
function restOf(
  { rest }: Operation,
  input: Readonly<Record<string, unknown>>,
): [method: string, path: string, body?: unknown] | null {
  if (rest === undefined || rest.body === 'multipart') return null;
  const used = new Set<string>();
  const path = rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    // Half of a surrogate pair cannot be written into an address: what comes in its place is asked
    // for.
    return encodeURIComponent(
      z.coerce
        .string()
        .parse(input[name] ?? 'x')
        .toWellFormed(),
    );
  });
  const others = Object.entries(input).filter(([name]) => !used.has(name));
  if (rest.method !== 'get' && rest.method !== 'delete')
    return [rest.method, path, Object.fromEntries(others)];
  return [
    rest.method,
    `${path}?${new URLSearchParams(others.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()}`,
  ];
}

test('there are many of them', () => {
  expect(new Set(naughtyStrings).size).toBe(naughtyStrings.length);
  expect(naughtyStrings.length).toBeGreaterThanOrEqual(150);
});

test(`cells come back as they were sent, and are found by their text (${ofSample})`, async () => {
  const id = await idIn(
    await app.upload(
      user,
      `n,text\n${naughtyStrings.map((text, i) => `${i + 1},${quoted(text)}`).join('\n')}\n`,
      'cells.csv',
    ),
  );
  const rows = z.object({ items: z.array(z.tuple([z.number(), z.string().nullable()])) });
  const page = async (offset: number) =>
    rows.parse(await json('GET', `/api/v1/datasets/${id}/rows?limit=100&offset=${offset}`)).items;
  const read = [
    ...(await page(0)),
    ...(await page(100)),
    ...(await page(200)),
    ...(await page(300)),
  ];
  expect(read.map(([n, text]) => [n, text])).toEqual(
    naughtyStrings.map((text, i) => [i + 1, text]),
  );
  const some = sampled([...naughtyStrings.entries()], 12);
  for (const [i, value] of some) {
    const found = rows.parse(
      await json(
        'GET',
        `/api/v1/datasets/${id}/rows?${new URLSearchParams({ view: JSON.stringify({ filter: { column: 'text', op: 'eq', value } }) }).toString()}`,
      ),
    );
    expect(found.items).toEqual([[i + 1, value]]);
  }
});

test(`columns keep their names, and are described, counted and computed with by them (${ofSample})`, async () => {
  // Names of columns are one line, without blanks at their ends, and no numbers alone: those would
  // be data.
  const names = naughtyStrings.filter((name) => name.length <= 300);
  for (let from = 0; from < names.length; from += 100) {
    const some = names.slice(from, from + 100);
    const data = Object.fromEntries(some.map((name) => [name, [1, 2, 4]]));
    const described = z
      .object({ columns: z.array(z.object({ name: z.string(), mean: z.number() })) })
      .parse(await json('POST', '/api/v1/statistics', { data }));
    expect(described.columns.map(({ name, mean }) => [name, mean.toFixed(6)])).toEqual(
      Object.keys(data).map((name) => [name, '2.333333']),
    );
    for (const name of sampled(some, 4)) {
      // As it is written in expressions: in backticks.
      const filter = `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\` > 1`;
      const found = z
        .object({ columns: z.array(z.object({ n: z.int(), mean: z.number() })) })
        .parse(
          await json('POST', '/api/v1/statistics', {
            data: { [name]: [1, 2, 4] },
            view: { filter },
          }),
        );
      expect(found.columns, filter).toMatchObject([{ n: 2, mean: 3 }]);
    }
  }
});

test(`pictures are drawn of every text, as a cell and as a column, by REST and by MCP (${ofSample})`, async () => {
  // As many as a picture shows.
  const atOnce = 30;
  const batches = Array.from({ length: Math.ceil(naughtyStrings.length / atOnce) }, (_, i) =>
    naughtyStrings.slice(i * atOnce, (i + 1) * atOnce),
  );
  for (const some of sampled(batches, 3)) {
    const cells = await idIn(
      await app.upload(
        user,
        `n,text\n${some.map((text, i) => `${i},${quoted(text)}`).join('\n')}\n`,
      ),
    );
    const { status, text } = await send('POST', `/api/v1/datasets/${cells}/chart`, { x: 'text' });
    expect([status, some], text.slice(0, 300)).toEqual([200, some]);
    expect((await use('create_chart', { id: cells, x: 'text' })).text).toContain('"image/png"');
    const headed = await app.upload(
      user,
      `${some.map(quoted).join()}\n${[1, 2, 4].map((k) => some.map((_, i) => i * k + 0.5).join()).join('\n')}\n`,
    );
    const { id, columns } = z
      .object({ id: z.uuid(), columns: z.array(z.object({ name: z.string() })) })
      .parse(await headed.json());
    for (const { name } of sampled(columns, 5)) {
      const drawn = await send('POST', `/api/v1/datasets/${id}/chart`, { x: name });
      expect([drawn.status, name], drawn.text.slice(0, 300)).toEqual([200, name]);
    }
  }
});

test(`names of datasets, people, views and reasons come back as they were sent, or are refused (${ofSample})`, async () => {
  const id = await birds();
  const dataset = z.object({ name: z.string() });
  for (const text of sampled(naughtyStrings, 30)) {
    const renamed = await send('PATCH', `/api/v1/datasets/${id}`, { name: text });
    expect(renamed.status, text).toBeLessThan(500);
    // A name is shown and saved as that of a file.
    if (renamed.status === 200)
      expect(dataset.parse(await json('GET', `/api/v1/datasets/${id}`)).name).toBe(
        dataset.parse(JSON.parse(renamed.text)).name,
      );
  }
  for (const text of sampled(
    naughtyStrings.filter((one) => one.length <= 100),
    30,
  )) {
    const changed = await send('PUT', '/api/v1/auth/me', { full_name: text });
    expect(changed.status, text).toBeLessThan(500);
    if (changed.status === 200)
      expect(await json('GET', '/api/v1/auth/me')).toMatchObject({ full_name: text.trim() });
  }
  const saved: string[] = [];
  for (const text of sampled(naughtyStrings, 30)) {
    const { status } = await send(
      'PUT',
      `/api/v1/datasets/${id}/views/${encodeURIComponent(text)}`,
      { view: { filter: { column: 'kind', op: 'eq', value: text } } },
    );
    expect(status, text).toBeLessThan(500);
    if (status < 300) saved.push(text);
  }
  const views = z
    .array(
      z.object({ name: z.string(), view: z.object({ filter: z.object({ value: z.string() }) }) }),
    )
    .parse(await json('GET', `/api/v1/datasets/${id}/views`));
  expect(new Set(views.map(({ view }) => view.filter.value))).toEqual(new Set(saved));
});

test('text that nothing can keep is refused, in every operation', async () => {
  const id = await birds();
  const examples = exampleInputs(id);
  for (const operation of inOrder) {
    const text = brokenStrings[operation.path.length % brokenStrings.length] ?? '';
    for (const input of withText(examples[operation.path] ?? {}, text)) {
      const asked = restOf(operation, objects.parse(input));
      // What replaces half of a surrogate pair in an address is a text like others.
      if (
        asked === null ||
        ![JSON.stringify(text).slice(1, -1), '%00'].some((written) =>
          JSON.stringify(asked).includes(written),
        )
      )
        continue;
      const { status } = await send(...asked);
      expect([operation.path, status >= 400 && status < 500], JSON.stringify(input)).toEqual([
        operation.path,
        true,
      ]);
    }
  }
});

test(`every text of every operation is answered, by REST and by MCP (${ofSample})`, async () => {
  const id = await birds();
  const examples = exampleInputs(id);
  let next = 0;
  let asked = 0;
  const take = (): string => naughtyStrings[(next += 17) % naughtyStrings.length] ?? '';
  for (const operation of inOrder) {
    const example = examples[operation.path] ?? {};
    const inputs = [...withText(example, take()), ...withText(example, take())].map((input) =>
      objects.parse(input),
    );
    for (const input of sampled(inputs, 3)) {
      const call = restOf(operation, input);
      if (call !== null) {
        const { status, text } = await send(...call);
        expect([operation.path, status < 500], `${JSON.stringify(input)}: ${text}`).toEqual([
          operation.path,
          true,
        ]);
        asked += 1;
      }
      if (operation.mcp === undefined) continue;
      const { status, text } = await use(operation.mcp.name, input);
      expect(
        [operation.path, status < 500 && !text.includes('"internal:')],
        `${JSON.stringify(input)}: ${text}`,
      ).toEqual([operation.path, true]);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(150);
});
