import { adjustP } from '@columnist/statistics';
import {
  columnsNamed,
  inPart,
  methodNamed,
  overAllRows,
  parseFormula,
  questionOf,
  view,
  viewLanguage,
  type Operation,
  type TestResult,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import type { Actor, ServiceContext } from '../../context.ts';
import type { FoundDataset } from '../records/find-dataset.ts';
import { enterInLedger, ledgerIsFull } from './enter-in-ledger.ts';
import { TestRun } from './test-run.entity.ts';

/**
 * Whether a test enters the ledger. The browser answers while columns are chosen: what is only looked
 * at does not enter it, what is kept, shared or taken along does. Programs ask what they mean.
 */
const enters = ({ door, keeps }: ServiceContext): boolean => keeps ?? door !== 'browser';

/**
 * Enters a test into the ledger of its dataset where it is kept, and says its place among all that
 * were kept there, itself with them; where the ledger is full, that it did not enter it. Of a
 * question that was asked in each value of a column every part is a test, as if its rows had been
 * asked by a filter. A result without p is as it was.
 */
export async function recordTest(
  ctx: ServiceContext,
  actor: Actor,
  found: FoundDataset,
  operation: Operation,
  options: Readonly<Record<string, unknown>>,
  result: TestResult,
): Promise<TestResult> {
  const tests = testsOf(found, options, result).map((test) => ({
    ...test,
    key: questionKey(operation, found, test.options),
  }));
  const allEntered = !enters(ctx) || (await enterTests(ctx, actor, found, operation, tests));
  const said = allEntered ? {} : { not_entered: ledgerIsFull };
  if (result.by !== undefined) return { ...result, by: { ...result.by, ...said } };
  if (result.p_value === null) return result;
  const runs = await ctx.em.find(
    TestRun,
    { dataset: found.dataset.id },
    { fields: ['question', 'pValue'] },
  );
  const known = runs.findIndex((run) => run.question === tests[0]?.key);
  const all = runs.map(({ pValue }) => pValue);
  const place = known === -1 ? all.push(result.p_value) - 1 : known;
  return {
    ...result,
    multiplicity: {
      ...said,
      tests: all.length,
      holm: adjustP(all, 'holm')[place] ?? result.p_value,
      bh: adjustP(all, 'bh')[place] ?? result.p_value,
    },
  };
}

/** A test with the options that ask it alone. */
interface Test {
  readonly options: Readonly<Record<string, unknown>>;
  readonly result: Pick<TestResult, 'procedure' | 'hypotheses'>;
  readonly p: number;
  readonly sentence: string;
}

/** A result is one test, of a question asked in parts each part is one; without p it is none. */
function testsOf(
  found: FoundDataset,
  options: Readonly<Record<string, unknown>>,
  result: TestResult,
): Test[] {
  if (result.by !== undefined)
    return testedParts(found, options, result.by).map((part) => ({ ...part, result }));
  const { p_value: p, sentence } = result;
  return p === null ? [] : [{ options, result, p, sentence }];
}

function testedParts(
  { columns }: FoundDataset,
  { by: _by, by_adjust: _adjust, ...options }: Readonly<Record<string, unknown>>,
  { column, parts }: NonNullable<TestResult['by']>,
): Omit<Test, 'result'>[] {
  const isNumber = columns.some(({ name, type }) => name === column && type === 'number');
  const asked = view.optional().parse(options['view']);
  return parts.flatMap(({ value, p_value: p, sentence }) =>
    p === null
      ? []
      : [{ options: { ...options, view: inPart(asked, column, value, isNumber) }, p, sentence }],
  );
}

/** Enters each test once; whether all of them are in the ledger now. */
const enterTests = (
  ctx: ServiceContext,
  actor: Actor,
  found: FoundDataset,
  operation: Operation,
  tests: readonly (Test & { readonly key: string })[],
): Promise<boolean> =>
  enterInLedger(
    ctx,
    actor.user.id,
    found.dataset.id,
    tests.map(({ key, options, result, p, sentence }) => ({
      question: key,
      operation: operation.mcp?.name ?? operation.path,
      method: result.procedure.method,
      options: JSON.stringify(options),
      language: viewLanguage,
      columns: JSON.stringify(columnsOf(operation, options)),
      asked: result.hypotheses === null ? null : questionOf(result.hypotheses.alternative),
      sentence,
      version: found.version.number,
      p_value: p,
      by_id: actor.user.id,
      via: actor.via,
      door: ctx.door,
      created_at: ctx.clock.now(),
    })),
  );

/** The same for the same question of the same version. */
const questionKey = (
  operation: Operation,
  { version }: FoundDataset,
  options: Readonly<Record<string, unknown>>,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        operation.path,
        version.number,
        sorted(atUsualLevel(options)),
        ...languageOf(options),
      ]),
    )
    .digest('base64url');

const usualLevel = 0.95;

/** p does not depend on the level of the intervals: the same test at another level is no other. */
const atUsualLevel = (
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  'confidence_level' in options ? { ...options, confidence_level: usualLevel } : options;

/** Of a model, those that its formula names. */
const inFormula = (formula: unknown): string[] => {
  if (typeof formula !== 'string') return [];
  const { response, terms } = parseFormula(formula);
  return [response, ...terms.flat()].map(({ column }) => column);
};

/** Of a model also those that its formula names. */
function columnsOf({ path }: Operation, options: Readonly<Record<string, unknown>>): string[] {
  const method = methodNamed(path, options['method']);
  return [
    ...new Set([
      ...inFormula(options['formula']),
      ...(method === undefined ? [] : columnsNamed(method, options)),
    ]),
  ];
}

/** A view of the same text that means something else in another language is another question. */
function languageOf(options: Readonly<Record<string, unknown>>): number[] {
  const asked = view.safeParse(options['view']);
  return asked.success && JSON.stringify(overAllRows(asked.data)) !== JSON.stringify(asked.data)
    ? [viewLanguage]
    : [];
}

/** The same question is the same text, in whatever order its fields came. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
