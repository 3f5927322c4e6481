import type { DatasetColumn, View } from '@columnist/contract';
import { isGrouping, type Asked } from '../tests/test-question.ts';

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
  const interest = ({ type, distinct, name, picture }: DatasetColumn): number =>
    distinct < 2 || /(^|[^a-z])id$/i.test(name)
      ? 3
      : type === 'number' && picture?.kind === 'number'
        ? 0
        : type === 'category'
          ? 1
          : 2;
  const [first, second] = columns.toSorted((a, b) => interest(a) - interest(b));
  return [first, second];
}

/** The test that gives the coefficient; null where there is none. */
export function askedOf(
  kind: Kind,
  { x, y }: { readonly x: DatasetColumn; readonly y: DatasetColumn },
  view: View | undefined,
): Asked | null {
  const common = {
    x: x.name,
    y: y.name,
    confidence_level: 0.95,
    ...(view === undefined ? {} : { view }),
  };
  switch (kind) {
    case 'numbers':
      return x.type === 'number' && y.type === 'number'
        ? { operation: 'relate', input: { method: 'kendall', alternative: 'two_sided', ...common } }
        : null;
    case 'number by groups':
      return { operation: 'relate', input: { method: 'correlation_ratio', ...common } };
    case 'groups':
      return { operation: 'relate', input: { method: 'chi_square', correct: false, ...common } };
    case null:
      return null;
  }
}
