import { AppError, type TestQuestion, type TestResult } from '@columnist/contract';
import type { ServiceContext } from '../../context.ts';
import { analyzeAssociation } from './analyze-association.ts';
import { analyzeTimeSeries } from './analyze-time-series.ts';
import { compareGroups } from './compare-groups.ts';
import { findStructure } from './find-structure.ts';
import { fitRegression } from './fit-regression.ts';
import { testDistribution } from './test-distribution.ts';

/** Answers a question by the operation that it names. Throws as that does, and invalid_input. */
export async function askQuestion(
  ctx: ServiceContext,
  id: string,
  question: TestQuestion,
): Promise<TestResult> {
  switch (question.operation) {
    case 'compare_groups':
      return compareGroups(ctx, { id, ...question.options });
    case 'test_distribution':
      return testDistribution(ctx, { id, ...question.options });
    case 'fit_regression':
      return fitRegression(ctx, { id, ...question.options });
    case 'analyze_time_series':
      return analyzeTimeSeries(ctx, { id, ...question.options });
    case 'find_structure':
      return findStructure(ctx, { id, ...question.options });
    case 'analyze_association': {
      const found = await analyzeAssociation(ctx, { id, ...question.options });
      if ('matrix' in found)
        throw new AppError('invalid_input', 'A matrix of correlations is no test.', {
          errors: [{ field: 'question', message: 'Name a test of two columns.' }],
        });
      return found;
    }
  }
}
