import { AppError, type Append, type CountedColumn } from '@columnist/contract';
import { fileOf, rowNumber } from '../database/parquet-file.ts';
import { literal } from '../database/sql.ts';
import { columnTypeOf } from '../admission/column-type.ts';
import { castTo, commonStorage, textOf } from './common-storage.ts';
import { columnsOf, sayType } from './compare-keys.ts';
import type { Combined, CombinedColumn, CombinedTable } from './combined.ts';

/** A column of the result: what it is in each of the tables, or null where one has none. */
interface Gathered {
  readonly name: string;
  readonly parts: readonly (ReturnType<typeof columnsOf>[number] | null)[];
  readonly storage: string | null;
}

/**
 * The rows of the tables below one another, columns by name in the order in which they first come;
 * a table that lacks a column has no value there. Throws wrong_column_type where the types of a
 * column have nothing in common and text was not chosen.
 */
export function appendTables(
  { types, source_column: sourceColumn }: Pick<Append, 'types' | 'source_column'>,
  tables: readonly CombinedTable[],
): Combined {
  const columns = tables.map(columnsOf);
  const names = [...new Set(columns.flatMap((of) => of.map(({ name }) => name)))];
  const gathered = names.map((name): Gathered => {
    const parts = columns.map((of) => of.find((column) => column.name === name) ?? null);
    return { name, parts, storage: commonStorage(present(parts)) };
  });
  if (sourceColumn !== undefined && names.includes(sourceColumn))
    throw new AppError('invalid_input', `There is a column '${sourceColumn}' already.`, {
      errors: [{ field: 'source_column', message: 'Choose a name that no dataset has.' }],
    });
  const apart = gathered.find(({ storage }) => storage === null);
  if (apart !== undefined && types === 'error') throw apartError(apart, tables);
  const selects = tables.map(
    ({ name, table }, i) =>
      `select ${gathered
        .map(({ parts, storage }, c) => `${valueOf(parts[i] ?? null, storage)} as u${c + 1}`)
        .join(', ')}, ${literal(name)} as origin, ${i} as part, ${rowNumber} as place from ` +
      `${fileOf(table.parquet, table.columns)} t`,
  );
  const made = gathered.map(({ name, parts, storage }, i): CombinedColumn => {
    const kept = storage ?? 'VARCHAR';
    const first = present(parts).find((column) => column.storage === kept);
    // What is said about it is what the first dataset says that keeps it so.
    const { field: _field, ...said } = first ?? { name, field: '', type: columnTypeOf(kept) };
    return { ...said, name, storage: kept, value: `u${i + 1}` };
  });
  return {
    columns: [
      ...made,
      ...(sourceColumn === undefined
        ? []
        : [{ name: sourceColumn, storage: 'VARCHAR', type: 'category' as const, value: 'origin' }]),
    ],
    from: `(${selects.join(' union all ')})`,
    order: ['part', 'place'],
    rowCount: tables.reduce((sum, { table }) => sum + table.rowCount, 0),
    renamed: [],
    warnings: [],
    join: null,
    append: {
      lacking: tables.flatMap(({ name }, i) => {
        const lacks = gathered.filter(({ parts }) => parts[i] === null).map((one) => one.name);
        return lacks.length === 0 ? [] : [{ dataset: name, columns: lacks }];
      }),
      retyped: gathered.flatMap(({ name, parts, storage }) => {
        const storages = [...new Set(present(parts).map((column) => column.storage))];
        return storages.length < 2
          ? []
          : [{ column: name, types: storages, as: storage ?? 'VARCHAR' }];
      }),
    },
  };
}

const present = <Column>(parts: readonly (Column | null)[]): Column[] =>
  parts.filter((part) => part !== null);

function valueOf(part: Gathered['parts'][number], storage: string | null): string {
  if (part === null) return `null::${storage === null ? 'VARCHAR' : sqlType(storage)}`;
  const value = `t.${part.field}`;
  return storage === null ? textOf(part, value) : castTo(storage, value);
}

const sqlType = (storage: string): string => (storage === 'TIMESTAMPTZ' ? 'TIMESTAMP' : storage);

function apartError({ name, parts }: Gathered, tables: readonly CombinedTable[]): AppError {
  const of = (column: CountedColumn, i: number): string =>
    `${sayType(column.storage)} in '${tables[i]?.name ?? ''}'`;
  const said = parts.flatMap((part, i) => (part === null ? [] : [of(part, i)]));
  return new AppError(
    'wrong_column_type',
    `Column '${name}' has ${said.slice(0, 4).join(', ')}: no type keeps both as they are.`,
    {
      column: name,
      fix: "Send 'types': 'text' to write all of them as text, or read one of the datasets again.",
    },
  );
}
