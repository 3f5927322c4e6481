import { AppError, findColumn, type Unpivot } from '@columnist/contract';
import { columnTypeOf } from '../admission/column-type.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { literal } from '../database/sql.ts';
import { castTo, commonStorage, textOf } from './common-storage.ts';
import { columnsOf, sayType } from './compare-keys.ts';
import { FreeNames, type Combined, type CombinedColumn, type CombinedTable } from './combined.ts';

/**
 * Each of the columns becomes a row with its name and its value, beside the other columns; rows in
 * the order of the file, within one in the order of the columns. Throws unknown_column,
 * wrong_column_type.
 */
export function unpivotTable(
  { columns: wanted, names_to: namesTo, values_to: valuesTo, types }: Unpivot,
  one: CombinedTable,
): Combined {
  const columns = columnsOf(one);
  const folded = [...new Set(wanted)].map((name) => findColumn(columns, name));
  const kept = columns.filter((column) => !folded.includes(column));
  const storage = commonStorage(folded);
  const [first] = folded;
  if (storage === null && types === 'error') {
    const other = folded.find(
      (column) => first !== undefined && commonStorage([first, column]) === null,
    );
    throw new AppError(
      'wrong_column_type',
      `'${first?.name ?? ''}' has ${sayType(first?.storage ?? '')}, '${other?.name ?? ''}' has ` +
        `${sayType(other?.storage ?? '')}: no type keeps both as they are.`,
      {
        column: other?.name ?? '',
        fix: "Send 'types': 'text' to write all of them as text, or name columns of one type.",
      },
    );
  }
  const free = new FreeNames(
    kept.map(({ name }) => name),
    '_',
  );
  const value = storage ?? 'VARCHAR';
  const parts = folded.map(
    (column, i) =>
      `select ${rowNumber} as place, ${i} as part, ${literal(column.name)} as folded, ` +
      `${storage === null ? textOf(column, column.field) : castTo(storage, column.field)} as value` +
      `${kept.map(({ field }) => `, ${field}`).join('')} from ${fileOf(one.table.parquet, one.table.columns)}`,
  );
  return {
    columns: [
      ...kept.map((column): CombinedColumn => ({ ...column, value: column.field })),
      { name: free.take(namesTo), storage: 'VARCHAR', type: 'category', value: 'folded' },
      {
        name: free.take(valuesTo),
        storage: value,
        type: folded.find((column) => column.storage === value)?.type ?? columnTypeOf(value),
        value: 'value',
      },
    ],
    from: `(${parts.join(' union all ')})`,
    order: ['place', 'part'],
    rowCount: one.table.rowCount * folded.length,
    renamed: free.renamed,
    warnings: [],
    join: null,
    append: null,
  };
}
