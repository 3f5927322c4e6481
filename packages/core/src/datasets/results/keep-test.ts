import { AppError, operations, type InputOf, type TestResult } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { askQuestion } from './ask-question.ts';

/**
 * Asks the question again and enters it into the ledger of its dataset. Throws as the test does, and
 * conflict where the ledger is full.
 */
export async function keepTest(
  ctx: ServiceContext,
  { id, question }: InputOf<(typeof operations)['datasets']['keepTest']>,
): Promise<TestResult> {
  authorize(ctx, operations.datasets.keepTest);
  const result = await askQuestion({ ...ctx, keeps: true }, id, question);
  const notEntered = (result.by ?? result.multiplicity)?.not_entered;
  if (notEntered !== undefined)
    throw new AppError('conflict', notEntered, {
      fix: 'Save its rows as a dataset of their own, which has a ledger of its own.',
    });
  return result;
}
