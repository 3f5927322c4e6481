import {
  testQuestion,
  type DatasetColumn,
  type TestQuestion,
  type View,
} from '@columnist/contract';
import { measures, namesRows } from '../../lib/measures.ts';
import { isGrouping } from '../results/test-question.ts';

export type Kind = 'numbers' | 'number by groups' | 'groups' | null;

const isScale = ({ type }: DatasetColumn): boolean => type === 'number' || type === 'datetime';
/** Numbers of few values are groups beside another number. */
const isGroups = (column: DatasetColumn): boolean =>
  (column.type === 'category' || column.type === 'boolean') && isGrouping(column);

/** Which picture fits two columns; null where none does. */
export function kindOf(x: DatasetColumn, y: DatasetColumn): Kind {
  if (isScale(x) && isScale(y))
    return x.type === 'number' || y.type === 'number' ? 'numbers' : null;
  if (isGroups(x) && isGroups(y)) return 'groups';
  const [scale, groups] = isScale(x) ? [x, y] : [y, x];
  return scale.type === 'number' && isGrouping(groups)
    ? 'number by groups'
    : isGrouping(x) && isGrouping(y)
      ? 'groups'
      : null;
}

/** Two columns to begin with: numbers that vary, rather than identifiers and constants. */
export function firstPair(
  columns: readonly DatasetColumn[],
): readonly (DatasetColumn | undefined)[] {
  const interest = (column: DatasetColumn): number => {
    const { type, distinct } = column;
    if ((distinct ?? 0) < 2 || namesRows(column)) return 3;
    return measures(column) ? 0 : type === 'category' ? 1 : 2;
  };
  const [first, second] = columns.toSorted((a, b) => interest(a) - interest(b));
  return [first, second];
}

const methodOf = {
  numbers: 'kendall',
  'number by groups': 'correlation_ratio',
  groups: 'chi_square',
} as const;

/** The test that gives the coefficient; null where there is none. */
export function askedOf(
  kind: Kind,
  { x, y }: { readonly x: DatasetColumn; readonly y: DatasetColumn },
  view: View | undefined,
): TestQuestion | null {
  if (kind === null || (kind === 'numbers' && (x.type !== 'number' || y.type !== 'number')))
    return null;
  const columns = { x: x.name, y: y.name, ...(view === undefined ? {} : { view }) };
  return testQuestion.parse({
    operation: 'analyze_association',
    options: { method: methodOf[kind], ...columns },
  });
}
