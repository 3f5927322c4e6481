import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exactSummaries, sharedData } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createEngine, type Engine } from './index.ts';

/**
 * Exact rational arithmetic computed these figures (ours must agree to 1e-12), and NIST certified
 * its own to 15 digits.
 */
const datasets = sharedData('datasets');
const nist = sharedData('nist');
const certified = z.object({
  univariate: z.record(z.string(), z.object({ n: z.int(), mean: z.string(), sd: z.string() })),
});

const exactSets = exactSummaries();
const certifiedSets = nist.isHere
  ? Object.entries(
      certified.parse(JSON.parse(readFileSync(join(nist.path, 'certified.json'), 'utf8')))
        .univariate,
    )
  : [];
const options = { quantiles: [], confidence_level: 0.95, correlations: false, plot: false };

function expectClose(
  actual: number | string | null,
  exact: string,
  digits: number,
  what: string,
): void {
  const wanted = Number(exact);
  const error =
    wanted === 0 ? Math.abs(Number(actual)) : Math.abs(Number(actual) - wanted) / Math.abs(wanted);
  expect(error, `${what}: ${actual} against ${exact}`).toBeLessThanOrEqual(10 ** -digits);
}

describe.skipIf(!datasets.isHere || !nist.isHere)(
  `figures of real files${datasets.note}${nist.note}`,
  () => {
    let folder: string;
    let engine: Engine;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'columnist-exact-'));
      engine = createEngine({ tempDir: join(folder, 'temp') });
    });
    afterAll(async () => {
      await engine.close();
      await rm(folder, { recursive: true });
    });

    it.each(exactSets)('%s equals exact arithmetic to 1e-12', async (_, expected) => {
      const description = await engine.describeFile(join(datasets.path, expected.file), options);
      expect(description.n_used).toBe(expected.rows);
      expect(description.columns).toHaveLength(expected.columns);
      for (const [name, exact] of Object.entries(expected.numeric)) {
        const column = description.columns.find((candidate) => candidate.name === name);
        if (column?.type !== 'number') throw new Error(`${name} is not a number column`);
        expect({ n: column.n, missing: column.missing, distinct: column.distinct }).toEqual({
          n: exact.n,
          missing: exact.missing,
          distinct: exact.distinct,
        });
        const pairs: [number | string | null, string][] = [
          [column.min, exact.min],
          [column.max, exact.max],
          [column.q1, exact.q1_type7],
          [column.median, exact.median],
          [column.q3, exact.q3_type7],
          [column.sum, exact.sum],
          [column.mean, exact.mean],
          [column.variance, exact.var_samp],
          [column.sd, exact.sd_samp],
        ];
        for (const [actual, wanted] of pairs) expectClose(actual, wanted, 12, name);
      }
    });

    it.each(certifiedSets)('NIST %s: n, mean and sd to fourteen digits', async (name, exact) => {
      const description = await engine.describeFile(
        join(nist.path, `csv/univariate_${name}.csv`),
        options,
      );
      const [column] = description.columns;
      if (column?.type !== 'number') throw new Error(`${name} is not a number column`);
      expect(column.n).toBe(exact.n);
      expectClose(column.mean, exact.mean, 14, 'mean');
      expectClose(column.sd, exact.sd, 14, 'sd');
    });
  },
);
