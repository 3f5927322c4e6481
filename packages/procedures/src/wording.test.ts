import { associationOptions, everyMethod, type Asking } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { askMethod, type OfTable } from './testing-methods.ts';
import { wordingCsv, wordingInputs } from './testing-wording.ts';
import { pAgainst } from './verdict.ts';
import { exactly, ofUnit, short, twoPlaces, withError } from './words.ts';

const levels = [0.95, 0.999] as const;
const atOnce = 4;
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
      p: null,
      hypotheses,
      sentence,
      apa: apa.join(' '),
      estimate: null,
      texts: [sentence, ...apa],
      assumptions: [],
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
  const questions = everyMethod.flatMap(([operation, { method, input: fields }]) => {
    if (!isOfTable(operation)) return [];
    const inputs = (wordingInputs[operation] ?? []).filter((one) => one['method'] === method);
    const leveled = 'confidence_level' in fields;
    return inputs.flatMap((input) =>
      ('alternative' in fields && !('alternative' in input)
        ? sides
        : (['two_sided'] as const)
      ).flatMap((side) =>
        (leveled ? levels : [0.95]).map((level) => ({
          operation,
          method,
          level,
          side,
          given: {
            ...('alternative' in fields ? { alternative: side } : {}),
            ...input,
            ...(leveled ? { confidence_level: level } : {}),
          },
        })),
      ),
    );
  });
  all = [];
  // The engine refuses more than a few waiting analyses.
  for (let start = 0; start < questions.length; start += atOnce)
    all.push(
      ...(await Promise.all(
        questions.slice(start, start + atOnce).map(async ({ given, ...question }) => ({
          ...question,
          asked: `${question.operation} ${JSON.stringify(given)}`,
          ...(await ask(question.operation, given)),
        })),
      )),
    );
}, 300_000);
afterAll(() => tests.close());

