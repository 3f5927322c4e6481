import { associationOptions, everyMethod, pText, type Asking } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { askMethod, type OfTable } from './testing-methods.ts';
import { wordingCsv, wordingInputs } from './testing-wording.ts';

const levels = [0.95, 0.999] as const;
const sides = ['two_sided', 'less', 'greater'] as const;

/** What is said of one question. */
interface Said {
  readonly asked: string;
  readonly operation: string;
  readonly method: string;
  readonly level: number;
  readonly side: string;
  readonly p: number | null;
  readonly hypotheses: { readonly null: string; readonly alternative: string } | null;
  readonly sentence: string;
  readonly apa: string;
  readonly estimate: { readonly low: number | null; readonly high: number | null } | null;
  readonly texts: readonly string[];
  readonly assumptions: readonly { readonly verdict: string; readonly said: string }[];
}

const isOfTable = (asking: Asking): asking is OfTable => asking !== 'calculatePower';

let tests: TestEngine;
let table: TableRef;
let all: Said[];

async function ask(
  operation: OfTable,
  given: Readonly<Record<string, unknown>>,
): Promise<Omit<Said, 'asked' | 'operation' | 'method' | 'level' | 'side'>> {
  const found = await askMethod(tests.engine, table, operation, given);
  if (found === null) {
    const matrix = await tests.engine.association(table, associationOptions.parse(given));
    if (!('matrix' in matrix)) throw new Error('A matrix comes without a test.');
    const { hypotheses, sentence, apa } = matrix;
    return {
      ...{ p: null, hypotheses, sentence, apa: apa.join(' '), estimate: null },
      ...{ texts: [sentence, ...apa], assumptions: [] },
    };
  }
  const { p_value: p, hypotheses, sentence, apa, estimate, assumptions, recommendation } = found;
  const texts = [
    sentence,
    apa,
    ...(hypotheses === null ? [] : [hypotheses.null, hypotheses.alternative]),
    ...assumptions.map(({ said }) => said),
    ...(recommendation === null ? [] : [recommendation.said]),
  ];
  return { p, hypotheses, sentence, apa, estimate: estimate?.ci ?? null, texts, assumptions };
}

beforeAll(async () => {
  tests = await openTestEngine();
  ({ table } = await tests.admit(wordingCsv));
  all = [];
  for (const [operation, method] of everyMethod) {
    if (!isOfTable(operation)) continue;
    const inputs = (wordingInputs[operation] ?? []).filter((one) => one['method'] === method.method);
    for (const input of inputs)
      for (const side of 'alternative' in method.input ? sides : sides.slice(0, 1))
        for (const level of levels) {
          const asked = {
            ...input,
            ...('alternative' in method.input ? { alternative: side } : {}),
            ...('confidence_level' in method.input ? { confidence_level: level } : {}),
          };
          all.push({
            asked: `${operation} ${JSON.stringify(asked)}`,
            operation,
            method: method.method,
            level,
            side,
            ...(await ask(operation, asked)),
          });
        }
  }
}, 120_000);
afterAll(() => tests.close());

const wrong = (isWrong: (said: Said) => boolean): string[] =>
  all.filter(isWrong).map(({ asked, sentence, apa }) => `${asked}\n${sentence}\n${apa}`);

describe('what every method says', () => {
  test('of both sides, at two levels, of what is there and what is not', async () => {
    const text = all
      .map(
        ({ asked, hypotheses, sentence, apa }) =>
          `${asked}\n  H0 ${hypotheses?.null ?? '–'}\n  H1 ${hypotheses?.alternative ?? '–'}\n  ${sentence}\n  ${apa}\n`,
      )
      .join('\n');
    await expect(text).toMatchFileSnapshot('wording.snapshot.txt');
  });
});
