import type { Cell } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/**
 * Files that R with haven and foreign, pandas, Python and PSPP wrote of one table, by the scripts
 * scripts/fixtures/formats.R, formats.sps and formats.py: every cell is the writer's.
 */
const folder = join(import.meta.dirname, 'samples');
const truth = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  })
  .parse(JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')));

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const bytesOf = (file: string): Buffer => readFileSync(join(folder, file));
const column = (name: string): number => truth.columns.indexOf(name);
/** Rows of these columns as they are answered; moments have a T there. */
const rowsOf = (...names: string[]): Cell[][] =>
  truth.rows.map((row) =>
    names.map((name) => {
      const value = row[column(name)] ?? null;
      return name === 'at' && typeof value === 'string' ? value.replace(' ', 'T') : value;
    }),
  );
const people = ['id', 'weight', 'name', 'sex', 'day', 'at'];

describe('cells are equal to those of the program that wrote the file', () => {
  it.each([
    'haven-byte.sav', 'haven-none.sav', 'haven-zsav.zsav',
    'haven-8.dta', 'haven-10.dta', 'haven-12.dta', 'haven-13.dta', 'haven-14.dta', 'haven-15.dta',
    'pandas-114.dta', 'pandas-117.dta', 'pandas-118.dta', 'pandas-119.dta',
    'haven-5.xpt', 'haven-8.xpt',
  ])('%s', async (file) => {
    const { names, items, messages } = await test.import(bytesOf(file), file);
    expect({ names, items, messages }).toEqual({ names: people, items: rowsOf(...people), messages: [] });
  });
  it('x', async () => {
   for (const file of ['haven-declared.sav','pspp.sav','pspp-plain.sav','pspp.zsav','haven-tagged.dta','haven-strl-13.dta','haven-strl-15.dta','pandas-strl-117.dta','pandas-strl-119.dta','pandas-periods.dta','haven-missing.xpt','foreign-8.dta','foreign-10.dta','r-print.txt','pandas-records.json','pandas-columns.json','pandas-split.json','pandas-values.json','pandas-table.json','pandas-lines.jsonl','python-indented.json','python.sqlite','python-fixed.txt'])
   try {
    const { names, items, messages, admitted, storages } = await test.import(bytesOf(file), file);
    console.log(file, names, storages, JSON.stringify(items).slice(0, 1500), messages, JSON.stringify(admitted.columns.map(({label,unit,value_labels})=>({label,unit,value_labels}))));
   } catch (e) { console.log(file, e) }
  }, 60000);
});