/** The p of equivalence is the larger one of two one-sided tests. */
const isOfTwoTests = (method: string): boolean => method.startsWith('tost');

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

  test('of every method, found and not found', () => {
    const lacking = everyMethod.flatMap(([operation, { method }]) => {
      const own = all.filter((one) => one.operation === operation && one.method === method);
      const tested = own.filter(({ p }) => p !== null);
      return !isOfTable(operation) ||
        (own.length > 0 &&
          (tested.length === 0 ||
            (tested.some(({ p }) => (p ?? 1) < 0.05) && tested.some(({ p }) => (p ?? 0) >= 0.05))))
        ? []
        : [method];
    });
    expect(lacking).toEqual([]);
  });

  test('is decided at the level that was asked for', () => {
    expect(
      wrong(
        ({ p, level, sentence }) =>
          p !== null &&
          sentence.startsWith('These data do not show that ') !==
            !(p < Math.round((1 - level) * 1e6) / 1e6),
      ),
    ).toEqual([]);
    // Both levels decide otherwise of some.
    expect(all.some(({ p, level }) => level === 0.999 && p !== null && p > 0.001 && p < 0.05)).toBe(
      true,
    );
  });

  test('never contradicts the interval beside it, or says that it does', () => {
    const none = new Map([
      ['fisher_exact', 1],
      ['one_proportion', NaN],
    ]);
    expect(
      wrong(({ operation, method, p, level, estimate, sentence }) => {
        const at = none.get(method) ?? 0;
        if (p === null || estimate === null || Number.isNaN(at)) return false;
        if (operation === 'fitRegression' || method.startsWith('tost')) return false;
        const includes = (estimate.low ?? -Infinity) <= at && (estimate.high ?? Infinity) >= at;
        const found = p < Math.round((1 - level) * 1e6) / 1e6;
        return includes === found && !sentence.includes('computed in another way than p');
      }),
    ).toEqual([]);
  });

  test('names its side', () => {
    expect(
      wrong(
        ({ method, side, sentence, apa, hypotheses, p }) =>
          p !== null &&
          (side === 'two_sided'
            ? /one-sided p/.test(sentence) || apa.includes('one-tailed') !== isOfTwoTests(method)
            : !sentence.includes('one-sided p') ||
              !apa.includes('(one-tailed)') ||
              !(side === 'less'
                ? /smaller|falls/.test(hypotheses?.alternative ?? '')
                : /larger|rises/.test(hypotheses?.alternative ?? ''))),
      ),
    ).toEqual([]);
  });

  test('has hypotheses where it has p, the alternative as a claim', () => {
    expect(
      wrong(
        ({ p, hypotheses }) =>
          p !== null &&
          (hypotheses === null ||
            !/^(The|All) .*\.$/.test(hypotheses.null) ||
            !/^The .*\.$/.test(hypotheses.alternative) ||
            hypotheses.null === hypotheses.alternative),
      ),
    ).toEqual([]);
  });

  test('accepts no null hypothesis', () => {
    const accepting =
      /\b(has no|have no|is normal(ly)?|no more than chance|compatible with|nothing speaks against|speaks against|no clear|are the same\b.*\(p|equivalent to none|is stationary|are independent|proves?|accepted)\b/i;
    expect(
      wrong(
        ({ sentence, apa, assumptions }) =>
          accepting.test(sentence.replaceAll(/That it is stationary is (not )?rejected/g, '')) ||
          accepting.test(apa) ||
          // What was tested was at most not doubted; only what was counted holds.
          assumptions.some(({ verdict, said }) => verdict === 'holds' && /\bp [<=>]/.test(said)),
      ),
    ).toEqual([]);
  });

  test('writes numbers as APA does', () => {
    const unit =
      'p|R²|adjusted R²|McFadden R²|r|ρ|τ|τ-b|η²?|ω²|ε²|φ|α|κ|W|D|V|AUC|correlation|proportion|autocorrelation';
    const zero = new RegExp(`(^|[ (’])(${unit})(\\([^)]*\\))? [=<>] \u2212?0\\.`, 'u');
    const zeroOf = /(Cramér’s V|Cohen’s κ|Cronbach’s α|Kendall’s [Wτ]\S*|η² of \S+) = \u2212?0\./u;
    expect(
      wrong(({ texts }) =>
        texts.some(
          (text) =>
            zero.test(text) ||
            zeroOf.test(text) ||
            // No hyphen for minus, no p of 0, no trailing zeros of sums of ranks.
            /[ [(]-\d|p = \.000|\b[UV] = \d+\.\d0\b|NaN|undefined|'/.test(text),
        ),
      ),
    ).toEqual([]);
  });

  test('has the number of rows beside χ², and decimals in degrees of freedom only by Welch', () => {
    expect(wrong(({ apa }) => /χ²\(/.test(apa) && !/χ²\(\d+, N = \d+\) = /.test(apa))).toEqual([]);
    expect(
      wrong(
        ({ apa, method }) =>
          /^\w+\(\d+(, \d+)?\.\d/.test(apa) && !/^(welch|tost$|repeated)/.test(method),
      ),
    ).toEqual([]);
  });

  test('is for a reader: sentences end, and begin with no field of the program', () => {
    expect(
      wrong(
        ({ sentence, apa, texts }) =>
          !sentence.endsWith('.') ||
          !apa.endsWith('.') ||
          texts.some((text) => /\b(two_sided|welch_t|NULL|null)\b|  |\.\.|: \(/.test(text)),
      ),
    ).toEqual([]);
  });
});

test.each([
  [0.0496, 0.05, '= .0496'],
  [0.04999, 0.05, '= .04999'],
  [0.0504, 0.05, '= .0504'],
  [0.05, 0.05, '= .050'],
  [0.034, 0.05, '= .034'],
  [0.0004, 0.05, '< .001'],
  [0.0004, 0.001, '< .001'],
  [0.0004, 0.0001, '= .0004'],
  [0.00004, 0.0001, '< .0001'],
  [0.00096, 0.001, '< .001'],
  [0.0014, 0.001, '= .0014'],
  [0.9996, 0.05, '> .999'],
])('p of %d against %d is written %s', (p, alpha, text) => {
  expect(pAgainst(p, alpha)).toBe(text);
});

test.each([
  [0, '0'],
  [-0, '0'],
  [5076.4, '5,076'],
  [-681.2, '−681'],
  [999.6, '1,000'],
  [0.012345, '0.0123'],
  [-Infinity, '−∞'],
  [-5.791e-8, '−5.79e−8'],
  [999_999.4, '999,999'],
  [999_999.6, '1,000,000'],
  [-1_234_567, '−1,234,570'],
  [987_654_321_012_345, '987,654,000,000,000'],
  [1.2345e15, '1.23e+15'],
  [-4e18, '−4e+18'],
  [123_456_789_012_345_680_000, '1.23e+20'],
  [6.0221e23, '6.02e+23'],
])('%d is written %s', (value, text) => {
  expect(short(value)).toBe(text);
});

test('figures of one kind have the decimals of their error', () => {
  expect([3862.27, 4545.68, -683.41].map(withError(79.9))).toEqual(['3,862', '4,546', '−683']);
  expect([20.016, 2.0156].map(withError(0.094))).toEqual(['20.016', '2.016']);
  expect([1.5, null].map(withError(NaN))).toEqual(['1.5', '∞']);
  expect([twoPlaces(-1e-9), twoPlaces(0.0004), ofUnit(-0.004), ofUnit(1)]).toEqual([
    '0.00',
    '0.0004',
    '−.004',
    '1.00',
  ]);
});

test('what is less than 1 is never written as 1, and halves of ranks are not rounded', () => {
  expect([0.994, 0.9951, -0.9993, 0.99906, 0.99999994, 1 - 2 ** -52, -1].map(ofUnit)).toEqual([
    '.99',
    '.995',
    '−.9993',
    '.9991',
    '.99999994',
    '1.00',
    '−1.00',
  ]);
  expect([6874.5, 302, 1e6, null].map(exactly)).toEqual(['6,874.5', '302', '1,000,000', '∞']);
});
