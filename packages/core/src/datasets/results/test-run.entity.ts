import { doors, vias } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';
import { Dataset } from '../records/dataset.entity.ts';

/** A statistical test that was run on a dataset; the same question asked again counts once. */
export const TestRun = defineEntity({
  name: 'TestRun',
  uniques: [{ name: 'test_run_question', properties: ['dataset', 'question'] }],
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade'),
    /** Digest of operation, options at the usual level of confidence, and version. */
    question: p.text(),
    operation: p.text(),
    method: p.text(),
    /** As asked, so that it can be asked again. */
    options: p.json<Record<string, unknown>>(),
    /** In which its view was written: see `viewLanguage`. */
    language: p.smallint().default(1),
    columns: p.json<string[]>(),
    /** What it asked, in words; null where an earlier version ran it. */
    asked: p.text().nullable(),
    sentence: p.text(),
    version: p.integer(),
    pValue: p.double().$type<number>(),
    by: () => p.manyToOne(User).deleteRule('cascade'),
    via: p.enum(vias),
    door: p.enum(doors),
    times: p.integer(),
    createdAt: p.datetime(),
  },
});
export type TestRun = InferEntity<typeof TestRun>;
