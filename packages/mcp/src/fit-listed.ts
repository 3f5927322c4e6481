import { operations, type Operation } from '@columnist/contract';
import { z } from 'zod';
import type { Detail, JsonObject } from './fit-result.ts';

/**
 * Names of columns of each dataset in a concise list: 100 in all, so that few datasets show
 * more of themselves, and at least five of each.
 */
const namesOfEach = (datasets: number): number => Math.max(5, Math.floor(100 / datasets));

const listed = z.looseObject({
  items: z.array(
    z.looseObject({
      column_count: z.int(),
      columns: z.array(z.looseObject({ name: z.string() })),
    }),
  ),
});

export const isListOfDatasets = ({ path }: Operation): boolean =>
  path === operations.datasets.list.path;

/**
 * A concise list has of each dataset what it takes to choose one: what nearly all share (`ready`,
 * the first version) is said of the others alone, and how each was read is asked of one.
 */
export function shortenListed(value: JsonObject, detail: Detail): JsonObject {
  const list = detail === 'detailed' ? undefined : listed.safeParse(value).data;
  if (list === undefined) return value;
  const names = namesOfEach(list.items.length);
  return asObject.parse({
    ...list,
    items: list.items.map(
      ({ id, name, status, version, file_size, row_count, column_count, columns }) => ({
        id,
        name,
        ...(status === 'ready' ? {} : { status }),
        ...(version === 1 ? {} : { version }),
        file_size,
        row_count,
        column_count,
        columns: columns.slice(0, names).map((column) => column.name),
      }),
    ),
  });
}

const asObject = z.record(z.string(), z.json());
const shownColumns = z.looseObject({
  items: z.array(z.looseObject({ column_count: z.int(), columns: z.array(z.json()) })).min(1),
});
const cutSoFar = z.looseObject({
  cut: z
    .object({ limit: z.string(), lists: z.array(z.record(z.string(), z.json())) })
    .default({ limit: '', lists: [] }),
});
const rest = {
  concise:
    'get_dataset gives all columns of a dataset with their types, when it was made, its version ' +
    '(1 where none is said) and how it was read.',
  detailed: 'get_dataset gives every column of a dataset.',
};

/**
 * Says how many columns a list leaves out, of all datasets together, as each has its column_count;
 * and what gives the rest.
 */
export function sayLeftOut(value: JsonObject, detail: Detail): JsonObject {
  const items = shownColumns.safeParse(value).data?.items ?? [];
  if (items.length === 0) return value;
  const shown = items.reduce((sum, { columns }) => sum + columns.length, 0);
  const of = items.reduce((sum, { column_count }) => sum + column_count, 0);
  const next = rest[detail];
  if (shown === of) return detail === 'detailed' ? value : { ...value, next };
  const { cut } = cutSoFar.parse(value);
  const limit =
    detail === 'detailed'
      ? 'the first columns of each dataset'
      : `the first ${Math.max(...items.map(({ columns }) => columns.length))} columns of each dataset`;
  return {
    ...value,
    cut: {
      limit: [cut.limit, limit].filter((one) => one !== '').join(', '),
      lists: [...cut.lists, { field: 'items.columns', shown, of }],
    },
    next,
  };
}
