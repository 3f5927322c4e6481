import { description, operations } from '@columnist/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { aggregateDataset } from '../datasets/results/aggregate-dataset.ts';
import { analyzeDataset } from '../datasets/results/analyze-dataset.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { guardAnswer } from './guard-answer.ts';
import { openWithKey } from './testing-key.ts';

/** Of 60 people one has a bonus, four a commission, and fifteen worked overtime, three of them in X. */
const people = Array.from({ length: 60 }, (_, i) => ({
  dept: i < 20 ? 'X' : i < 40 ? 'Y' : 'Z',
  bonus: i === 6 ? 77_777 : 0,
  commission: i % 15 === 6 ? 1000 + 13 * i : 0,
  overtime: i < 3 || (i >= 20 && i < 26) || (i >= 40 && i < 46) ? 50 + 7 * i : 0,
  age: 20 + ((i * 7) % 40),
}));
const csv = `dept,bonus,commission,overtime,age\n${people.map((one) => Object.values(one).join()).join('\n')}\n`;

let app: TestCore;
let ctx: ServiceContext;
let id: string;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ ctx, id } = await openWithKey(app, csv));
});

const described = async (options: object = {}) => {
  const { analyze } = operations.datasets;
  return description.parse(
    await guardAnswer(ctx, analyze, analyze.input.parse({ id, ...options }), (input) =>
      analyzeDataset(ctx, analyze.input.parse(input)),
    ),
  );
};
const aggregated = async (statistic: string, of: string, options: object = {}) => {
  const { aggregate } = operations.datasets;
  const asked = aggregate.input.parse({ id, aggregates: [{ statistic, of }], ...options });
  return aggregate.output.parse(
    await guardAnswer(ctx, aggregate, asked, (input) =>
      aggregateDataset(ctx, aggregate.input.parse(input)),
    ),
  );
};
const tooFew = expect.objectContaining({ code: 'too_few_rows' });
const overtimeOf = (dept: string): number =>
  people.reduce((sum, one) => sum + (one.dept === dept ? one.overtime : 0), 0);

describe('sums of a column in which nearly all rows are alike', () => {
  test.each(['bonus', 'commission'])(
    'are given of no rows where 1 to 4 differ: %s',
    async (name) => {
      const { columns } = await described();
      const none = { sum: null, mean: null, mean_ci: null, sd: null, variance: null };
      expect(columns.find((one) => one.name === name)).toMatchObject(none);
      expect(columns.find((one) => one.name === 'age')).toMatchObject({
        sum: people.reduce((sum, one) => sum + one.age, 0),
      });
      for (const statistic of ['sum', 'mean', 'sd', 'standard_error', 'mean_ci_high'])
        for (const options of [{}, { group_by: ['dept'] }, { view: { filter: "dept <> 'X'" } }])
          await expect(aggregated(statistic, name, options)).rejects.toThrow(tooFew);
      // It is known from the column, so no refusal is counted.
      const { refusedNarrowed } = await ctx.em.fork().findOneOrFail(Dataset, { id });
      expect(refusedNarrowed).toBe(0);
      expect((await aggregated('median', name)).items).toEqual([[0]]);
    },
  );

  test('are given of sets in which none or five rows differ', async () => {
    await expect(aggregated('sum', 'overtime', { group_by: ['dept'] })).rejects.toThrow(tooFew);
    for (const filter of ["dept = 'X'", "dept <> 'X'"])
      await expect(aggregated('sum', 'overtime', { view: { filter } })).rejects.toThrow(tooFew);
    expect((await aggregated('sum', 'overtime')).items).toEqual([
      [overtimeOf('X') + overtimeOf('Y') + overtimeOf('Z')],
    ]);
    expect((await aggregated('sum', 'overtime', { view: { filter: "dept = 'Y'" } })).items).toEqual(
      [[overtimeOf('Y')]],
    );
    // What is left beside both are the three of X.
    await expect(aggregated('sum', 'overtime', { view: { filter: "dept = 'Z'" } })).rejects.toThrow(
      tooFew,
    );
  });
});

describe('quantiles', () => {
  test('are the usual ones alone', async () => {
    for (const p of [0.2, 0.45, 0.9001]) {
      await expect(described({ quantiles: [p] })).rejects.toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
      await expect(
        aggregated('quantile', 'age', { aggregates: [{ statistic: 'quantile', of: 'age', p }] }),
      ).rejects.toThrow(expect.objectContaining({ code: 'forbidden' }));
    }
    const { columns } = await described({ quantiles: [0.1, 0.9] });
    expect(columns.find(({ name }) => name === 'age')).toMatchObject({
      quantiles: [{ p: 0.1 }, { p: 0.9 }],
    });
  });
});
