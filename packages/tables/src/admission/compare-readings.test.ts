import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../database/duckdb.ts';
import { AdmissionLog } from './admission-log.ts';
import { admitFile } from './admit-file.ts';
import { compareReadings } from './compare-readings.ts';
import { readCounted } from './read-counted.ts';
import type { OpenedText } from './open-text.ts';
import { temporaryFiles } from './temporary-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-again-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Admits a text, then compares it again with what `change` makes of the opened text. */
async function compared(
  content: string,
  change: (opened: OpenedText) => OpenedText,
): Promise<{ admitted: string[]; changed: string[] }> {
  const source = join(folder, 'table.csv');
  await writeFile(source, content);
  const temporary = temporaryFiles(join(folder, 'table.parquet'));
  return withConnection(
    { paths: [source, ...Object.values(temporary)], threads: 'all', memoryMb: 1024 },
    new AbortController().signal,
    async (connection, aside) => {
      const { admission, columns } = await admitFile(
        connection,
        aside,
        { source, parquet: join(folder, 'table.parquet') },
        temporary,
        () => undefined,
      );
      const { opened } = await readCounted(
        source,
        {},
        temporary,
        () => undefined,
        async ({ table, rows }) => ({
          rows: rows ?? (await connection.runAndReadAll(`select * from ${table}`)).currentRowCount,
          result: null,
        }),
      );
      const notes = await compareReadings(
        connection,
        aside,
        change(opened),
        temporary.part,
        columns,
        [],
      );
      return {
        admitted: admission.notes.map(({ code }) => code),
        changed: notes.map(({ message }) => message),
      };
    },
  );
}

const rows = (n: number): string =>
  Array.from({ length: n }, (_, i) => `${i},"name, ${i}",${i / 4}\n`).join('');

describe('the second reader', () => {
  test('agrees with a file in order, from its beginning to its end', async () => {
    const found = await compared(`id,name,share\n${rows(30_000)}`, (opened) => opened);
    expect(found).toEqual({ admitted: [], changed: [] });
  });

  test('differs where the first records were read by another dialect', async () => {
    const { changed } = await compared(`id,name,share\n${rows(200)}`, (opened) => ({
      ...opened,
      looked: { ...opened.looked, dialect: { ...opened.looked.dialect, quote: null } },
    }));
    expect(changed).toEqual([
      'A second reader reads 200 of 200 rows that were compared differently. Look at these rows, and state the delimiter, quote or escape if they are wrong.',
    ]);
  });

  test('differs where the table further on holds another row than the text', async () => {
    const { changed } = await compared(`id,name,share\n${rows(30_000)}`, (opened) => ({
      ...opened,
      checkpoints: opened.checkpoints.map(({ records, offset }) => ({
        records: records + 1,
        offset,
      })),
    }));
    expect(changed).toEqual([expect.stringMatching(/^A second reader reads 1\d\d of 11\d\d rows/)]);
  });

  test('passes over lines that admission names as repaired or left out', async () => {
    const content = 'id,name,share\n1,"a",2\n2,"b"\n3,"c",4\n# end\n4,"d, e",5\n5,f,6,,\n6,g,7\n';
    const { admitted, changed } = await compared(content, (opened) => opened);
    expect(admitted).toContain('row_padded');
    expect(admitted).not.toContain('read_differently');
    expect(changed).toEqual([]);
    // Without what the log knows, the lines no longer match.
    const blind = await compared(content, (opened) => ({ ...opened, log: new AdmissionLog() }));
    expect(blind.changed).toHaveLength(1);
  });
});
