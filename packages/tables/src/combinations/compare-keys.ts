import { AppError, findColumn, type CountedColumn, type JoinKey } from '@columnist/contract';
import { fieldsOf, type FieldColumn } from '../table/table-column.ts';
import {
  castTo,
  commonStorage,
  decimalForValues,
  familyOf,
  isExactInDouble,
  textOf,
} from './common-storage.ts';
import type { CombinedTable } from './combined.ts';

type Column = CountedColumn & FieldColumn;

/** Two columns that are compared, and the SQL of what is compared on each side. */
export interface ComparedKey {
  readonly left: Column;
  readonly right: Column;
  readonly as: JoinKey['as'];
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
  if (key.as !== undefined) {
    const of = (text: string): string => (key.as === 'any_case' ? `lower(${text})` : text);
    return {
      left,
      right,
      as: key.as,
      leftValue: of(textOf(left, l)),
      rightValue: of(textOf(right, r)),
    };
  }
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
  const [leftValue, rightValue] = sameKind(left, right, l, r);
  return { left, right, as: undefined, leftValue, rightValue };
}

/**
 * Both as values that the database compares without rounding. A value that is there stays one: a
 * missing one would count as no key, and in two versions of a table as no change.
 */
function sameKind(left: Column, right: Column, l: string, r: string): [string, string] {
  if (left.storage === right.storage) return [l, r];
  if (familyOf(left.storage) === 'date') return [castTo('TIMESTAMP', l), castTo('TIMESTAMP', r)];
  const hasDouble = left.storage === 'DOUBLE' || right.storage === 'DOUBLE';
  if (!hasDouble) {
    const common = commonStorage([left, right]);
    // Of two wide decimals no decimal may hold both, but the same number has the same digits.
    return common === null
      ? [textOf(left, l), textOf(right, r)]
      : [castTo(common, l), castTo(common, r)];
  }
  // A whole number beyond 2^53 as a double would equal its neighbours.
  if (left.storage === 'BIGINT' || right.storage === 'BIGINT')
    return [digitsOf(left, l), digitsOf(right, r)];
  return isExactInDouble(left) && isExactInDouble(right)
    ? [`${l}::double`, `${r}::double`]
    : [shortestOf(left, l), shortestOf(right, r)];
}

/**
 * Two columns whose order is compared: of a fraction, too, there is a nearest whole number. Throws
 * wrong_column_type where no number has room for the digits of both.
 */
export function compareOrder(
  key: JoinKey,
  tables: readonly [CombinedTable, CombinedTable],
): ComparedKey {
  const found = compareKey(key, tables);
  const { left, right } = found;
  if (left.storage === right.storage || familyOf(left.storage) !== 'number') return found;
  const storage = [left.storage, right.storage].includes('DOUBLE')
    ? 'DOUBLE'
    : (commonStorage([left, right]) ?? decimalForValues([left, right]));
  if (storage === null)
    throw new AppError(
      'wrong_column_type',
      `'${left.name}' of '${tables[0].name}' and '${right.name}' of '${tables[1].name}' have too ` +
        'many digits before and behind the decimal point: their order cannot be found exactly.',
      {
        column: right.name,
        fix: 'Save one of them by SQL with fewer decimals, or as a double, and join what you saved.',
      },
    );
  return {
    ...found,
    leftValue: castTo(storage, `l.${left.field}`),
    rightValue: castTo(storage, `r.${right.field}`),
  };
}

/** A whole number of any storage as its digits alone; no other number is written like this. */
const digitsOf = ({ storage }: Column, value: string): string =>
  storage === 'BIGINT'
    ? `${value}::varchar`
    : `case when ${value} = trunc(${value}) and try_cast(${value} as bigint) is not null ` +
      `then cast(${value} as bigint)::varchar else ${value}::varchar end`;

/**
 * A number as the shortest text that makes the same double; a decimal with more digits than that, as
 * all its digits, for as a double it would equal its neighbours.
 */
const shortestOf = ({ storage }: Column, value: string): string => {
  if (storage === 'DOUBLE') return `(${value} + 0)::varchar`;
  const shortest = `(${value}::double)::varchar`;
  return `case when try_cast(${shortest} as ${storage}) = ${value} then ${shortest} else ${value}::varchar end`;
};
