import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { authorizationOf, createTestCore, databaseKinds, type TestCore } from '../testing.ts';
import { commitDataset } from './commit-dataset.ts';
import { compareVersions } from './compare-versions.ts';
import { createDataset } from './create-dataset.ts';
import { downloadRepairs } from './download-repairs.ts';
import { getDataset } from './get-dataset.ts';
import { getRows } from './get-rows.ts';
import { listDatasets } from './list-datasets.ts';
import { listVersions } from './list-versions.ts';
import { previewImport } from './preview-import.ts';
import { purgeDatasets } from './purge-datasets.ts';
import { reconcileObjects } from './reconcile-objects.ts';
import { rereadDataset } from './reread-dataset.ts';
import { restoreVersion } from './restore-version.ts';
import { updateDataset } from './update-dataset.ts';

describe.each(databaseKinds)('versions on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  let other: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
    other = await app.contextOf(authorizationOf(await app.createTestUser()));
  });
  afterAll(() => app.close());
  const rowsOf = async (id: string) => (await getRows(ctx, { id, limit: 50, offset: 0 })).items;

  test('are added by replacing, appending and reading again; compared, restored, and counted', async () => {
    const first = await createDataset(ctx, { file: await app.receive('name,age\nAda,36\nAlan,41\n', 'people.csv') });
    const appended = await updateDataset(ctx, { id: first.id, mode: 'append', file: await app.receive('age;name\n077;Karl\n65;"Mary; E."\n') });
    expect(appended).toMatchObject({ id: first.id, name: 'people.csv', version: 2, row_count: 4, columns: [{ name: 'name' }, { name: 'age', storage: 'VARCHAR' }] });
    expect(await rowsOf(first.id)).toEqual([['Ada', '36'], ['Alan', '41'], ['Karl', '077'], ['Mary; E.', '65']]);
    const replaced = await updateDataset(ctx, { id: first.id, file: await app.receive('name,born\nAda,10/12/1815\nAlan,01/06/1912\n') });
    expect(replaced).toMatchObject({ version: 3, columns: [{ name: 'name' }, { name: 'born', storage: 'VARCHAR' }] });
    const reread = await rereadDataset(ctx, { id: first.id, date_order: 'mdy' });
    expect(reread).toMatchObject({ version: 4, dialect: { date_order: 'mdy' }, columns: [{ name: 'name' }, { name: 'born', storage: 'DATE', low: '1815-10-12' }] });

    const versions = await listVersions(ctx, { id: first.id });
    expect(versions.map(({ version, current, made_by, row_count }) => [version, current, made_by, row_count])).toEqual([[4, true, 'reread', 2], [3, false, 'replace', 2], [2, false, 'append', 4], [1, false, 'upload', 2]]);
    expect(await compareVersions(ctx, { id: first.id, from: 1, to: 2 })).toEqual({ from: 1, to: 2, row_count: { from: 2, to: 4 }, added: [], removed: [], retyped: [{ name: 'age', from: 'BIGINT', to: 'VARCHAR' }], moved: false });
    expect(await compareVersions(ctx, { id: first.id, from: 1, to: 4 })).toMatchObject({ added: [{ name: 'born', type: 'datetime', storage: 'DATE' }], removed: [{ name: 'age', type: 'number', storage: 'BIGINT' }] });
    await expect(compareVersions(ctx, { id: first.id, from: 1, to: 9 })).rejects.toMatchObject({ code: 'not_found', message: 'The dataset has no version 9.' });

    expect(await restoreVersion(ctx, { id: first.id, version: 1 })).toMatchObject({ version: 1, row_count: 2 });
    expect(await rowsOf(first.id)).toEqual([['Ada', 36], ['Alan', 41]]);
    // A file read twice is kept, and counted, once.
    const bytes = new Set(versions.map(({ sha256, file_size }) => `${sha256} ${file_size}`));
    const [stored] = await app.core.orm.em.fork().execute('select stored_bytes from dataset where id = ?', [first.id]);
    expect(Number(stored?.stored_bytes)).toBe([...bytes].reduce((sum, one) => sum + Number(one.split(' ')[1]), 0));
    app.clock.advance(2 * 3600);
    expect(await reconcileObjects(ctx)).toBe(0);
    expect(await rowsOf(first.id)).toHaveLength(2);
  });

  test('that do not fit are refused, and nothing of them is left', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive('name,age\nAda,36\nAlan,41\n') });
    const before = await app.files();
    await expect(updateDataset(ctx, { id, mode: 'append', file: await app.receive('name,agee\nKarl,77\n') })).rejects.toMatchObject({ code: 'invalid_file', message: "The file lacks the column 'age'.", details: { column: 'age', suggestions: expect.arrayContaining(['agee']) } });
    await expect(updateDataset(ctx, { id, file: await app.receive('<html></html>') })).rejects.toMatchObject({ code: 'invalid_file' });
    await expect(updateDataset(other, { id, file: await app.receive('a\n1\n') })).rejects.toMatchObject({ code: 'not_found', message: 'Dataset not found.' });
    await expect(rereadDataset(ctx, { id, encoding: 'klingon' })).rejects.toMatchObject({ code: 'invalid_file', message: "'klingon' is no encoding that can be read." });
    expect(await app.files()).toEqual(before);
    expect(await getDataset(ctx, { id })).toMatchObject({ version: 1, row_count: 2 });
  });

  test('of a draft are read again in place until it is committed, or removed after a day', async () => {
    const file = 'made by hand\n\nname|age\nAda|36\nAlan|41\nKarl\n';
    const draft = await createDataset(ctx, { file: await app.receive(file), review: true });
    expect(draft).toMatchObject({ status: 'draft', version: 1, dialect: { delimiter: '|', preamble_lines: 2 }, admission: { rows_read: 3, rows_repaired: 1, repairs_file: true } });
    expect((await listDatasets(ctx, { limit: 50 })).items.find(({ id }) => id === draft.id)).toMatchObject({ status: 'draft' });
    expect(await previewImport(ctx, { id: draft.id })).toEqual({
      lines: file.trimEnd().split('\n'),
      explanation: ['Vertical bar: 2 of 3 rows have 2 fields.', 'No field is in quotes.', 'The text is UTF-8, every byte of it; lines end in LF.', 'Line 3 holds the names.', '2 lines before it are no part of the table.'],
      reading: {},
      columns: [{ name: 'name', before: ['Ada', 'Alan', 'Karl'], after: ['Ada', 'Alan', 'Karl'] }, { name: 'age', before: ['36', '41', ''], after: [36, 41, null] }],
    });
    const repairs = await downloadRepairs(ctx, { id: draft.id });
    expect(await readFile(repairs.path, 'utf8')).toBe('line,action,text,read_as\n1,preamble,made by hand,\n6,row_padded,Karl,"Karl,"\n');
    const again = await rereadDataset(ctx, { id: draft.id, text_columns: ['age'] });
    expect(again).toMatchObject({ status: 'draft', columns: [{ name: 'name' }, { name: 'age', storage: 'VARCHAR' }] });
    expect(await listVersions(ctx, { id: draft.id })).toHaveLength(1);
    expect(await commitDataset(ctx, { id: draft.id })).toMatchObject({ status: 'ready', id: draft.id });

    const forgotten = await createDataset(ctx, { file: await app.receive('a\n1\n'), review: true });
    app.clock.advance(23 * 3600);
    await purgeDatasets(ctx);
    expect(await getDataset(ctx, { id: forgotten.id })).toMatchObject({ status: 'draft' });
    app.clock.advance(3601);
    await purgeDatasets(ctx);
    await expect(getDataset(ctx, { id: forgotten.id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await getDataset(ctx, { id: draft.id })).toMatchObject({ status: 'ready' });
    await expect(downloadRepairs(ctx, { id: (await createDataset(ctx, { file: await app.receive('a\n5\n') })).id })).rejects.toMatchObject({ code: 'not_found' });
  });
});
