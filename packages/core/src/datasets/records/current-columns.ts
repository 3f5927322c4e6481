import { columnEntry, type CountedColumn, type Dictionary } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { columnsOf } from './columns-of.ts';
import type { Dataset, DatasetVersion } from './dataset.entity.ts';
import { applyDictionary } from './apply-dictionary.ts';

type Said = Pick<Dataset, 'id' | 'dictionaryRevision'>;

/** Columns that are kept, of all versions together. */
const mostKept = 40_000;

/** By version and revision of the dictionary: neither changes. */
const kept = new LRUCache<string, readonly CountedColumn[]>({
  maxSize: mostKept,
  sizeCalculation: (columns) => columns.length + 1,
});

/** The columns of a version with what people said about them. Throws not_found. */
export async function currentColumns(
  em: EntityManager,
  dataset: Said,
  version: Pick<DatasetVersion, 'id'>,
): Promise<readonly CountedColumn[]> {
  if (dataset.dictionaryRevision === 0) return columnsOf(em, version);
  const key = `${version.id} ${dataset.dictionaryRevision}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const [columns, { dictionary, revision }] = [
    await columnsOf(em, version),
    await dictionaryOf(em, dataset),
  ];
  const applied = applyDictionary(columns, dictionary);
  // Somebody may have changed it since the dataset was read.
  if (revision === dataset.dictionaryRevision) kept.set(key, applied);
  return applied;
}

/** What people said about the columns of a dataset, by their names. */
export async function dictionaryOf(
  em: EntityManager,
  { id }: Pick<Dataset, 'id'>,
): Promise<{ readonly dictionary: Dictionary; readonly revision: number }> {
  const [{ dictionary, revision }] = stored.parse(
    await em.execute(
      `select coalesce(dictionary, '{}')::text as dictionary, dictionary_revision as revision
       from dataset where id = ?`,
      [id],
    ),
  );
  return { dictionary, revision };
}

const stored = z.tuple([
  z.object({
    dictionary: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.record(z.string(), columnEntry)),
    revision: z.int(),
  }),
]);
