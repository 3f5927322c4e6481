import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import type { ServiceContext } from '../../context.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { rereadDataset } from './reread-dataset.ts';
import { updateDataset } from './update-dataset.ts';

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
});
afterAll(() => app.close());

type Stated = Omit<Parameters<typeof rereadDataset>[1], 'id' | 'range' | 'explode' | 'borders'>;

async function stated(csv: string, reading: Stated): Promise<string> {
  const { id } = await createDataset(ctx, { file: await app.receive(csv, 'codes.csv') });
  await rereadDataset(ctx, { id, ...reading });
  return id;
}
async function replaced(id: string, csv: string, again: Stated = {}) {
  const file = await app.receive(csv, 'x.csv');
  const { admission } = await updateDataset(ctx, { id, file, mode: 'replace', ...again });
  return {
    rows: (await getRows(ctx, { id, limit: 10, offset: 0 })).items,
    dropped: admission.notes
      .filter(({ code }) => code === 'statement_dropped')
      .map(({ message }) => message),
  };
}

const before = 'code,day\n1e5,01/02/2024\n2e5,03/04/2024\n';
const all: Stated = { text_columns: ['code'], date_order: 'mdy' };

test('a file in place of another keeps what was stated of its cells, also of the next', async () => {
  const id = await stated(before, all);
  const kept = { rows: [['1e5', '2024-05-06']], dropped: [] };
  expect(await replaced(id, 'code,day\n1e5,05/06/2024\n')).toEqual(kept);
  expect(await replaced(id, 'day,code\n05/06/2024,1e5\n')).toEqual({
    rows: [['2024-05-06', '1e5']],
    dropped: [],
  });
});

test('what does not fit the new file is named, with the reason', async () => {
  const id = await stated(before, all);
  expect(await replaced(id, 'kode,day\n7,25/12/2024\n')).toEqual({
    rows: [[7, '2024-12-25']],
    dropped: [
      "That 'code' is text was stated for the version before, and holds no longer: this file has no such column.",
      'That dates begin with the month was stated for the version before, and holds no longer: the dates of this file begin with the day.',
    ],
  });
  expect((await replaced(id, 'kode,day\n7,25/12/2024\n')).dropped).toEqual([]);
});

test('how single columns are read is kept where they are text, else it is named', async () => {
  const id = await stated('code,mass\n1e5,5 kg\n', {
    read_columns: [
      { column: 'code', as: 'text' },
      { column: 'mass', as: 'number' },
    ],
  });
  expect(await replaced(id, 'code,mass\n1e5,heavy\n')).toEqual({
    rows: [['1e5', 'heavy']],
    dropped: [
      "That 'mass' is read as numbers was stated for the version before, and holds no longer: cells of this file may be written otherwise; state it again.",
    ],
  });
});

test('what is stated again comes before what was stated', async () => {
  const id = await stated(before, all);
  expect(
    await replaced(id, 'code,day\n1e5,05/06/2024\n', {
      read_columns: [{ column: 'code', as: 'number' }],
      date_order: 'dmy',
    }),
  ).toEqual({ rows: [[100_000, '2024-06-05']], dropped: [] });
});
