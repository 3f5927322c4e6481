import { AppError, operations, type Call, type Operation } from '@columnist/contract';
import { z } from 'zod';
import { readAnswer } from './fit-answer.ts';
import type { Scope } from './tools.ts';

const saved = z.array(z.object({ name: z.string(), in_words: z.array(z.string()) }));

/**
 * What is said of a dataset, with the views that can be named in any call about it. Views name
 * values of cells: a credential that reads no rows is shown none.
 */
export async function withSavedViews(
  answer: unknown,
  operation: Operation,
  { call, scopes, signal }: { call: Call; scopes: Scope['scopes']; signal: AbortSignal },
): Promise<unknown> {
  if (operation.path !== operations.datasets.get.path) return answer;
  if (scopes?.includes('rows') === false) return answer;
  const dataset = z.looseObject({ id: z.string() }).parse(readAnswer(answer));
  const views = await call(operations.datasets.listViews.path, { id: dataset.id }, signal)
    .then((found) => saved.parse(readAnswer(found)))
    .catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    });
  return views.length === 0 ? answer : { ...dataset, saved_views: views };
}
