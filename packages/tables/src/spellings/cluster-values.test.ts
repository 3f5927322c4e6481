import fc from 'fast-check';
import { ofRuns } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cologne } from './cologne.ts';
import { clusterValues } from './cluster-values.ts';
import { keys } from './fingerprints.ts';
import { isWithin, nearPairs } from './near-texts.ts';

describe('keys of spellings', () => {
  // Postel's rules as they are worked through in de.wikipedia.org/wiki/Kölner_Phonetik, and pairs
  // that the article names as alike.
  test.each([
    ['wikipedia', '3412'],
    ['mullerludenscheidt', '65752682'],
    ['breschnew', '17863'],
    ['heinz', '068'],
    ['classen', '4586'],
    ['meyer', '67'],
    ['maier', '67'],
    ['xaver', '4837'],
    ['philipp', '351'],
  ])('cologne(%s) is %s', (word, code) => expect(cologne(word)).toBe(code));

  // OpenRefine, "Clustering In Depth".
  test.each([
    ['fingerprint', '  Cruise, Tom ', 'cruise tom'],
    ['fingerprint', 'tom cruise tom', 'cruise tom'],
    ['fingerprint', 'gödel Gödel', 'godel'],
    ['fingerprint', 'Straße', 'strasse'],
    ['fingerprint', 'ﬁnance ＯﬃＣe', 'finance office'],
    ['fingerprint', '１２ ℋotel', '12 hotel'],
    ['fingerprint', '½ 10²', '10² ½'],
    ['ngram', 'Paris', 'arispari'],
    ['metaphone', 'Thumb', '0M'],
    ['metaphone', 'Smith', 'SM0'],
    ['metaphone', 'Schmidt', 'XMT'],
  ] as const)('%s of %j is %j', (method, text, key) => {
    expect(keys[method](text)).toBe(key);
  });
});

/** By the whole table of Wagner and Fischer. */
function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
      );
    }
  return at(one.length, other.length);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 });

test('decides whether two texts are near as the whole table does', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, edits) => {
      expect(isWithin(one, other, edits)).toBe(distance(one, other) <= edits);
    }),
    ofRuns(300, 5000),
  );
});

test('finds every pair of near texts that comparing all of them finds', () => {
  const allowed = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), (texts) => {
      const found = nearPairs(texts, allowed).pairs.map((pair) => pair.toSorted((a, b) => a - b));
      const all = texts.flatMap((one, i) =>
        texts.flatMap((other, j) =>
          j > i && distance(one, other) <= allowed(Math.min(one.length, other.length))
            ? [[i, j]]
            : [],
        ),
      );
      const sorted = (pairs: number[][]) => pairs.map(String).sort();
      expect(sorted(found)).toEqual(sorted(all));
    }),
    ofRuns(60, 2000),
  );
});

test.each(['cologne', 'metaphone'] as const)('keeps digits apart from codes: %s', (method) => {
  const values =
    'Linie 67,Linie Meyer,Haus 8,Haus C,Tor 1,Tor B,Tor B2,Tor B3,3,FA,W,0,the,日本,中国'.split(
      ',',
    );
  const counted = values.map((value, i) => ({ value, n: 100 - i }));
  const clusters = clusterValues(counted, method).clusters.map((cluster) =>
    cluster.values.map(({ value }) => value),
  );
  expect(clusters).toEqual(method === 'cologne' ? [['FA', 'W']] : []);
});

test('clusters what is near, most rows first, and leaves the rest', () => {
  const counted = [
    { value: 'Meyer', n: 2 },
    { value: 'Meier', n: 5 },
    { value: 'meyer', n: 1 },
    { value: 'Schmidt', n: 9 },
    { value: 'Bo', n: 1 },
    { value: 'Ba', n: 1 },
  ];
  expect(clusterValues(counted, 'nearest')).toEqual({
    clusters: [
      {
        into: 'Meier',
        n: 8,
        values: [
          { value: 'Meier', n: 5 },
          { value: 'Meyer', n: 2 },
          { value: 'meyer', n: 1 },
        ],
      },
    ],
    isWhole: true,
  });
  expect(clusterValues(counted, 'fingerprint').clusters).toEqual([
    {
      into: 'Meyer',
      n: 3,
      values: [
        { value: 'Meyer', n: 2 },
        { value: 'meyer', n: 1 },
      ],
    },
  ]);
});

test('never writes white space around a value into others', () => {
  const into = (...values: readonly (readonly [value: string, n: number])[]) =>
    clusterValues(
      values.map(([value, n]) => ({ value, n })),
      'fingerprint',
    ).clusters.map((cluster) => cluster.into);
  expect([
    into([' Oslo', 30], ['OSLO', 29], ['Oslo', 27]),
    into([' Oslo', 30], ['OSLO', 29]),
    into([' Oslo', 30], ['Oslo ', 2]),
  ]).toEqual([['Oslo'], ['OSLO'], [' Oslo']]);
});

test('says where texts that share a frequent part were not all compared', () => {
  const counted = Array.from({ length: 2000 }, (_, i) => ({ value: `customer ${i}`, n: 1 }));
  expect(clusterValues(counted, 'nearest').isWhole).toBe(false);
});

describe('frequencies with spellings', () => {
  let tests: TestEngine;
  beforeAll(async () => void (tests = await openTestEngine()));
  afterAll(() => tests.close());

  test('are merged by a step of a view', async () => {
    const { table } = await tests.admit('city,n\nRome,1\nrome,2\nRome,3\nOslo,4\n');
    const asked = { column: 'city', order: 'count' as const, limit: 50 };
    const { spellings } = await tests.engine.frequencies(table, {
      ...asked,
      spellings: 'fingerprint',
    });
    expect(spellings).toEqual({
      method: 'fingerprint',
      found: 1,
      is_whole: true,
      clusters: [
        {
          into: 'Rome',
          n: 3,
          values: [
            { value: 'Rome', n: 2 },
            { value: 'rome', n: 1 },
          ],
        },
      ],
    });
    const values = (spellings?.clusters ?? []).flatMap(({ into, values: all }) =>
      all.flatMap(({ value }) => (value === into ? [] : [{ from: value, to: into }])),
    );
    const merged = await tests.engine.frequencies(table, {
      ...asked,
      view: { clean: [{ step: 'recode', column: 'city', values, others: 'keep' }] },
    });
    expect(merged.items.map(({ value, n }) => [value, n])).toEqual([
      ['Rome', 3],
      ['Oslo', 1],
    ]);
    await expect(
      tests.engine.frequencies(table, { ...asked, column: 'n', spellings: 'nearest' }),
    ).rejects.toMatchObject({ code: 'wrong_column_type' });
  });
});
