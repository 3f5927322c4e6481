import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownVerbs } from './own-verbs.ts';
import { answerOptions, rowOptions, serverOption } from './options.ts';
import { columnist, refusal } from './testing-columnist.ts';
import { verbs } from './verbs.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-own-'));
  file = join(folder, 'points.csv');
  await writeFile(file, 'a,b\n1,2\n3,4\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const common = [...answerOptions, ...rowOptions, serverOption].map(({ name }) => name);
const each = [
  ...ownVerbs.map(({ name }) => name),
  ...verbs.filter(({ takes }) => takes === 'nothing').map(({ name }) => name),
].flatMap((verb) => common.map((option) => [verb, option] as const));

test('an option that a verb does not list is refused by its name', async () => {
  for (const [verb, option] of each) {
    const { out } = await columnist([verb, '--help']);
    const isListed = new RegExp(`--${option}\\b`).test(out);
    const given = columnist([verb, file, `--${option}`, 'x']).then(
      () => '',
      (error: unknown) => String(error),
    );
    const unknown = `There is no option --${option}.`;
    if (isListed) expect(await given, verb).not.toContain(unknown);
    else expect(await given, verb).toContain(unknown);
  }
});

test.each([
  [['upload', 'FILE', '--where', 'a > 1'], 'There is no option --where.'],
  [['check', 'FILE', 'x.json', '--sample', '1'], 'There is no option --sample.'],
  [['list', '--where', 'a > 1'], 'There is no option --where.'],
  [['show', '@points', '--derive', 'c=1'], 'There is no option --derive.'],
  [['check', 'FILE', '--schema'], "--schema does not take 'FILE'."],
  [['check', '--schema', '--format', 'csv'], '--schema does not take --format.'],
  [['check', 'FILE', '--write', 'x.json', '--format', 'csv'], '--write does not take --format.'],
  [['describe', 'FILE', '--output', 'csv'], "--output names a file, and 'csv' is a format."],
  [['describe', 'FILE', 'a', '--expectations', 'x'], '--expectations does not take columns.'],
  [
    ['describe', 'FILE', '--where', 'a > 1', '--expectations', 'x'],
    '--expectations does not take --where.',
  ],
  [['convert', 'FILE', 'x.csv', 'y.csv'], "'y.csv' is one argument too many."],
  [['man', 'describe'], "'describe' is one argument too many."],
  [
    ['describe', 'FILE', '--server', 'http://127.0.0.1:9'],
    '--server is asked about a dataset, and FILE is a file.',
  ],
  [['describe', '@points', '--sheet', 'x'], '--sheet says how a file is read.'],
  [
    ['rows', 'FILE', '--where', 'a > 1', '--view', '{"filter":"b > 2"}'],
    "--where says what --view says in 'filter'.",
  ],
])('%j is refused', async (args, message) => {
  const inPlace = (text: string): string => text.replace('FILE', file);
  expect((await refusal(args.map(inPlace)))[0]).toBe(inPlace(message));
});

test('help on a method named by an option lists what that method takes', async () => {
  const { out } = await columnist(['regress', '--method', 'poisson', '--help']);
  expect(out).toMatch(/--exposure COLUMN/);
  expect(out).not.toMatch(/--stratify|--event|--means/);
});

test('describe writes the expectations that check holds a file against', async () => {
  const [byDescribe, byCheck] = [join(folder, 'd.json'), join(folder, 'c.json')];
  expect(await columnist(['describe', file, '--expectations', byDescribe])).toMatchObject({
    code: 0,
    out: '',
    said: [`Expectations of 2 columns written to ${byDescribe}.`],
  });
  await columnist(['check', file, '--write', byCheck]);
  expect(await readFile(byDescribe, 'utf8')).toBe(await readFile(byCheck, 'utf8'));
  expect((await columnist(['check', file, byDescribe])).code).toBe(0);
});

test('a method is named before the file or behind it', async () => {
  const options = ['--value', 'a', '--mu', '1', '--format', 'json'];
  const behind = await columnist(['test', file, 'one_sample_t', ...options]);
  expect(await columnist(['test', 'one_sample_t', file, ...options])).toEqual(behind);
});
