import { interpreterFor } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
let folder: string;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
  folder = await mkdtemp(join(tmpdir(), 'columnist-labels-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const long = `${'x'.repeat(300)}y`;
const labels = {
  short: [
    { value: 'a', label: 'Alpha' },
    { value: 'Zoë', label: 'Zürich' },
  ],
  // A value that no row has is longer than all that rows have.
  middle: [
    { value: 'north', label: 'North' },
    { value: 'south by southwest', label: 'South by southwest' },
  ],
  wordy: [{ value: long, label: 'Very long' }],
  score: [
    { value: 0.5, label: 'half' },
    { value: 2, label: 'two' },
    { value: '.a', label: 'refused' },
    { value: '.z', label: 'not asked' },
  ],
};

async function exported(format: 'sav' | 'dta'): Promise<string> {
  const { table } = await test.admit(
    `short,middle,wordy,score\na,north,${long},0.5\nb,east,z,2\nZoë,north,z,3\n`,
  );
  const to = join(folder, `labels.${format}`);
  const columns = table.columns.map((column) => ({
    ...column,
    ...(column.name === 'short' ||
    column.name === 'middle' ||
    column.name === 'wordy' ||
    column.name === 'score'
      ? { value_labels: labels[column.name] }
      : {}),
  }));
  await test.engine.exportFile({ ...table, columns }, { format, forSpreadsheets: false }, to);
  return to;
}

const labelsIn = async (format: 'sav' | 'dta') => {
  const to = await exported(format);
  const { admitted, items } = await test.import(await readFile(to), `labels.${format}`);
  return {
    labels: admitted.columns.map(({ name, value_labels: found = [] }) => [name, found]),
    items,
  };
};

const rows = [
  ['a', 'north', long, 0.5],
  ['b', 'east', 'z', 2],
  ['Zoë', 'north', 'z', 3],
];
const haven = interpreterFor('R', ['haven']);
/** Column, value and label of each label that haven finds. */
function readByHaven(read: string, path: string): string[] {
  const code = `library(haven); d <- ${read}(${JSON.stringify(path)})
    for (name in names(d)) { l <- attr(d[[name]], "labels")
      for (i in seq_along(l)) cat(name, if (is.na(l[[i]])) paste0(".", na_tag(l)[[i]]) else l[[i]], names(l)[[i]], sep = "|", fill = 2000) }`;
  const done = spawnSync(haven.command ?? '', ['--vanilla', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.trim().split('\n');
}

describe('SPSS', () => {
  it('labels of texts come back, of up to eight bytes and longer', async () => {
    expect(await labelsIn('sav')).toEqual({
      labels: [
        ['short', labels.short],
        ['middle', labels.middle],
        ['wordy', labels.wordy],
        ['score', labels.score.slice(0, 2)],
      ],
      items: rows,
    });
  });

  it.skipIf(haven.lacks !== null)(
    `are read by haven${haven.lacks === null ? '' : ` (${haven.lacks})`}`,
    async () => {
      expect(readByHaven('read_sav', await exported('sav'))).toEqual([
        'short|a|Alpha',
        'short|Zoë|Zürich',
        'middle|north|North',
        'middle|south by southwest|South by southwest',
        `wordy|${long}|Very long`,
        'score|0.5|half',
        'score|2|two',
      ]);
    },
  );
});

describe('Stata', () => {
  it('labels of whole numbers and of missing values come back', async () => {
    expect(await labelsIn('dta')).toEqual({
      labels: [
        ['short', []],
        ['middle', []],
        ['wordy', []],
        ['score', labels.score.slice(1)],
      ],
      items: rows,
    });
  });

  it.skipIf(haven.lacks !== null)(
    `are read by haven${haven.lacks === null ? '' : ` (${haven.lacks})`}`,
    async () => {
      expect(readByHaven('read_dta', await exported('dta'))).toEqual([
        'score|2|two',
        'score|.a|refused',
        'score|.z|not asked',
      ]);
    },
  );
});
