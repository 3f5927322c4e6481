import type { Call } from '@columnist/contract';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetIdOf } from './server-dataset.ts';
import { columnist, refusal } from './testing-columnist.ts';
import { verbs } from './verbs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-refusals-'));
  await writeFile(join(folder, 'orders.csv'), 'n,region\n1,north\n2,south\n');
  await writeFile(join(folder, 'bad.json'), '{\n  "rows": { "least": 1 }\n  "columns": []\n}\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const server = { COLUMNIST_URL: 'http://127.0.0.1:9', COLUMNIST_API_KEY: 'col_x' };

describe('what is refused says what was meant, and what to do', () => {
  const inFolder = (text: string): string => text.replaceAll('DIR', folder);
  test.each<[string, string, string]>([
    [
      'check DIR/orders.csv DIR/bad.json',
      'DIR/bad.json is not well-formed JSON at position 29 (line 3 column 3).',
      'Correct the file. columnist check data.csv --write DIR/bad.json makes expectations of a file.',
    ],
    [
      'check DIR/orders.csv DIR/none.json',
      'There is no file DIR/none.json.',
      'columnist check data.csv --write DIR/none.json makes expectations of a file.',
    ],
    [
      'show DIR/orders.csv',
      'show is asked of a server, not of a file.',
      'Name a dataset there, as in columnist show @name; columnist upload makes one of a file.',
    ],
    [
      'upload DIR/none.csv',
      'There is no file DIR/none.csv.',
      'Name a file on this machine, or - for standard input.',
    ],
    ['upload DIR', "'DIR' is a folder.", 'Name a file in it.'],
    ['describe .', "'.' is a folder.", 'Name a file in it.'],
    [
      'list --server 127.0.0.1:7401',
      "'127.0.0.1:7401' is no address of a server.",
      'Begin it with http:// or https://, as in http://127.0.0.1:7401.',
    ],
    [
      'list --server localhost:7401',
      "'localhost:7401' is no address of a server.",
      'Begin it with http:// or https://, as in http://localhost:7401.',
    ],
    ...['chart DIR/orders.csv n', 'describe DIR/orders.csv', 'upload DIR/orders.csv'].map(
      (command): [string, string, string] => [
        `${command} --output DIR/x.xyz`,
        'Nothing is written in the format of .xyz here.',
        'End the file in .json, .csv, .md, .txt, that of a chart also in .png, or state --format.',
      ],
    ),
    [
      'describe DIR/orders.csv nope',
      "There is no column 'nope'.",
      'The columns are "n", "region".',
    ],
    [
      'aggregate DIR/orders.csv --stat count --by region --sort nope',
      "There is no column 'nope'.",
      'The columns are "region", "count".',
    ],
    [
      'aggregate DIR/orders.csv --stat count --by region --having total>3',
      "There is no column 'total'. (character 1)",
      'Use the exact name of a column; put texts in quotes. The columns are region, count.',
    ],
  ])('columnist %s', async (command, message, fix) => {
    expect(await refusal(inFolder(command).split(' '), server)).toEqual([
      inFolder(message),
      inFolder(fix),
    ]);
    expect(await readdir(folder)).not.toContain('x.xyz');
  });
});

test('a column that a statement misspells is looked for by a statement', async () => {
  const [said, fix] = await refusal(['sql', `select nope from "${folder}/orders.csv"`]);
  expect(said).toMatch(/^Referenced column "nope" not found in FROM clause!/);
  expect(fix).toBe('Correct the statement; select * from the dataset limit 1 shows the columns.');
});

test('the overview has a whole sentence of each question', async () => {
  const { out } = await columnist(['help']);
  const said = out
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim().replace(/^\S+\s+/, ''));
  expect(said.length).toBeGreaterThan(verbs.length);
  for (const line of said) expect(line).toMatch(/^[A-Z].*[^:;]\.$/);
  const test = said.find((line) => line.startsWith('Whether columns go together'));
  expect(test).toBe(
    'Whether columns go together. Whether groups or measurements differ. How a column is distributed: normality, goodness of fit, outliers.',
  );
});

test('a dataset is named whole, and those that are near are named where it is not', async () => {
  const named = (name: string, number: number) => ({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    name,
  });
  const all = [named('fa_orders.csv', 1), named('orders.csv', 2), named('two', 3), named('two', 4)];
  const call: Call = (_, input) => {
    const { q = '' } = z.object({ q: z.string().optional() }).parse(input);
    const items = all.filter(({ name }) => name.includes(q));
    return Promise.resolve({ items, next_cursor: null, total: items.length });
  };
  const ask = (name: string): Promise<unknown> =>
    datasetIdOf(call, name).catch((error: unknown) => error);
  const list = 'columnist list shows the datasets with their ids; write @id.';
  expect(await ask('orders.csv')).toBe(all[1]?.id);
  expect(await ask('fa_')).toMatchObject({
    message: "There is no dataset 'fa_'.",
    details: { suggestions: ['@fa_orders.csv'], fix: `Did you mean @fa_orders.csv? ${list}` },
  });
  expect(await ask('fa_order.cvs')).toMatchObject({
    message: "There is no dataset 'fa_order.cvs'.",
    details: { suggestions: ['@fa_orders.csv', '@orders.csv'] },
  });
  expect(await ask('zzz')).toMatchObject({ details: { suggestions: [], fix: list } });
  expect(await ask('two')).toMatchObject({
    message: "2 datasets have the name 'two'.",
    details: { suggestions: [`@${all[2]?.id}`, `@${all[3]?.id}`] },
  });
});
