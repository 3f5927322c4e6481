import { columnEntry, type CountedColumn, type Dictionary } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { runStatement } from '../../database/run-statement.ts';
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

/** Characters that a dictionary has at most, as JSON. */
export const mostCharacters = 1_000_000;

/** Characters of dictionaries that are kept, of all datasets together. */
const mostCharactersKept = 8_000_000;

/** By dataset and revision, which is another after each change. */
const dictionaries = new LRUCache<string, { readonly dictionary: Dictionary; length: number }>({
  maxSize: mostCharactersKept,
  sizeCalculation: ({ length }) => length + 1,
});

/** What people said about the columns of a dataset, by their names. */
export async function dictionaryOf(
  em: EntityManager,
  { id }: Pick<Dataset, 'id'>,
): Promise<{ readonly dictionary: Dictionary; readonly revision: number }> {
  const [{ revision: now }] = revised.parse(
    await runStatement(em, 'select dictionary_revision as revision from dataset where id = $1', [
      id,
    ]),
  );
  const known = dictionaries.get(`${id} ${now}`);
  if (known !== undefined) return { dictionary: known.dictionary, revision: now };
  const [{ text, revision }] = stored.parse(
    await runStatement(
      em,
      "select coalesce(dictionary, '{}')::text as text, dictionary_revision as revision " +
        'from dataset where id = $1',
      [id],
    ),
  );
  const dictionary = z.record(z.string(), columnEntry).parse(JSON.parse(text));
  dictionaries.set(`${id} ${revision}`, { dictionary, length: text.length });
  return { dictionary, revision };
}

/** Keeps a dictionary as its next revision. */
export async function writeDictionary(
  em: EntityManager,
  { id }: Pick<Dataset, 'id'>,
  text: string,
  revision: number,
): Promise<void> {
  await runStatement(
    em,
    'update dataset set dictionary = $1::jsonb, dictionary_revision = $2 where id = $3',
    [text, revision, id],
  );
}

const revised = z.tuple([z.object({ revision: z.int() })]);
const stored = z.tuple([z.object({ text: z.string(), revision: z.int() })]);
