import type { View } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Dataset } from './dataset.entity.ts';

/** A view of a dataset under a name. */
export const SavedView = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  uniques: [{ name: 'saved_view_name', properties: ['dataset', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade'),
    name: p.text(),
    view: p.json<View>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type SavedView = InferEntity<typeof SavedView>;
