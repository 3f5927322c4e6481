import { combination } from '@columnist/contract';
import { interpreterFor } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { CombinedTable } from './combined.ts';

const python = interpreterFor('Python', ['pandas', 'numpy']);
const seed = Number(process.env['TEST_SEED'] ?? 20_261_124);

/** Numbers of a congruential generator, the same for a seed. */
function generator(state: number): (below: number) => number {
  let at = state;
  return (below) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return (at % 65_536) % below;
  };
}

let tests: TestEngine;
beforeAll(async () => void (tests = await openTestEngine()));
afterAll(() => tests.close());

interface Written extends CombinedTable {
  readonly path: string;
}

/** Rows with keys of every type, some missing, some several times. */
async function randomTable(name: string, rows: number, random: (below: number) => number) {
  const day = () => `2024-0${1 + random(3)}-${String(1 + random(28)).padStart(2, '0')}`;
  const some = (value: () => string | number) => (random(8) === 0 ? '' : value());
  const lines = Array.from({ length: rows }, (_, i) =>
    [
      i,
      some(() => random(25)),
      some(() => 'abcdefgh'.charAt(random(8)) + random(3)),
      some(day),
      some(() => random(1000) / 8),
      some(() => random(400)),
    ].join(','),
  );
  const csv = `row,n_key,t_key,d_day,x_value,n_time\n${lines.join('\n')}\n`;
  const path = await tests.write(csv);
  return { name, path, table: (await tests.admit(csv)).table } satisfies Written;
}

type Case = { asked: object; tables: Written[]; reference: object };

function casesOf(one: Written, other: Written): Case[] {
  const pair = { left: one.path, right: other.path };
  const keysOf = (names: string[]) => names.map((name) => ({ left: name, right: name }));
  const joins = ['inner', 'left', 'full', 'semi', 'anti'].flatMap((how) =>
    [['n_key'], ['t_key'], ['d_day'], ['n_key', 't_key']].map((keys): Case => ({
      asked: { kind: 'join', how, left: 'l', right: 'r', keys: keysOf(keys) },
      tables: [one, other],
      reference: { kind: 'join', how, keys, ...pair },
    })),
  );
  const nearest = ['backward', 'forward', 'nearest'].flatMap((direction) =>
    [
      { at: 'n_time', keys: [], tolerance: undefined },
      { at: 'n_time', keys: ['t_key'], tolerance: 20 },
      { at: 'd_day', keys: ['n_key'], tolerance: 86_400 * 7 },
    ].map(({ at, keys, tolerance }): Case => ({
      asked: {
        kind: 'join',
        how: 'as_of',
        left: 'l',
        right: 'r',
        keys: keysOf(keys),
        at: { left: at, right: at, direction, tolerance },
      },
      tables: [one, other],
      reference: { kind: 'as_of', keys, at, direction, tolerance, ...pair },
    })),
  );
  const pivots = ['count', 'sum', 'mean', 'median', 'min', 'max', 'first'].map(
    (statistic): Case => ({
      asked: {
        kind: 'pivot',
        source: 'l',
        rows: ['n_key'],
        names_from: 't_key',
        values_from: 'x_value',
        statistic,
      },
      tables: [one],
      reference: {
        kind: 'pivot',
        source: one.path,
        rows: ['n_key'],
        names: 't_key',
        values: 'x_value',
        statistic,
      },
    }),
  );
  return [
    ...joins,
    ...nearest,
    ...pivots,
    {
      asked: { kind: 'append', sources: ['l', 'r'] },
      tables: [one, other],
      reference: { kind: 'append', sources: [one.path, other.path] },
    },
    {
      asked: { kind: 'unpivot', source: 'l', columns: ['n_key', 'n_time'] },
      tables: [one],
      reference: { kind: 'unpivot', source: one.path, columns: ['n_key', 'n_time'] },
    },
  ];
}

/** Numbers by their value, to 12 digits; all else as it is written. */
const plain = (text: string | null): string | number | null =>
  text === null || text === ''
    ? null
    : /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text)
      ? Number(Number(text).toPrecision(12))
      : text;

test.skipIf(python.command === null)(
  `joins, appends, pivots and unpivots random tables as pandas does, seed ${seed}`,
  async () => {
    const random = generator(seed);
    const cases = casesOf(await randomTable('l', 60, random), await randomTable('r', 40, random));
    const { stdout, stderr } = spawnSync(
      python.command ?? '',
      [join(import.meta.dirname, 'reference.py')],
      { input: JSON.stringify(cases.map(({ reference }) => reference)), encoding: 'utf8' },
    );
    if (stdout === '') throw new Error(stderr);
    const expected = z.array(z.array(z.array(z.string().nullable()))).parse(JSON.parse(stdout));
    for (const [i, { asked, tables }] of cases.entries()) {
      const to = join(tests.folder, `made-${i}.csv`);
      const of = combination.parse(asked);
      const { report } = await tests.engine.exportCombination(of, tables, to);
      const lines = (await readFile(to, 'utf8')).trimEnd().split('\n').slice(1);
      const rows = lines.map((line) => line.split(',').map(plain));
      expect([asked, rows]).toEqual([asked, expected[i]?.map((row) => row.map(plain))]);
      expect([asked, report.row_count]).toEqual([asked, rows.length]);
    }
  },
  60_000,
);
