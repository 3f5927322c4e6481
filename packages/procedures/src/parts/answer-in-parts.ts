import {
  AppError,
  inPart,
  type Association,
  type TestResult,
  type View,
} from '@columnist/contract';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { filteredOut, provenanceOf } from '@columnist/tables/views/provenance';
import type { Adjustment } from '@columnist/statistics';
import { sayMatrix } from '../correlation/say-matrix.ts';
import { usualLevel } from '../words.ts';
import { codeOfParts } from './code-of-parts.ts';
import { readParts, type Part, type ReadParts } from './read-parts.ts';
import { sayParts } from './say-parts.ts';
import { tablesOfParts } from './tables-of-parts.ts';
import { testsIn, type Answered, type PartTest } from './tests-in.ts';

/** What of a question says that it is asked in each value of a column. */
export interface InParts {
  readonly by?: string | undefined;
  readonly by_adjust?: 'holm' | 'bonferroni' | 'bh' | 'none' | undefined;
  /** None where a method has neither an interval nor a test. */
  readonly confidence_level?: number;
  readonly view?: View | undefined;
}

/**
 * One question in each value of a column: what each part answers is what the same question answers
 * whose view keeps the rows of this value. p are adjusted over all tests of all parts. Parts whose
 * rows cannot answer are named with the reason; where none can, the first reason is thrown. Throws
 * also unknown_column, too_complex.
 */
export async function answerInParts<Input extends InParts>(
  connection: Connection,
  table: TableRef,
  input: Input,
  by: string,
  answer: (asked: Input) => Promise<Association>,
): Promise<TestResult> {
  const { view, by_adjust: adjust = 'holm', confidence_level: level = usualLevel } = input;
  if (view?.sample !== undefined) {
    const fix = "Leave out 'sample', or save the sample as a dataset and ask of it.";
    throw new AppError('invalid_input', "'by' and a sample of the view do not go together.", {
      errors: [{ field: 'view.sample', message: fix }],
      fix,
    });
  }
  const read = await readParts(connection, table, by, view);
  const found: Answered[] = [];
  const refused: { readonly part: Part; readonly error: AppError }[] = [];
  // One after the other: they share the temporary tables of one connection.
  for (const part of read.parts) {
    const own = inPart(view, by, part.value, read.type === 'number');
    try {
      const asked = { ...input, by: undefined, by_adjust: undefined, view: own };
      found.push({ part, view: own, answer: await answer(asked) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
      refused.push({ part, error });
    }
  }
  const tests = testsIn(found, adjust);
  const answered = found.map((one) => judgedTogether(one, tests, level, adjust));
  const [first] = answered;
  if (first === undefined) throw refused[0]?.error ?? new Error('A column has values.');
  const single = answered.flatMap(({ part, answer: one }) =>
    'matrix' in one ? [] : [{ part, result: one }],
  );
  const sample = single[0]?.result;
  const hypotheses = single.every(
    ({ result }) => JSON.stringify(result.hypotheses) === JSON.stringify(sample?.hypotheses),
  )
    ? first.answer.hypotheses
    : null;
  return {
    ...usedIn(
      table,
      view,
      by,
      read,
      answered,
      refused.map(({ part }) => part),
    ),
    procedure: sample?.procedure ?? {
      method: String(Object.keys(first.answer.method)[0]),
      name: 'Correlations',
      variant: '',
    },
    hypotheses,
    statistic: null,
    df: [],
    p_value: null,
    p_text: null,
    estimate: null,
    effects: [],
    groups: [],
    tables: tablesOfParts(by, answered, tests, level),
    picture: pictureOf(single),
    assumptions: single.flatMap(({ part, result }) =>
      result.assumptions
        .filter(({ verdict }) => verdict === 'doubtful')
        .map((one) => ({ ...one, name: `${part.label}: ${one.name}` })),
    ),
    recommendation: null,
    by: {
      column: by,
      adjust,
      parts: answered.map(({ part, answer: one }) => {
        const own = tests.filter((test) => test.part === part);
        const [test] = own.length === 1 ? own : [];
        return {
          value: part.value,
          n: one.n_used,
          p_value: test?.p ?? null,
          adjusted_p: test?.adjusted ?? null,
          sentence: one.sentence,
        };
      }),
      left_out: refused.map(({ part, error }) => ({
        value: part.value,
        n: part.n,
        reason: error.message,
      })),
    },
    sentence: sayParts(by, level, adjust, {
      answered,
      tests,
      hypotheses,
      leftOut: refused.map(({ part }) => part.label),
    }),
    apa: answered
      .map(({ part, answer: { apa } }) => `${part.label}: ${[apa].flat().join(' ')}`)
      .join(' '),
    code: codeOfParts(table, view, by, read.type, adjust, answered, tests),
  };
}

/** An answer whose verdict is of p adjusted over all tests: a matrix adjusts for its own alone. */
const judgedTogether = (
  { answer, ...one }: Answered,
  tests: readonly PartTest[],
  level: number,
  adjust: Adjustment,
): Answered => ({
  ...one,
  answer:
    'matrix' in answer
      ? {
          ...answer,
          ...sayMatrix(answer.matrix, level, {
            adjust,
            size: tests.length,
            p: tests.flatMap(({ part, adjusted }) => (part === one.part ? [adjusted] : [])),
          }),
        }
      : answer,
});

/** Rows used by all parts, and those that none used, by reason. */
function usedIn(
  table: TableRef,
  view: View | undefined,
  by: string,
  { parts, missing, effects }: ReadParts,
  answered: readonly Answered[],
  leftOut: readonly Part[],
) {
  const kept = parts.reduce((sum, { n }) => sum + n, missing);
  const method = Object.fromEntries(
    answered.flatMap(({ answer }) => Object.entries(answer.method)),
  );
  const provenance = provenanceOf(table, kept, view, method, effects);
  const reasons = new Map<string, number>();
  const add = (reason: string, n: number): void => {
    if (n > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + n);
  };
  for (const { answer } of answered)
    for (const { reason, n } of answer.n_excluded) if (reason !== filteredOut) add(reason, n);
  add(`${by} missing`, missing);
  for (const { label, n } of leftOut) add(`${by} ${label} left out`, n);
  return {
    ...provenance,
    n_used: answered.reduce((sum, { answer }) => sum + answer.n_used, 0),
    n_excluded: [...provenance.n_excluded, ...[...reasons].map(([reason, n]) => ({ reason, n }))],
  };
}

/** The estimate of each part with its interval, where every part has both. */
function pictureOf(
  single: readonly { readonly part: Part; readonly result: TestResult }[],
): TestResult['picture'] {
  const items = single.flatMap(({ part, result: { estimate } }) => {
    const { value = null, ci = null } = estimate ?? {};
    return value === null || ci === null || ci.low === null || ci.high === null
      ? []
      : [{ name: part.label, value, low: ci.low, high: ci.high, expected: null }];
  });
  const name = single[0]?.result.estimate?.name;
  return name === undefined || items.length < single.length
    ? null
    : { kind: 'intervals', x_name: name, items };
}
