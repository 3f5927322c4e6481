import { overAllRows, viewLanguage, type View } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Dataset } from '../records/dataset.entity.ts';

/** A view of a dataset under a name. */
export const SavedView = defineEntity({
  name: 'SavedView',
  uniques: [{ name: 'saved_view_name', properties: ['dataset', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade'),
    name: p.text(),
    view: p.json<View>(),
    /** In which it was written: see `viewLanguage`. */
    language: p.smallint().default(1),
    /** Who saved it last, in words. */
    savedBy: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
export type SavedView = InferEntity<typeof SavedView>;

/** The view with the meaning that it was saved with. */
export const meaningOf = ({ view, language }: Pick<SavedView, 'view' | 'language'>): View =>
  language < viewLanguage ? overAllRows(view) : view;
