import { run } from '@columnist/cli';
import { AppError } from '@columnist/contract';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

let app: TestApp;
let env: Record<string, string>;
let folder: string;
let file: string;
beforeAll(async () => {
  app = await createTestApp();
  const user = await app.createTestUser({ tier: 'paid' });
  env = { COLUMNIST_URL: app.url, COLUMNIST_API_KEY: user.apiKey ?? '' };
  folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
  file = join(folder, 'birds.csv');
  const rows = Array.from({ length: 60 }, (_, i) => {
    const species = ['Adelie', 'Gentoo', 'Chinstrap'][i % 3];
    return `${species},${3700 + ((i * 37) % 101) + 100 * (i % 3)},${180 + ((i * 17) % 41)},${i % 4 === 0}`;
  });
  await writeFile(file, `species,mass,flipper,tagged\n${rows.join('\n')}\n`);
  await columnist(['upload', file]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

async function columnist(args: readonly string[]): Promise<string> {
  let out = '';
  const code = await run(args, {
    env,
    isTerminal: false,
    version: '0.0.0',
    signal: new AbortController().signal,
    print: (text) => (out += text),
    say: () => undefined,
  });
  expect(code).toBe(0);
  return out;
}

/** Without what depends on where the rows came from. */
const figures = (text: string): unknown => {
  const {
    dataset_id: _id,
    answer_id: _answer,
    dataset_version: _version,
    multiplicity: _tests,
    next_cursor: _next,
    ...rest
  } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return rest;
};

test.each([
  [['describe', 'DATA']],
  [['frequencies', 'DATA', 'species']],
  [['rows', 'DATA', '--where', 'mass > 3800', '--sort', 'mass:desc', '--limit', '5']],
  [['aggregate', 'DATA', '--by', 'species', '--stat', 'mean:mass', '--stat', 'sd:mass']],
  [['test', 'DATA', 'welch_anova', '--value', 'mass', '--group', 'species']],
  [['test', 'DATA', 'pearson', '--columns', 'mass', '--columns', 'flipper']],
  [['regress', 'DATA', 'mass ~ flipper + species']],
])('a dataset and the file answer %j alike', async ([verb = '', ...args]) => {
  const of = (data: string): string[] => [
    verb,
    ...args.map((arg) => (arg === 'DATA' ? data : arg)),
  ];
  expect(figures(await columnist(of('@birds.csv')))).toEqual(figures(await columnist(of(file))));
});

/** Every option that shapes the figures of a description, or says of which rows they are. */
const shaping = [
  ['--where', 'mass > 3800'],
  ['--view', '{"filter":"flipper < 200"}'],
  ['--derive', 'double=mass * 2'],
  ['--sample', '20'],
  ['--weights', 'flipper'],
  ['--quantile-type', '1'],
  ['--quantile-type', '6'],
  ['--moments-type', '1'],
  ['--trim', '0.2'],
  ['--confidence-level', '0.99'],
  ['--quantiles', '0.3'],
  ['--proportion-interval', 'exact'],
  ['--plot'],
  ['--no-correlations'],
];
test.each(shaping)('a description by %s %s is that of the server, and no other', async (...by) => {
  const of = async (...args: string[]): Promise<unknown> =>
    figures(await columnist(['describe', ...args]));
  const asked = await of(file, ...by);
  expect(asked).toEqual(await of('@birds.csv', ...by));
  expect(asked).not.toEqual(await of(file));
});

test.each([
  ['--where', 'nonsense(('],
  ['--weights', 'nope'],
  ['--view', '{"saved":"heavy"}'],
])('a description by %s %s is refused of a file as of a dataset', async (...by) => {
  for (const data of [file, '@birds.csv'])
    expect(
      await columnist(['describe', data, ...by]).catch((error: unknown) => error),
      data,
    ).toBeInstanceOf(AppError);
});

test('convert and check take a dataset with its types, as they take a file', async () => {
  const to = (name: string): string => join(folder, name);
  await columnist(['convert', '@birds.csv', to('out.csv'), '--where', 'mass > 3800']);
  await columnist(['convert', file, to('same.csv'), '--where', 'mass > 3800']);
  expect(await readFile(to('out.csv'), 'utf8')).toBe(await readFile(to('same.csv'), 'utf8'));
  await columnist(['check', '@birds.csv', '--write', to('birds.json')]);
  await columnist(['check', file, '--write', to('same.json')]);
  expect(await readFile(to('birds.json'), 'utf8')).toBe(await readFile(to('same.json'), 'utf8'));
  // Each expectation holds, or the command would not end with 0.
  await columnist(['check', '@birds.csv', to('same.json')]);
});

test('datasets are listed, and one that is not there is answered with those that are', async () => {
  expect(await columnist(['list', '--format', 'csv'])).toContain('birds.csv');
  expect(await columnist(['show', '@Birds'])).toContain('birds.csv');
  // A part of a name may be one of another dataset tomorrow.
  const part: unknown = await columnist(['show', '@bird']).catch((reason: unknown) => reason);
  expect(part).toMatchObject({
    code: 'not_found',
    message: "There is no dataset 'bird'.",
    details: { suggestions: ['@birds.csv'] },
  });
  const missing: unknown = await columnist(['describe', '@fish.csv']).catch(
    (reason: unknown) => reason,
  );
  expect(missing).toBeInstanceOf(AppError);
  expect(missing).toMatchObject({ code: 'not_found', message: "There is no dataset 'fish.csv'." });
});
