import { operations, type Operation } from '@columnist/contract';
import { z } from 'zod';
import type { Detail, JsonObject } from './fit-result.ts';

/** Columns of each dataset in a concise list: enough to know it again. */
export const listedColumns = 8;

const listed = z.looseObject({
  items: z.array(
    z.looseObject({
      column_count: z.int(),
      columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
    }),
  ),
});

export const isListOfDatasets = ({ path }: Operation): boolean =>
  path === operations.datasets.list.path;

/** A concise list names datasets and their first columns; how each was read is asked of one. */
export function shortenListed(value: JsonObject, detail: Detail): JsonObject {
  const list = detail === 'detailed' ? undefined : listed.safeParse(value).data;
  if (list === undefined) return value;
  return asObject.parse({
    ...list,
    items: list.items.map(
      ({ sha256: _sha256, dialect: _dialect, admission: _admission, columns, ...item }) => ({
        ...item,
        columns: columns.slice(0, listedColumns).map(({ name, type }) => ({ name, type })),
      }),
    ),
  });
}

const asObject = z.record(z.string(), z.json());
const cutSoFar = z.looseObject({
  cut: z
    .object({ limit: z.string(), lists: z.array(z.record(z.string(), z.json())) })
    .default({ limit: '', lists: [] }),
});

/** Says which columns a list leaves out, as of every other list that is cut. */
export function sayColumnsLeftOut(value: JsonObject, detail: Detail): JsonObject {
  const lists = (listed.safeParse(value).data?.items ?? []).flatMap(
    ({ columns, column_count: of }, i) =>
      columns.length < of ? [{ field: `items.${i}.columns`, shown: columns.length, of }] : [],
  );
  if (lists.length === 0) return value;
  const { cut } = cutSoFar.parse(value);
  const limit =
    detail === 'detailed'
      ? 'the first columns of each dataset'
      : `${listedColumns} columns of each dataset`;
  return {
    ...value,
    cut: {
      limit: [cut.limit, limit].filter((one) => one !== '').join(', '),
      lists: [...cut.lists, ...lists],
    },
  };
}
