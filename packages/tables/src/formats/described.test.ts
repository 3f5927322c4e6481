import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** Files that pyarrow wrote of one table: scripts/fixtures/formats.py. */
it.each(['pyarrow-described.parquet', 'pyarrow-described.feather'])(
  'durations, zones, columns without values and times before 1970: %s',
  async (name) => {
    const bytes = readFileSync(join(import.meta.dirname, 'samples', name));
    const { storages, items, messages, admitted } = await test.import(bytes, name);
    expect({
      columns: admitted.columns.map((column, i) => [
        column.name,
        storages[i],
        column.type,
        column.unit ?? null,
      ]),
      items,
      messages: messages.sort(),
    }).toEqual({
      columns: [
        ['took', 'BIGINT', 'number', 'µs'],
        ['at', 'TIMESTAMP', 'datetime', null],
        ['local', 'TIMESTAMPTZ', 'datetime', null],
        ['nothing', 'VARCHAR', 'text', null],
        ['trip.took', 'BIGINT', 'number', 's'],
      ],
      items: [
        [1_500_000, '1969-12-31T23:59:59.999999', '1970-01-01T00:00:00Z', null, 3],
        [null, '1970-01-01T00:00:00', null, null, null],
        [-1, '2024-01-01T00:00:00.123456', '2024-01-01T00:00:00Z', null, 4],
      ],
      messages: [
        '2 times are finer than a microsecond: what is beyond it is cut off.',
        'Its times are of the zone Europe/Berlin and kept in UTC.',
      ],
    });
  },
);
