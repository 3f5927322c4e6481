/**
 * Writes the sample answers that the browser shows where a plan includes no answer: what each
 * purpose of the Ask tab answers of the demo orders. Its test compares them with what the engine
 * answers today.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { powerOptions, type PowerResult, type TestResult } from '@columnist/contract';
import { openTestEngine } from '@columnist/workers/testing';
import { demoFile } from '../apps/web/src/features/datasets/demo-file.ts';
import { askMethod, type OfTable } from '@columnist/procedures/testing-methods';

export const samplesFolder = join(import.meta.dirname, '../apps/web/src/features/ask/samples');

const questions: Readonly<Record<string, readonly [OfTable, Readonly<Record<string, unknown>>]>> = {
  compare: ['compareGroups', { method: 'welch_anova', value: 'delivery_days', group: 'region' }],
  relate: ['association', { method: 'kendall', x: 'delivery_days', y: 'rating' }],
  explain: ['fitRegression', { method: 'linear', formula: 'delivery_days ~ region + quantity' }],
  series: [
    'timeSeries',
    {
      method: 'mann_kendall',
      value: 'delivery_days',
      time: 'day',
      every: 'week',
      aggregate: 'mean',
    },
  ],
  structure: [
    'structure',
    { method: 'principal_components', columns: ['quantity', 'discount', 'total', 'delivery_days'] },
  ],
  distribution: ['testDistribution', { method: 'anderson_darling', column: 'delivery_days' }],
};

/** The answer of each purpose, of the demo orders; of a design, where a study is planned. */
export async function sampleAnswers(): Promise<ReadonlyMap<string, TestResult | PowerResult>> {
  const tests = await openTestEngine();
  try {
    const { table } = await tests.admit(Buffer.from(await demoFile().arrayBuffer()));
    const design = powerOptions.parse({ method: 'two_sample_t', effect: 0.5, power: 0.8 });
    const answers = new Map<string, TestResult | PowerResult>([
      ['power', await tests.engine.calculatePower(design)],
    ]);
    for (const [purpose, [operation, options]] of Object.entries(questions)) {
      const found = await askMethod(tests.engine, table, operation, options);
      if (found === null) throw new Error(`The sample of ${purpose} has no answer.`);
      answers.set(purpose, found);
    }
    return answers;
  } finally {
    await tests.close();
  }
}

if (import.meta.main)
  for (const [purpose, answer] of await sampleAnswers())
    await writeFile(join(samplesFolder, `${purpose}.json`), `${JSON.stringify(answer)}\n`);
