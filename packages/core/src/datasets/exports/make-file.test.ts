import { operations } from '@columnist/contract';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { createTestCore, type TestCore } from '../../testing.ts';
import { rememberAnswer } from '../answers/remember-answer.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { aggregateDataset } from '../results/aggregate-dataset.ts';
import { getFrequencies } from '../results/get-frequencies.ts';
import { analyzeTimeSeries } from '../results/analyze-time-series.ts';
import { compareGroups } from '../results/compare-groups.ts';
import { runSql } from '../sql/run-sql.ts';
import { saveDataset } from './save-dataset.ts';
import { makeFile } from './make-file.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { takeDownloadLink } from './take-download-link.ts';

let app: TestCore;
let ctx: ServiceContext;
let id: string;
beforeAll(async () => {
  app = await createTestCore();
  const user = await app.createTestUser({ tier: 'paid' });
  ctx = await app.contextOf({ apiKey: user.apiKey ?? '' });
  const csv = 'kind,mass,note\na,1,=1\na,2.5,x\nb,30,y\nb,31,z\n';
  ({ id } = await createDataset(ctx, { file: await app.receive(csv, 'Mass of.csv') }));
});
afterAll(() => app.close());

const { file, aggregate, frequencies, compareGroups: compare } = operations.datasets;
async function textOf(asked: object): Promise<[string, string]> {
  const made = await makeFile(ctx, file.input.parse(asked));
  return [made.filename, await readFile(made.path, 'utf8')];
}

async function answerOf(kind: 'groups' | 'test'): Promise<string> {
  if (kind === 'groups') {
    const input = aggregate.input.parse({
      id,
      group_by: ['kind'],
      aggregates: [{ statistic: 'sum', of: 'mass' }],
    });
    const answer = await rememberAnswer(ctx, aggregate, input, await aggregateDataset(ctx, input));
    return String(aggregate.output.parse(answer).answer_id);
  }
  const input = compare.input.parse({ id, method: 'kruskal_wallis', value: 'mass', group: 'kind' });
  const answer = await rememberAnswer(ctx, compare, input, await compareGroups(ctx, input));
  return String(compare.output.parse(answer).answer_id);
}

test('rows of a view, of a statement and of an answer come as a file in every format', async () => {
  expect(await textOf({ id, columns: ['mass', 'note'], view: { filter: 'mass < 3' } })).toEqual([
    'Mass of-rows.csv',
    "mass,note\n1.0,'=1\n2.5,x\n",
  ]);
  const sql = 'select kind, sum(mass) as total from "mass of" group by 1 order by 1';
  expect(await textOf({ sql, format: 'jsonl', name: 'totals.csv' })).toEqual([
    'totals.jsonl',
    '{"kind":"a","total":3.5}\n{"kind":"b","total":61.0}\n',
  ]);
  expect(await textOf({ answer_id: await answerOf('groups'), format: 'tsv' })).toEqual([
    'answer.tsv',
    'kind\tsum_mass\na\t3.5\nb\t61\n',
  ]);
  const [name, rows] = await textOf({ answer_id: await answerOf('test'), table: 'Groups' });
  expect([name, rows.split('\n')[0], rows.split('\n')[2]]).toEqual([
    'answer.csv',
    'group,n,mean,sd,median',
    'b,2,30.5,0.7071067811865476,30.5',
  ]);
  for (const format of ['parquet', 'xlsx', 'arrow', 'sav', 'dta', 'r', 'python'] as const) {
    const made = await makeFile(ctx, file.input.parse({ sql, format }));
    expect((await readFile(made.path)).length, format).toBeGreaterThan(100);
  }
  const parquet = await makeFile(ctx, file.input.parse({ sql, format: 'parquet' }));
  expect((await readFile(parquet.path)).subarray(0, 4).toString()).toBe('PAR1');
});

