import { sheetOf, workbook } from '@columnist/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../../testing.ts';
import { importFile } from './import-file.ts';
import { previewImport } from './preview-import.ts';

let app: TestCore;
let user: TestUser;
beforeAll(async () => {
  app = await createTestCore('PGlite');
  user = await app.createTestUser();
});
afterAll(() => app.close());

const review = async (content: Buffer<ArrayBuffer>, filename: string) => {
  const ctx = await app.contextOf(authorizationOf(user));
  const dataset = await importFile(ctx, {
    file: await app.receive(content, filename),
    review: true,
  });
  return { dataset, preview: await previewImport(ctx, { id: dataset.id }) };
};

/** Texts from the column of a letter on. */
const row = (number: number, letters: string, texts: readonly string[]): string =>
  `<row r="${number}">${texts
    .map((text, i) => `<c r="${letters[i]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')}</row>`;

test('a title left of the table of a sheet moves no cell to another column', async () => {
  const rows = [
    row(1, 'A', ['Staff of the year']),
    row(4, 'BCD', ['code', 'name', 'town']),
    row(5, 'BCD', ['007', 'Ann', 'Bern']),
    row(6, 'BCD', ['008', 'Bob', 'Chur']),
  ];
  const { dataset, preview } = await review(workbook(sheetOf(rows.join(''))), 'staff.xlsx');
  expect(preview.columns).toEqual([
    { name: 'code', before: ['007', '008'], after: ['007', '008'] },
    { name: 'name', before: ['Ann', 'Bob'], after: ['Ann', 'Bob'] },
    { name: 'town', before: ['Bern', 'Chur'], after: ['Bern', 'Chur'] },
  ]);
  expect([dataset.column_count, dataset.dialect.width]).toEqual([3, 3]);
  expect([preview.first_line, preview.lines[0]]).toEqual([1, 'Staff of the year\t\t\t']);
  expect(preview.explanation).toContain(
    '2 rows of 3 columns; each cell is of the type that the file gives it.',
  );
});
