import {
  keptQuestion,
  operations,
  type LedgerEntry,
  type Operation,
  type TestQuestion,
} from '@columnist/contract';
import { formOfCall } from './test-question.ts';

const tools: readonly Operation[] = Object.values(operations.datasets);

/** The operation that answers a question, named as agents name it. */
export function operationOf({ operation: tool }: TestQuestion): Operation {
  const found = tools.find(({ mcp }) => mcp?.name === tool);
  if (found === undefined) throw new Error(`No operation is the tool '${tool}'.`);
  return found;
}

/** A question as a call over REST and by an agent. */
export function callAs(
  id: string,
  question: TestQuestion,
): { readonly path: string; readonly tool: string; readonly input: object } {
  const path = operationOf(question).rest?.path.replace('{id}', id) ?? '';
  return { path, tool: question.operation, input: question.options };
}

/**
 * A test of the history as it can be asked again; null where its options are not known or no longer
 * right.
 */
export const questionIn = ({
  operation,
  options,
}: Pick<LedgerEntry, 'operation' | 'options'> | TestQuestion): TestQuestion | null =>
  keptQuestion.safeParse({ operation, options }).data ?? null;

/** The address that asks the question again. */
export function addressOf(question: TestQuestion): string {
  const { view, ...options } = question.options;
  const viewed = view === undefined ? {} : { view: JSON.stringify(view) };
  const form = formOfCall(question);
  const asked = form === null ? { model: JSON.stringify(options) } : { test: JSON.stringify(form) };
  return `?${new URLSearchParams({ tab: 'ask', ...asked, ...viewed }).toString()}`;
}
