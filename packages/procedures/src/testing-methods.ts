import {
  associationOptions,
  comparisonOptions,
  distributionTestOptions,
  regressionOptions,
  structureOptions,
  timeSeriesOptions,
  type Asking,
  type TestResult,
} from '@columnist/contract';
import type { Engine } from '@columnist/workers';
import type { TableRef } from '@columnist/tables/table/table-ref';

/** Operations that ask methods of a table. */
export type OfTable = Exclude<Asking, 'calculatePower'>;

/** Asks any method, with options as callers give them; null where it answers with a matrix. */
export async function askMethod(
  engine: Engine,
  table: TableRef,
  operation: OfTable,
  given: Readonly<Record<string, unknown>>,
): Promise<TestResult | null> {
  switch (operation) {
    case 'compareGroups':
      return engine.compareGroups(table, comparisonOptions.parse(given));
    case 'testDistribution':
      return engine.testDistribution(table, distributionTestOptions.parse(given));
    case 'fitRegression':
      return engine.fitRegression(table, regressionOptions.parse(given));
    case 'timeSeries':
      return engine.timeSeries(table, timeSeriesOptions.parse(given));
    case 'structure':
      return engine.structure(table, structureOptions.parse(given));
    case 'association': {
      const found = await engine.association(table, associationOptions.parse(given));
      return 'matrix' in found ? null : found;
    }
  }
}
