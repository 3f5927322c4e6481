import { agents, type Agent } from '@columnist/mcp/testing';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

const formats = join(import.meta.dirname, '../../../packages/tables/src/formats');
const [samples, fixtures] = [join(formats, 'samples'), join(formats, 'fixtures')];

interface Sample {
  readonly file: string;
  readonly format: string;
  /** What is stated of it. */
  readonly query?: string;
  /** The first columns, and what the first row holds of them. */
  readonly columns: readonly string[];
  readonly row: readonly unknown[];
}
const people = { columns: ['id', 'weight', 'name'], row: [1, 1.5, 'Ann'] };
const month = { columns: ['month', 'n', 'x'], row: ['feb', 1, 2.5] };

/** A file of each group of formats. What becomes of every cell is compared in `packages/tables`. */
const files: readonly Sample[] = [
  {
    file: join(fixtures, 'sheets.xlsx'),
    format: 'xlsx',
    query: 'table=Orders&range=A1:A3',
    columns: ['order'],
    row: [expect.anything()],
  },
  { file: join(samples, 'pandas-records.json'), format: 'json', ...people },
  { file: join(samples, 'pandas-lines.jsonl'), format: 'json', ...people },
  { file: join(samples, 'haven-none.sav'), format: 'sav', ...people },
  { file: join(samples, 'haven-14.dta'), format: 'dta', ...people },
  { file: join(samples, 'haven-8.xpt'), format: 'xpt', ...people },
  { file: join(samples, 'python.sqlite'), format: 'sqlite', query: 'table=people', ...people },
  { file: join(samples, 'python-fixed.txt'), format: 'fwf', ...people },
  {
    file: join(samples, 'python-fixed.txt'),
    format: 'fwf',
    query: 'borders=1,5,19,31,35',
    ...people,
  },
  { file: join(fixtures, 'months.zip'), format: 'zip', query: 'table=2024/feb.csv', ...month },
];

const made = z.object({
  id: z.uuid(),
  row_count: z.int(),
  columns: z.array(z.object({ name: z.string() })),
  admission: z.object({ source: z.object({ format: z.string() }) }),
});
const rows = z.object({ items: z.array(z.array(z.unknown())) });

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser({ tier: 'paid' });
});
afterAll(() => app.close());

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${app.url}/api/v1${path}`, {
    ...init,
    headers: { 'API-Key': user.apiKey ?? '', ...init.headers },
  });
const formOf = (content: Uint8Array<ArrayBuffer>, name: string): FormData => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
};
const send = async (content: Uint8Array<ArrayBuffer>, name: string, query = '') =>
  ask(`/imports?${query}`, { method: 'POST', body: formOf(content, name) });

async function isRead(response: Response, { format, columns, row }: Sample): Promise<string> {
  expect(response.status).toBe(201);
  const dataset = made.parse(await response.json());
  const { items } = rows.parse(await (await ask(`/datasets/${dataset.id}/rows?limit=1`)).json());
  expect([
    dataset.admission.source.format,
    dataset.columns.slice(0, columns.length).map(({ name }) => name.toLowerCase()),
    items[0]?.slice(0, columns.length),
  ]).toEqual([format, columns, row]);
  return dataset.id;
}
const titled = files.map((sample): [string, Sample] => [
  `${basename(sample.file)} ${sample.query ?? ''}`,
  sample,
]);

describe('imports over REST', () => {
  test.each(titled)('%s', async (_title, sample) => {
    const id = await isRead(
      await send(await bytesOf(sample.file), basename(sample.file), sample.query),
      sample,
    );
    const contents = z
      .object({ format: z.string() })
      .parse(await (await ask(`/datasets/${id}/contents`)).json());
    expect(contents.format).toBe(sample.format);
  });

  test('Parquet and Arrow, as they were exported', async () => {
    const sample = { file: join(samples, 'haven-none.sav'), format: 'sav', ...people };
    const id = await isRead(await send(await bytesOf(sample.file), 'haven-none.sav'), sample);
    for (const format of ['parquet', 'arrow']) {
      const file = await ask(`/datasets/${id}/export?format=${format}`);
      expect(file.status).toBe(200);
      expect([format, JSON.parse(file.headers.get('Export-Notes') ?? '[]')]).toEqual([
        format,
        format === 'parquet'
          ? [
              "Parquet leaves out or cuts the label of 'weight', 'sex'.",
              "Parquet leaves out or cuts labels of values of 'sex'.",
              'All that is said about columns is in the data dictionary of the dataset, which is a CSV file.',
            ]
          : [],
      ]);
      const content = new Uint8Array(await file.arrayBuffer());
      await isRead(await send(content, `people.${format}`), { ...sample, format });
    }
  });

  test('a row for each entry of a list, where the path of the list is stated', async () => {
    const json = Buffer.from('[{"order":1,"items":[{"sku":"a"},{"sku":"b"}]}]');
    const sample = {
      file: 'orders.json',
      format: 'json',
      columns: ['order', 'items.sku'],
      row: [1, 'a'],
    };
    await isRead(await send(json, 'orders.json', 'explode=items'), sample);
  });

  test('what is no such file, no such table, or a CSV file is refused with what to do', async () => {
    const refusal = async (response: Response) =>
      z
        .object({ status: z.int(), detail: z.string(), fix: z.string() })
        .parse(await response.json());
    const book = await bytesOf(join(fixtures, 'sheets.xlsx'));
    expect(await refusal(await send(Buffer.from('a\n1\n'), 'a.csv'))).toMatchObject({
      status: 422,
      detail: 'A .csv file is not imported but uploaded.',
    });
    expect((await refusal(await send(book, 'sheets.xlsx', 'table=None'))).status).toBe(422);
    expect((await refusal(await send(Buffer.alloc(5000, 255), 'x.sav'))).status).toBe(422);
  });
});

describe.each(agents)('imports by an agent of %s', (_era, connect) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect({ url: `${app.url}/mcp`, headers: { 'API-Key': user.apiKey ?? '' } });
  });
  afterAll(() => agent.close());

  test.each(titled)('%s', async (_title, sample) => {
    const name = basename(sample.file);
    const { structuredContent } = await agent.use('create_dataset', { name });
    const { upload_url: url } = z.object({ upload_url: z.url() }).parse(structuredContent);
    const response = await fetch(`${url}?${sample.query ?? ''}`, {
      method: 'POST',
      body: formOf(await bytesOf(sample.file), name),
    });
    const id = await isRead(response, sample);
    const seen = (await agent.use('get_dataset', { id })).structuredContent;
    expect(seen).toMatchObject({ id });
    await ask(`/datasets/${id}`, { method: 'DELETE' });
  });
});

const bytesOf = async (file: string) => new Uint8Array(await readFile(file));
