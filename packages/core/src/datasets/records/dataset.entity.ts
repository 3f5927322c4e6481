import type {
  Admission,
  AlertThresholds,
  BuiltFrom,
  CountedColumn,
  Description,
  Dialect,
  Dictionary,
  KeptReading,
  Recipe,
} from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';

/**
 * A dataset; `pending` while its first file is admitted, `draft` until its review is done: both
 * count against the limit until they expire.
 */
export const Dataset = defineEntity({
  name: 'Dataset',
  indexes: [{ name: 'dataset_owner_newest', properties: ['owner', 'createdAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    status: p.enum(['pending', 'draft', 'ready']),
    createdAt: p.datetime(),
    deletedAt: p.datetime().nullable().index(),
    /** When a pending dataset is given up, and a draft removed. */
    reservedUntil: p.datetime().nullable().index(),
    /** Bytes that count towards the storage allowance: of every file of every version. */
    storedBytes: p.bigint('number'),
    currentVersion: p.integer(),
    /**
     * Its rows were sent by a credential that may not read rows: they may be guesses at those of
     * other datasets, which must not be confirmed by a comparison.
     */
    sentNarrowed: p.boolean().default(false),
    /**
     * How often a credential that may not read rows was refused because of what was answered
     * before: each refusal tells something.
     */
    refusedNarrowed: p.integer().default(0),
    /** From where on it has alerts; null where nobody changed them. */
    alertThresholds: p.json<AlertThresholds>().nullable(),
    /** How it was made of other datasets; null of what was uploaded. */
    recipe: p.json<Recipe>().nullable(),
    /** Why it could not be made of the newest versions of its sources; null where it could. */
    rebuildProblem: p.text().nullable(),
    /** What people say about its columns, by their names; asked for by `columnsOf`. */
    dictionary: p.json<Dictionary>().lazy().nullable(),
    /** How often that was changed. */
    dictionaryRevision: p.integer().default(0),
  },
});
export type Dataset = Omit<InferEntity<typeof Dataset>, 'dictionary'>;

/**
 * What was admitted at one time: the file as uploaded, the table made of it, and what is known of
 * both.
 */
export const DatasetVersion = defineEntity({
  name: 'DatasetVersion',
  uniques: [{ name: 'dataset_version_number', properties: ['dataset', 'number'] }],
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade'),
    number: p.integer(),
    createdAt: p.datetime(),
    fileSize: p.bigint('number'),
    sha256: p.text().index(),
    rowCount: p.bigint('number'),
    originalKey: p.text(),
    parquetKey: p.text(),
    /** Lines that were changed; null where there are none. */
    repairsKey: p.text().nullable(),
    madeBy: p.enum(['upload', 'replace', 'append', 'reread', 'rebuild']),
    /** The versions of other datasets that it was made of. */
    builtFrom: p.json<BuiltFrom>().nullable(),
    /** What was stated about the file. */
    reading: p.json<KeptReading>(),
    engineVersion: p.text(),
    /** Megabytes for a wide table: asked for by `columnsOf`. */
    columns: p.json<readonly CountedColumn[]>().lazy(),
    dialect: p.json<Dialect>(),
    admission: p.json<Admission>(),
    /** Bytes of what was made of the file: the table, the repaired lines, the description. */
    derivedBytes: p.bigint('number').default(0),
    /** File of the description with default options; null where `profile` has it. */
    profileKey: p.text().nullable(),
    /** As earlier releases kept it. */
    profile: p.json<Description>().lazy().nullable(),
  },
});
export type DatasetVersion = Omit<InferEntity<typeof DatasetVersion>, 'columns'>;