test('a link hands the same out for a quarter of an hour, while what asked for it may read rows', async () => {
  const link = await saveDataset(ctx, {
    name: 'big',
    id,
    view: { filter: 'mass > 2' },
    format: 'csv',
  });
  if (!('download_url' in link)) throw new Error('A file was asked for.');
  expect(link).toMatchObject({ filename: 'big.csv', row_count: 3 });
  const token = link.download_url.split('/').at(-1) ?? '';
  const { actor, asked } = await takeDownloadLink(ctx, token);
  expect(actor.user.id).toBe(ctx.actor?.user.id);
  const made = await makeFile({ ...ctx, actor }, asked);
  expect([made.filename, await readFile(made.path, 'utf8')]).toEqual([
    'big.csv',
    'kind,mass,note\na,2.5,x\nb,30.0,y\nb,31.0,z\n',
  ]);
  await expect(takeDownloadLink(ctx, `${token}x`)).rejects.toMatchObject({ code: 'not_found' });
  app.clock.advance(15 * 60 + 1);
  await expect(takeDownloadLink(ctx, token)).rejects.toMatchObject({ code: 'not_found' });
});

test('so does a table of an answer that was kept with a level its method does not take any more', async () => {
  const { timeSeries } = operations.datasets;
  const input = timeSeries.input.parse({ id, method: 'overview', value: 'mass', window: 2 });
  const answer = await rememberAnswer(
    ctx,
    timeSeries,
    { ...input, confidence_level: 0.95 },
    await analyzeTimeSeries(ctx, input),
  );
  const { answer_id: kept } = timeSeries.output.parse(answer);
  const [, rows] = await textOf({ answer_id: kept, table: 'Rolling figures of 2 values' });
  expect(rows.split('\n').slice(0, 3)).toEqual([
    'place,mass,mean,standard deviation',
    '1,1,,',
    expect.stringMatching(/^2,2\.5,1\.75,1\.06/),
  ]);
});

test('a table of an answer is kept as a dataset', async () => {
  const made = await saveDataset(ctx, { name: 'sums', answer_id: await answerOf('groups') });
  expect(made).toMatchObject({ name: 'sums.csv', row_count: 2 });
  const { items } = await runSql(ctx, {
    sql: 'select * from sums order by 1',
    limit: 10,
    explain: false,
  });
  expect(items).toEqual([
    ['a', 3.5],
    ['b', 61],
  ]);
});

const moments =
  'd,g,v,at,local,clock,code\n' +
  '2024-01-01,a,1,2024-06-01T23:30:00+02:00,2024-06-01 23:30:00,08:30,2024-01-01\n' +
  '2024-01-02,a,2,2024-06-02T00:30:00.5+02:00,2024-06-02 00:30:00,09:00,2024-01-02\n' +
  '2024-01-02,b,3,,,,\n';
const momentColumns = ['d', 'at', 'local', 'clock', 'code'];

test('the moments of an answer stay moments in the dataset that is made of it', async () => {
  const { id: source } = await createDataset(ctx, {
    file: await app.receive(moments, 'moments.csv'),
    text_columns: ['code'],
  });
  const input = aggregate.input.parse({ id: source, group_by: momentColumns });
  const answer = await rememberAnswer(ctx, aggregate, input, await aggregateDataset(ctx, input));
  const answerId = String(aggregate.output.parse(answer).answer_id);
  const made = await saveDataset(ctx, { name: 'kept', answer_id: answerId });
  if (!('id' in made)) throw new Error('A dataset was asked for.');
  expect(made.columns.map(({ name, storage }) => [name, storage])).toEqual([
    ['d', 'DATE'],
    ['at', 'TIMESTAMPTZ'],
    ['local', 'TIMESTAMP'],
    ['clock', 'TIME'],
    ['code', 'VARCHAR'],
    ['count', 'BIGINT'],
  ]);
  expect(made.admission.notes).toEqual([]);
  const { items } = await aggregateDataset(
    ctx,
    aggregate.input.parse({ id: made.id, group_by: momentColumns }),
  );
  expect(items).toEqual([
    ['2024-01-01', '2024-06-01T21:30:00Z', '2024-06-01T23:30:00', '08:30:00', '2024-01-01', 1],
    ['2024-01-02', '2024-06-01T22:30:00.5Z', '2024-06-02T00:30:00', '09:00:00', '2024-01-02', 1],
    ['2024-01-02', null, null, null, null, 1],
  ]);
});

