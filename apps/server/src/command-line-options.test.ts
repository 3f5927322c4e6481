import { run } from '@columnist/cli';
import { AppError } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';
import { birds } from './testing-methods.ts';
import { alternatives, inert, questions, written, type Question } from './testing-options.ts';

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
  await writeFile(file, birds);
  await printed(['upload', file]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

async function printed(args: readonly string[]): Promise<string> {
  let out = '';
  await run(args, {
    env,
    isTerminal: false,
    version: '0.0.0',
    signal: new AbortController().signal,
    print: (text) => (out += text),
    say: () => undefined,
  });
  return out;
}

/** The figures of an answer without what repeats the question; the error where it is refused. */
async function figuresOf(args: readonly string[]): Promise<unknown> {
  const out = await printed(args).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (typeof out !== 'string') return out;
  const {
    dataset_id: _id,
    answer_id: _answer,
    dataset_version: _version,
    multiplicity: _tests,
    next_cursor: _next,
    view: _view,
    view_in_words: _words,
    code: _code,
    ...rest
  } = z.record(z.string(), z.unknown()).parse(JSON.parse(out));
  return rest;
}

/** The options that help lists of a question, with their arguments. */
async function listedOf({ name }: Question): Promise<[string, string][]> {
  const [verb = '', ...method] = name.split(' ');
  const help = await printed([
    verb,
    ...(verb === 'regress' ? ['--method', ...method] : method),
    '--help',
  ]);
  return help.split('\n').flatMap((line): [string, string][] => {
    const [, option, argument = ''] =
      /^ {2}--([\w-]+)(?: ((?:N|TEXT|JSON|\S*\|\S*)(?: …)?))?(?: {2}|$)/.exec(line) ?? [];
    return option === undefined || about.test(option) ? [] : [[option, argument]];
  });
}
/** How an answer is written and where, and how a file is read: no part of a question. */
const about =
  /^(?:format|output|table|server|help|method|sheet|range|explode|borders|cursor|read-.*)$/;

describe(`every option that help lists changes the answer or is refused, ${ofSample}`, () => {
  test.each(sampled(questions, 4).map((question) => [question.name, question] as const))(
    '%s, of a file as of a dataset',
    async (_, question) => {
      const unchanged: string[] = [];
      for (const [option, argument] of await listedOf(question)) {
        const field = option.replaceAll('-', '_');
        if (inert[question.name]?.includes(option) === true || question.operands.includes(field))
          continue;
        let isChanged = false;
        for (const [beside, given] of alternatives(option, argument)) {
          const before = written(question, file, '', beside);
          const after = (data: string): string[] =>
            written(question, data, field, [...beside, ...given]);
          const changed = await figuresOf(after(file));
          const isRefused = changed instanceof AppError;
          if (isRefused && option !== 'derive') continue;
          if (!isRefused && JSON.stringify(changed) === JSON.stringify(await figuresOf(before)))
            continue;
          isChanged = true;
          const ofServer = await figuresOf(after('@birds.csv'));
          if (isRefused) expect(ofServer, option).toMatchObject({ code: changed.code });
          else expect(ofServer, option).toEqual(changed);
          break;
        }
        if (!isChanged) unchanged.push(`${option} ${argument}`);
      }
      expect(unchanged).toEqual([]);
    },
  );
});
