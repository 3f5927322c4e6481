import type { View } from '@columnist/contract';
import { written, type SortKey, type RandomView } from './view-tree.ts';

/** The view as it is sent. */
export function sentView({ fill, derive, filter, dropMissing, sort }: RandomView): View {
  return {
    ...(fill === null
      ? {}
      : {
          impute: [
            {
              columns: [fill.column],
              method: 'median',
              ...(fill.by.length === 0 ? {} : { by: [...fill.by] }),
            },
          ],
        }),
    ...(derive.length === 0
      ? {}
      : { derive: derive.map(({ name, tree }) => ({ name, expression: written(tree) })) }),
    ...(filter === null ? {} : { filter: written(filter) }),
    ...(dropMissing === null
      ? {}
      : { drop_missing: dropMissing === true ? true : [...dropMissing] }),
    ...(sort.length === 0 ? {} : { sort: sort.map(sentKey) }),
  };
}

export const sentKey = ({ column: name, descending }: SortKey) => ({
  column: name,
  direction: descending ? ('descending' as const) : ('ascending' as const),
});
