import { AppError, findColumn, type CountedColumn, type JoinKey } from '@columnist/contract';
import { fieldsOf, type FieldColumn } from '../table/table-column.ts';
import { castTo, familyOf, textOf } from './common-storage.ts';
import type { CombinedTable } from './combined.ts';

type Column = CountedColumn & FieldColumn;

/** Two columns that are compared, and the SQL of what is compared on each side. */
export interface ComparedKey {
  readonly left: Column;
  readonly right: Column;
  readonly as: 'text' | undefined;
  readonly leftValue: string;
  readonly rightValue: string;
}

export const columnsOf = ({ table }: CombinedTable): Column[] => fieldsOf(table.columns);

const typeNames: Readonly<Record<ReturnType<typeof familyOf>, string>> = {
  number: 'numbers',
  text: 'texts',
  date: 'dates',
  instant: 'moments with a time zone',
  time: 'times of day',
  boolean: 'true or false',
};

export const sayType = (storage: string): string => typeNames[familyOf(storage)];

/** Throws wrong_column_type where the columns cannot be compared. */
export function compareKey(
  key: JoinKey,
  tables: readonly [CombinedTable, CombinedTable],
): ComparedKey {
  const left = findColumn(columnsOf(tables[0]), key.left);
  const right = findColumn(columnsOf(tables[1]), key.right);
  const [l, r] = [`l.${left.field}`, `r.${right.field}`];
  if (key.as === 'text')
    return { left, right, as: 'text', leftValue: textOf(left, l), rightValue: textOf(right, r) };
  if (familyOf(left.storage) !== familyOf(right.storage))
    throw new AppError(
      'wrong_column_type',
      `'${left.name}' of '${tables[0].name}' has ${sayType(left.storage)}, '${right.name}' of ` +
        `'${tables[1].name}' has ${sayType(right.storage)}: they are never equal.`,
      {
        column: right.name,
        fix:
          "Compare them as they are written ('as': 'text'), or read one of them as the other is " +
          '(reread with read_columns).',
      },
    );
  const [leftValue, rightValue] = sameKind(left.storage, right.storage, l, r);
  return { left, right, as: undefined, leftValue, rightValue };
}

/** Both as values that the database compares without rounding. */
function sameKind(left: string, right: string, l: string, r: string): [string, string] {
  if (left === right) return [l, r];
  if (familyOf(left) === 'date') return [castTo('TIMESTAMP', l), castTo('TIMESTAMP', r)];
  // A whole number beyond 2^53 as a double would equal its neighbours.
  if (left === 'BIGINT' && right === 'DOUBLE') return [l, wholeOf(r)];
  if (left === 'DOUBLE' && right === 'BIGINT') return [wholeOf(l), r];
  return left === 'DOUBLE' || right === 'DOUBLE' ? [`${l}::double`, `${r}::double`] : [l, r];
}

/** Two columns whose order is compared: of a fraction, too, there is a nearest whole number. */
export function compareOrder(
  key: JoinKey,
  tables: readonly [CombinedTable, CombinedTable],
): ComparedKey {
  const found = compareKey(key, tables);
  return found.left.storage !== found.right.storage &&
    [found.left.storage, found.right.storage].includes('DOUBLE')
    ? {
        ...found,
        leftValue: `l.${found.left.field}::double`,
        rightValue: `r.${found.right.field}::double`,
      }
    : found;
}

const wholeOf = (value: string): string =>
  `case when ${value} = trunc(${value}) then try_cast(${value} as bigint) end`;
