import type { Report as WireReport } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Dataset } from '../records/dataset.entity.ts';

/** The results of a dataset that were chosen for its report, with words of their author. */
export const Report = defineEntity({
  name: 'Report',
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.oneToOne(Dataset).owner().deleteRule('cascade'),
    /** How often it was changed: who changes an older one is refused. */
    revision: p.integer(),
    title: p.text(),
    introduction: p.text(),
    items: p.json<WireReport['items']>(),
    /** In which the views of its questions are written: see `viewLanguage`. */
    language: p.smallint(),
    changedAt: p.datetime(),
  },
});
export type Report = InferEntity<typeof Report>;
