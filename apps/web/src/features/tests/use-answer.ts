import {
  associationOptions,
  comparisonOptions,
  distributionTestOptions,
  regressionOptions,
  structureOptions,
  timeSeriesOptions,
  type Association,
  type LedgerEntry,
  type TestQuestion,
  type TestResult,
} from '@columnist/contract';
import { trpc } from '../../lib/trpc.ts';
import { writeRegression } from '../models/regression-question.ts';
import { formOf } from './methods.ts';
import type { Asked } from './test-question.ts';

/** Where a question is asked over REST, and by which tool of an agent. */
export const doors = {
  compare: { path: (id: string) => `/api/v1/datasets/${id}/compare`, tool: 'compare_groups' },
  relate: {
    path: (id: string) => `/api/v1/datasets/${id}/association`,
    tool: 'analyze_association',
  },
  distribution: {
    path: (id: string) => `/api/v1/datasets/${id}/distribution`,
    tool: 'test_distribution',
  },
  regression: { path: (id: string) => `/api/v1/datasets/${id}/regression`, tool: 'fit_regression' },
  series: {
    path: (id: string) => `/api/v1/datasets/${id}/time-series`,
    tool: 'analyze_time_series',
  },
  structure: { path: (id: string) => `/api/v1/datasets/${id}/structure`, tool: 'find_structure' },
} as const;

interface Answer {
  readonly data: TestResult | Association | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** The answer to a question of the Tests tab, by the operation that has its method. */
export function useAnswer(id: string, asked: Asked): Answer {
  const options = { staleTime: Infinity, retry: false } as const;
  const compare = trpc.datasets.compareGroups.useQuery(
    asked.operation === 'compare'
      ? { id, ...asked.input }
      : { id, method: 'one_sample_t', value: 'x' },
    { ...options, enabled: asked.operation === 'compare' },
  );
  const relate = trpc.datasets.association.useQuery(
    asked.operation === 'relate'
      ? { id, ...asked.input }
      : { id, method: 'kendall', x: 'x', y: 'y' },
    { ...options, enabled: asked.operation === 'relate' },
  );
  const distribution = trpc.datasets.testDistribution.useQuery(
    asked.operation === 'distribution'
      ? { id, ...asked.input }
      : { id, method: 'shapiro_wilk', column: 'x' },
    { ...options, enabled: asked.operation === 'distribution' },
  );
  const regression = trpc.datasets.fitRegression.useQuery(
    asked.operation === 'regression'
      ? { id, ...asked.input }
      : { id, method: 'linear', formula: 'y ~ x' },
    { ...options, enabled: asked.operation === 'regression' },
  );
  const series = trpc.datasets.timeSeries.useQuery(
    asked.operation === 'series' ? { id, ...asked.input } : { id, method: 'overview', value: 'x' },
    { ...options, enabled: asked.operation === 'series' },
  );
  const structure = trpc.datasets.structure.useQuery(
    asked.operation === 'structure'
      ? { id, ...asked.input }
      : { id, method: 'little_mcar', columns: ['x', 'y'] },
    { ...options, enabled: asked.operation === 'structure' },
  );
  return { compare, relate, distribution, regression, series, structure }[asked.operation];
}

/** A test of the history as it can be asked again; null where its options are not known or no longer right. */
export function askedIn({
  operation,
  options,
}: Pick<LedgerEntry, 'operation' | 'options'> | TestQuestion): Asked | null {
  switch (operation) {
    case 'compare_groups': {
      const input = comparisonOptions.safeParse(options);
      return input.success ? { operation: 'compare', input: input.data } : null;
    }
    case 'analyze_association': {
      const input = associationOptions.safeParse(options);
      return input.success ? { operation: 'relate', input: input.data } : null;
    }
    case 'test_distribution': {
      const input = distributionTestOptions.safeParse(options);
      return input.success ? { operation: 'distribution', input: input.data } : null;
    }
    case 'fit_regression': {
      const input = regressionOptions.safeParse(options);
      return input.success ? { operation: 'regression', input: input.data } : null;
    }
    case 'analyze_time_series': {
      const input = timeSeriesOptions.safeParse(options);
      return input.success ? { operation: 'series', input: input.data } : null;
    }
    case 'find_structure': {
      const input = structureOptions.safeParse(options);
      return input.success ? { operation: 'structure', input: input.data } : null;
    }
    default:
      return null;
  }
}

const tabOf = {
  compare: 'tests',
  relate: 'tests',
  distribution: 'tests',
  series: 'series',
  structure: 'structure',
} as const;

/** The address of the tab that asks the question again. */
export function addressOf(asked: Asked): string {
  const { operation, input } = asked;
  const viewed = input.view === undefined ? {} : { view: JSON.stringify(input.view) };
  if (operation === 'regression')
    return `?${new URLSearchParams({ tab: 'regression', model: writeRegression(input), ...viewed }).toString()}`;
  const { method, view: _view, confidence_level: _, ...rest } = input;
  const own = formOf(operation, method)?.definition?.form?.ofInput(rest) ?? {};
  const fields = {
    ...rest,
    ...('distribution' in rest ? { distribution: undefined } : {}),
    ...own,
  };
  return `?${new URLSearchParams({ tab: tabOf[operation], test: JSON.stringify({ ask: operation, method, fields, run: true }), ...viewed }).toString()}`;
}

/** As results are shared and reported. */
export function questionOf(asked: Asked): TestQuestion {
  switch (asked.operation) {
    case 'compare':
      return { operation: doors.compare.tool, options: asked.input };
    case 'relate':
      return { operation: doors.relate.tool, options: asked.input };
    case 'distribution':
      return { operation: doors.distribution.tool, options: asked.input };
    case 'regression':
      return { operation: doors.regression.tool, options: asked.input };
    case 'series':
      return { operation: doors.series.tool, options: asked.input };
    case 'structure':
      return { operation: doors.structure.tool, options: asked.input };
  }
}
