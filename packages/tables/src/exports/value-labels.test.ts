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

const notes = {
  sav: ["SPSS leaves out or cuts labels of values of 'score'."],
  dta: ["Stata leaves out or cuts labels of values of 'short', 'middle', 'wordy', 'score'."],
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
  expect(
    await test.engine.exportFile({ ...table, columns }, { format, forSpreadsheets: false }, to),
  ).toEqual({ rows: 3, notes: notes[format] });
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

describe('what is left out', () => {
  const all = { label: 'é'.repeat(150), unit: 'cm', levels: ['z', 'a'] };
  const labelled = async () => {
    const { table } = await test.admit('a,b\nz,1\na,2\n');
    return { ...table, columns: table.columns.map((column) => ({ ...column, ...all })) };
  };
  const rest = (file: string): string[] => [
    `${file} leaves out the unit of 'a', 'b'.`,
    `${file} leaves out the order of the levels of 'a', 'b'.`,
  ];
  const to = () => join(folder, 'left-out');

  it.each([
    ['sav', ["SPSS leaves out or cuts the label of 'a', 'b'.", ...rest('SPSS')]],
    ['dta', ["Stata leaves out or cuts the label of 'a', 'b'.", ...rest('Stata')]],
    ['arrow', []],
    ['xlsx', []],
  ] as const)('%s says so', async (format, notes) => {
    const asked = { format, forSpreadsheets: false };
    expect(await test.engine.exportFile(await labelled(), asked, to())).toEqual({
      rows: 2,
      notes,
    });
  });

  it('is said of CSV and Parquet, and of the columns that are written alone', async () => {
    const table = await labelled();
    const asked = { columns: ['b'], forSpreadsheets: false };
    const notes = (file: string): string[] => [
      `${file} leaves out or cuts the label of 'b'.`,
      `${file} leaves out the unit of 'b'.`,
      `${file} leaves out the order of the levels of 'b'.`,
    ];
    expect([
      await test.engine.exportRows(table, asked, to()),
      await test.engine.exportParquet(table, { columns: ['b'] }, to()),
    ]).toEqual([
      {
        rows: 2,
        notes: notes('CSV'),
        columns: [
          {
            name: 'b',
            storage: 'BIGINT',
            unkept: 0,
            said: { label: all.label.slice(0, 200), unit: all.unit },
          },
        ],
      },
      { rows: 2, notes: notes('Parquet') },
    ]);
  });
});

describe('codes that were made a category', () => {
  const codes = [
    { value: 1, label: 'low' },
    { value: 2, label: 'high' },
  ];
  const write = async (format: 'sav' | 'dta', view?: { filter: string }) => {
    const { table } = await test.admit('lab,n\n1,1\n2,2\n9,3\n');
    const columns = table.columns.map((column) =>
      column.name === 'lab'
        ? {
            ...column,
            type: 'category' as const,
            storage: 'VARCHAR',
            stored: column.storage,
            value_labels: codes,
          }
        : column,
    );
    const to = join(folder, `codes.${format}`);
    const { notes: said } = await test.engine.exportFile(
      { ...table, columns },
      { format, forSpreadsheets: false, ...(view === undefined ? {} : { view }) },
      to,
    );
    const { admitted, items } = await test.import(await readFile(to), `codes.${format}`);
    return { said, labels: admitted.columns[0]?.value_labels, cells: items.map(([cell]) => cell) };
  };

  it.each(['sav', 'dta'] as const)('leave as codes with labels: %s', async (format) => {
    expect(await write(format)).toEqual({ said: [], labels: codes, cells: [1, 2, 9] });
  });

  it.each(['sav', 'dta'] as const)(
    'of a view leave as its texts, which is said: %s',
    async (format) => {
      const found = await write(format, { filter: "lab = 'low' or n = 3" });
      expect([found.labels, found.cells]).toEqual([undefined, ['low', '9']]);
      expect(found.said).toEqual([expect.stringMatching(/labels of values of 'lab'/)]);
    },
  );
});
