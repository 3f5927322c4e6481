import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/**
 * Files of other programs with the values that were given to them: scripts/fixtures/workbooks.py.
 */
const folder = join(import.meta.dirname, 'fixtures');
const cases = z
  .array(
    z.object({
      file: z.string(),
      table: z.string().optional(),
      range: z.string().optional(),
      names: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      notes: z.array(z.string()),
      tables: z.array(z.string()).optional(),
      rowCount: z.int().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));

/** Notes about text that is kept as text, which say what it could be read as besides. */
const offers = new Set(['kept_as_text', 'looks_like_total']);

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

describe('cells are those that the writer was given', () => {
  it.each(cases.map((one) => [`${one.file} ${one.table ?? ''} ${one.range ?? ''}`.trim(), one]))(
    '%s',
    async (_, { file, table, range, names, rows, notes, tables, rowCount }) => {
      const path = join(folder, file);
      const part = {
        ...(table === undefined ? {} : { table }),
        ...(range === undefined ? {} : { range }),
      };
      const found = await test.import(readFileSync(path), file, { part });
      expect({ names: found.names, rows: found.items }).toEqual({ names, rows });
      expect(found.admitted.rowCount).toBe(rowCount ?? rows.length);
      const said = new Set(found.admitted.admission.notes.map(({ code }) => code));
      expect([...said].filter((code) => !offers.has(code) && !notes.includes(code))).toEqual([]);
      expect(notes.filter((code) => !said.has(code))).toEqual([]);
      if (tables !== undefined) {
        const contents = await test.engine.contents({
          source: path,
          part: found.admitted.part ?? {},
        });
        expect(contents.tables.map((one) => one.table)).toEqual(tables);
      }
    },
  );
});
