import { operations } from '@columnist/contract';
import { describe, expect, it } from 'vitest';
import { saveDataset } from '../exports/save-dataset.ts';
import { useDatasets } from '../testing-datasets.ts';

const own = useDatasets();
const { rowsOf, combine } = own;

const kept = async (input: object) => {
  const made = await saveDataset(own.ctx, operations.datasets.save.input.parse(input));
  if (!('columns' in made)) throw new Error('A dataset was expected.');
  const columns = made.columns.map(({ name, storage }) => [name, storage]);
  return { id: made.id, row_count: made.row_count, columns, notes: made.admission.notes };
};

/** Tables that an upload would be right to read otherwise. */
const tables: [name: string, sql: string][] = [
  ['a column of missing cells', 'select * from (values (1), (null), (2), (null)) t(x)'],
  ['nothing but missing cells', 'select * from (values (null::double), (null)) t(x)'],
  [
    'the names of the columns as a row',
    `select * from (values ('N', 'Jan'), ('region', 'month'), ('S', 'Feb')) t(region, month)`,
  ],
  [
    'a remark at the end',
    `select * from (values ('N', 1, 2), ('S', 3, 4), ('Source: Eurostat', null, null)) t(region, a, b)`,
  ],
  [
    'empty rows in the midst and at the end',
    `select * from (values ('N', 1, 2), (null, null, null), ('S', 3, 4), (null, null, null)) t(region, a, b)`,
  ],
  ['a sign of the end of a file', `select * from (values ('a', 1), (chr(26), 2)) t(x, y)`],
  [
    'texts of several lines',
    `select * from (values ('a' || chr(10) || ',"', 1), ('#b', 2)) t(x, y)`,
  ],
  [
    'decimals of many digits',
    `select * from (values (12345678901234.5678::decimal(38, 10)), (0.00000001), (1)) t(x)`,
  ],
  ['doubles of many digits', 'select * from (values (1234567890123456.0::double), (1e-7)) t(x)'],
  ['infinite numbers', `select * from (values ('inf'::double), (1.5)) t(x)`],
  ['a column without values', 'select * from (values (1, null::double), (2, null)) t(x, y)'],
  ['texts that look like numbers', `select * from (values ('007'), ('1,5'), ('NA')) t(x)`],
];

describe.each(tables)('%s', (name, sql) => {
  it('is kept as it is, by a statement, a view and a combination', async () => {
    const asked = await kept({ name, sql });
    const rows = await rowsOf(asked.id);
    expect([asked.row_count, asked.notes]).toEqual([rows.length, []]);
    const viewed = await kept({ name: `${name}, viewed`, id: asked.id });
    expect([viewed.columns, await rowsOf(viewed.id)]).toEqual([asked.columns, rows]);
    const combination = { kind: 'append', sources: [asked.id, asked.id] };
    const preview = await combine(combination);
    const made = await combine({ ...combination, name: `${name}, twice` });
    expect([
      preview.row_count,
      made.dataset?.row_count,
      made.dataset?.columns.map((column) => [column.name, column.storage]),
      await rowsOf(made.dataset?.id ?? ''),
    ]).toEqual([2 * rows.length, 2 * rows.length, asked.columns, [...rows, ...rows]]);
  });
});
