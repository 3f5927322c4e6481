import { operations, type InputOf, type TestResult } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { askQuestion } from './ask-question.ts';

/** Asks the question again and enters it into the ledger of its dataset. Throws as the test does. */
export async function keepTest(
  ctx: ServiceContext,
  { id, question }: InputOf<(typeof operations)['datasets']['keepTest']>,
): Promise<TestResult> {
  authorize(ctx, operations.datasets.keepTest);
  return askQuestion({ ...ctx, keeps: true }, id, question);
}
