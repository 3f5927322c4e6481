import * as agreement from './agreement/index.ts';
import * as categories from './categories/index.ts';
import * as correlation from './correlation/index.ts';
import * as fit from './fit/index.ts';
import * as items from './items/index.ts';
import * as measurements from './measurements/index.ts';
import * as models from './models/index.ts';
import * as normality from './normality/index.ts';
import * as numberAndGroups from './number-and-groups/index.ts';
import * as oneColumn from './one-column/index.ts';
import * as order from './order/index.ts';
import * as outliers from './outliers/index.ts';
import * as power from './power/index.ts';
import * as proportions from './proportions/index.ts';
import * as series from './series/index.ts';
import * as severalFactors from './several-factors/index.ts';
import * as severalGroups from './several-groups/index.ts';
import * as spread from './spread/index.ts';
import * as structure from './structure/index.ts';
import * as twoGroups from './two-groups/index.ts';
import type { AnyMethod } from './define-method.ts';
import type { Family } from './families.ts';
import { kindOf, namesColumns } from './field.ts';

/** The usual one of a family first. */
export const usualFirst = <Method extends Pick<AnyMethod, 'usual'>>(
  some: readonly Method[],
): Method[] => some.toSorted((a, b) => Number(b.usual ?? false) - Number(a.usual ?? false));

/**
 * Every statistical method, by the operation that asks it. Everything that lists methods reads
 * this.
 */
export const methods = {
  compareGroups: [
    ...usualFirst(Object.values(twoGroups)),
    ...usualFirst(Object.values(severalGroups)),
    ...usualFirst(Object.values(spread)),
    ...usualFirst(Object.values(oneColumn)),
    ...usualFirst(Object.values(measurements)),
    ...usualFirst(Object.values(proportions)),
    ...usualFirst(Object.values(severalFactors)),
  ],
  association: [
    ...usualFirst(Object.values(correlation)),
    ...usualFirst(Object.values(numberAndGroups)),
    ...usualFirst(Object.values(categories)),
    ...usualFirst(Object.values(agreement)),
    ...usualFirst(Object.values(items)),
  ],
  testDistribution: [
    ...usualFirst(Object.values(normality)),
    ...usualFirst(Object.values(fit)),
    ...usualFirst(Object.values(order)),
    ...usualFirst(Object.values(outliers)),
  ],
  fitRegression: usualFirst(Object.values(models)),
  timeSeries: usualFirst(Object.values(series)),
  structure: usualFirst(Object.values(structure)),
  calculatePower: usualFirst(Object.values(power)),
} as const;

/** Operations that ask methods. */
export type Asking = keyof typeof methods;
export const asking: readonly Asking[] = [
  'compareGroups',
  'testDistribution',
  'fitRegression',
  'timeSeries',
  'structure',
  'association',
  'calculatePower',
];
const all: readonly AnyMethod[] = Object.values(methods).flat();

/** Every method with the operation that asks it, e.g. compareGroups. */
export const everyMethod: readonly (readonly [Asking, AnyMethod])[] = asking.flatMap((operation) =>
  methods[operation].map((one) => [operation, one] as const),
);

/** The method of an operation by its path, e.g. datasets.compareGroups. */
export const methodNamed = (path: string, name: unknown): AnyMethod | undefined =>
  everyMethod.find(
    ([operation, { method }]) => path === `datasets.${operation}` && method === name,
  )?.[1];

/** The columns that an input names, in the order of its fields. */
export const columnsNamed = (
  { input }: AnyMethod,
  given: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(input).flatMap(([field, schema]) => {
    const kind = kindOf(schema);
    return kind === undefined || !namesColumns(kind)
      ? []
      : [given[field]].flat().filter((name) => typeof name === 'string');
  });

/** Methods as agents read of them. */
export const withNotes = (some: readonly AnyMethod[], between = ', '): string =>
  some
    .map(({ method, note }) => (note === undefined ? method : `${method} (${note})`))
    .join(between);

/** The methods of a family, so. */
export const listed = (family: Family, between?: string): string =>
  withNotes(
    usualFirst(all.filter((method) => method.family === family || method.alsoIn === family)),
    between,
  );
