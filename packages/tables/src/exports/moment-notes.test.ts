import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

it.each([
  ['sav', 'SPSS'],
  ['dta', 'Stata'],
] as const)('%s says which times lose a zone or are rounded', async (format, program) => {
  const { table } = await test.admit(
    'zoned,fine,clock,plain\n' +
      '2024-01-01T10:00:00+02:00,2024-01-01T10:00:00.123456,10:00:00.123,2024-01-01T10:00:00.5\n' +
      '2024-01-02T10:00:00+02:00,2024-01-02T10:00:00,10:00:01,2024-01-02T10:00:00\n',
  );
  expect(table.columns.map(({ storage }) => storage)).toEqual([
    'TIMESTAMPTZ',
    'TIMESTAMP',
    'TIME',
    'TIMESTAMP',
  ]);
  const to = join(test.folder, `moments.${format}`);
  const { notes } = await test.engine.exportFile(table, { format, forSpreadsheets: false }, to);
  expect(notes).toEqual([
    `${program} leaves out the zone of 'zoned': the times are those of UTC.`,
    `${program} rounds what is finer than a millisecond in the times of 'fine'.`,
  ]);
});