test('the rows of a statement that are kept as a dataset have the zone that its moments have', async () => {
  await createDataset(ctx, { file: await app.receive(moments, 'zoned.csv') });
  const made = await saveDataset(ctx, { name: 'zones', sql: 'select "at", "local" from zoned' });
  expect(made).toMatchObject({
    columns: [
      { name: 'at', storage: 'TIMESTAMPTZ' },
      { name: 'local', storage: 'TIMESTAMP' },
    ],
  });
});

test('decimals come back with the digits that they are stored with, through every door', async () => {
  const prices = await createDataset(ctx, {
    file: await app.receive('id,price\n1,0.10\n2,0.20\n', 'prices.csv'),
  });
  const text = 'id,price\n1,0.10\n2,0.20\n';
  const sql = 'select * from prices';
  for (const from of [{ id: prices.id }, { sql }])
    expect([
      (await textOf({ ...from, format: 'csv' }))[1],
      (await textOf({ ...from, format: 'tsv' }))[1].replaceAll('\t', ','),
      (await textOf({ ...from, format: 'jsonl' }))[1],
    ]).toEqual([text, text, '{"id":1,"price":0.10}\n{"id":2,"price":0.20}\n']);
  const kept = [
    await saveDataset(ctx, { name: 'by sql', sql }),
    await saveDataset(ctx, { name: 'by view', id: prices.id }),
  ];
  for (const one of kept)
    expect(one).toMatchObject({ columns: [{ name: 'id' }, { storage: 'DECIMAL(3,2)' }] });
});

async function answerOfSql(asked: object): Promise<string> {
  const { runSql: statement } = operations.datasets;
  const input = statement.input.parse(asked);
  const answer = await rememberAnswer(ctx, statement, input, await runSql(ctx, input));
  return z.object({ answer_id: z.string() }).parse(answer).answer_id;
}

test('of the answer of a statement all rows are kept, not those of its page alone', async () => {
  const rows = Array.from({ length: 1500 }, (_, row) => `v${row},${row}`);
  await createDataset(ctx, { file: await app.receive(`k,n\n${rows.join('\n')}\n`, 'whole.csv') });
  const answerId = await answerOfSql({ sql: 'select n, k from whole where n >= 100', limit: 3 });
  const made = await saveDataset(ctx, { name: 'kept of sql', answer_id: answerId });
  expect(made).toMatchObject({ row_count: 1400, columns: [{ name: 'n' }, { name: 'k' }] });
  const [, text] = await textOf({ answer_id: answerId });
  expect(text.trimEnd().split('\n')).toEqual([
    'n,k',
    ...rows.slice(100).map((row) => row.split(',').toReversed().join(',')),
  ]);
  const link = await saveDataset(ctx, { name: 'all', answer_id: answerId, format: 'csv' });
  expect(link).toMatchObject({ filename: 'all.csv', row_count: null });
});

test('the answer of a statement is not kept of another version, and has no tables', async () => {
  const { id: changing } = await createDataset(ctx, {
    file: await app.receive('n\n1\n2\n', 'changing.csv'),
  });
  const answerId = await answerOfSql({ sql: 'select n from changing' });
  await expect(
    saveDataset(ctx, { name: 'x', answer_id: answerId, table: 'Groups' }),
  ).rejects.toMatchObject({
    message: "This answer has no table 'Groups'.",
    details: { fix: 'All rows of a statement are kept without table.' },
  });
  const plan = await answerOfSql({ sql: 'select n from changing', explain: true });
  await expect(saveDataset(ctx, { name: 'x', answer_id: plan })).rejects.toMatchObject({
    details: { fix: 'All rows of a statement are kept without explain in it.' },
  });
  await updateDataset(ctx, {
    id: changing,
    file: await app.receive('n\n3\n', 'changing.csv'),
  });
  await expect(saveDataset(ctx, { name: 'x', answer_id: answerId })).rejects.toMatchObject({
    code: 'conflict',
    message: "'changing.csv' is at version 2 now, and the answer is of version 1.",
  });
});

