import type { Severity } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';
import { Dataset } from '../records/dataset.entity.ts';

/** An alert that somebody has looked at, and why it may stay as it is. */
export const AlertDismissal = defineEntity({
  name: 'AlertDismissal',
  uniques: [{ name: 'alert_dismissal_key', properties: ['dataset', 'key'] }],
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade'),
    key: p.text(),
    reason: p.text(),
    by: () => p.manyToOne(User).deleteRule('cascade'),
    createdAt: p.datetime(),
    /** Which the alert had; it is open again where it is graver. Null where it did not occur. */
    severity: p.text().$type<Severity>().nullable(),
  },
});
export type AlertDismissal = InferEntity<typeof AlertDismissal>;
