import { authOperations } from './accounts/operations.ts';
import { adminOperations } from './admin/operations.ts';
import { datasetsOperations } from './datasets/operations.ts';
import type { Operation } from './operation.ts';
import { usageOperations } from './usage/operations.ts';

/** The one table: everything that can be asked, by router. */
export const operations = {
  auth: authOperations,
  datasets: datasetsOperations,
  usage: usageOperations,
  admin: adminOperations,
} as const;

export const allOperations: readonly Operation[] = Object.values(operations).flatMap((router) =>
  Object.values<Operation>(router),
);

/**
 * Queries that compute from rows, as their cost says: they take their time, and their input may be
 * long.
 */
export const computes = ({ kind, cost }: Pick<Operation, 'kind' | 'cost'>): boolean =>
  kind === 'query' && cost > 0;