test('a table that is longer than an answer is refused whole', async () => {
  const rows = Array.from({ length: 1201 }, (_, row) => `v${row},${row}`);
  const many = await createDataset(ctx, {
    file: await app.receive(`name,n\n${rows.join('\n')}\n`, 'many.csv'),
  });
  const groups = aggregate.input.parse({ id: many.id, group_by: ['name'], limit: 5 });
  const values = frequencies.input.parse({ id: many.id, column: 'name', limit: 5 });
  const answers = [
    await rememberAnswer(ctx, aggregate, groups, await aggregateDataset(ctx, groups)),
    await rememberAnswer(ctx, frequencies, values, await getFrequencies(ctx, values)),
  ].map((answer) => z.object({ answer_id: z.string() }).parse(answer).answer_id);
  for (const [place, what] of [
    [0, 'groups'],
    [1, 'values'],
  ] as const)
    await expect(
      saveDataset(ctx, { name: 'all', answer_id: answers[place] ?? '' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: `This answer has 1,201 ${what}, and a table of at most 1,000 rows can be kept of it.`,
    });
});

test('what cannot be written says why before there is a link', async () => {
  const refusal = (asked: object) =>
    saveDataset(ctx, { name: 'x', format: 'csv', ...asked }).then(
      () => null,
      ({ code, message }: { code: string; message: string }) => [code, message],
    );
  expect(await refusal({})).toEqual(['invalid_input', expect.stringContaining('Name one source')]);
  expect(await refusal({ id, sql: 'select 1' })).toEqual(['invalid_input', expect.any(String)]);
  expect(await refusal({ sql: 'select nothing from "mass of"' })).toEqual([
    'invalid_sql',
    expect.any(String),
  ]);
  expect(await refusal({ id, view: { filter: 'wieght > 1' } })).toEqual([
    'invalid_expression',
    expect.any(String),
  ]);
  expect(await refusal({ answer_id: '0123456789abcd' })).toEqual(['not_found', expect.any(String)]);
  expect(await refusal({ answer_id: await answerOf('test'), table: 'Pears' })).toEqual([
    'invalid_input',
    "This answer has no table 'Pears'.",
  ]);
});

test('text with a delimiter says how many texts have an apostrophe before what would be a formula', async () => {
  const { id: signs } = await createDataset(ctx, {
    file: await app.receive('t,n\n"-4,25",-1\n=1+1,-2\n@home,-3\nx,-4\nx;=1+2,-5\n', 'signs.csv'),
  });
  const made = async (asked: object) => {
    const { path, notes } = await makeFile(ctx, file.input.parse(asked));
    return [await readFile(path, 'utf8'), notes];
  };
  const note = (count: string): string =>
    `${count} an apostrophe before what a spreadsheet would take for a formula; ` +
    'plain=true writes texts as they are.';
  const three = note('3 texts have');
  expect([
    await made({ id: signs }),
    await made({ id: signs, plain: true }),
    await made({ sql: 'select t from signs', format: 'tsv' }),
    await made({ sql: "select t from signs where t like '%1'" }),
  ]).toEqual([
    [`t,n\n"-4,25",-1\n'=1+1,-2\n'@home,-3\nx,-4\nx;'=1+2,-5\n`, [three]],
    ['t,n\n"-4,25",-1\n=1+1,-2\n@home,-3\nx,-4\nx;=1+2,-5\n', []],
    ["t\n\"-4,25\"\n'=1+1\n'@home\nx\nx;'=1+2\n", [three]],
    ["t\n'=1+1\n", [note('1 text has')]],
  ]);
});
