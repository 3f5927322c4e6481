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
import { v7 as uuid } from 'uuid';
import type { Actor, ServiceContext } from '../../context.ts';
import type { FoundDataset } from '../records/find-dataset.ts';
import { TestRun } from './test-run.entity.ts';

/**
 * Whether a test enters the ledger. The browser answers while columns are chosen: what is only looked
 * at does not enter it, what is kept, shared or taken along does. Programs ask what they mean.
 */
const enters = ({ door, keeps }: ServiceContext): boolean => keeps ?? door !== 'browser';

/**
 * Enters a test into the ledger of its dataset where it is kept, and says its place among all that
 * were kept there, itself with them. Of a question that was asked in each value of a column every
 * part is a test, as if its rows had been asked by a filter. A result without p is as it was.
 */
export async function recordTest(
  ctx: ServiceContext,
  actor: Actor,
  found: FoundDataset,
  operation: Operation,
  options: Readonly<Record<string, unknown>>,
  result: TestResult,
): Promise<TestResult> {
  if (result.by !== undefined) {
    for (const part of testedParts(found, options, result.by))
      if (enters(ctx)) await enterTest(ctx, actor, found, operation, { ...part, result });
    return result;
  }
  if (result.p_value === null) return result;
  const test: Test = { options, result, p: result.p_value, sentence: result.sentence };
  const question = questionKey(operation, found, test.options);
  if (enters(ctx)) await enterTest(ctx, actor, found, operation, test);
  const runs = await ctx.em.find(
    TestRun,
    { dataset: found.dataset.id },
    { fields: ['question', 'pValue'] },
  );
  const known = runs.findIndex((run) => run.question === question);
  const all = runs.map(({ pValue }) => pValue);
  const place = known === -1 ? all.push(result.p_value) - 1 : known;
  return {
    ...result,
    multiplicity: {
      tests: all.length,
      holm: adjustP(all, 'holm')[place] ?? result.p_value,
      bh: adjustP(all, 'bh')[place] ?? result.p_value,
    },
  };
}

interface Test {
  readonly options: Readonly<Record<string, unknown>>;
  readonly result: Pick<TestResult, 'procedure' | 'hypotheses'>;
  readonly p: number;
  readonly sentence: string;
}

/** The tests of the parts, each with the options that ask it alone. */
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

async function enterTest(
  ctx: ServiceContext,
  actor: Actor,
  found: FoundDataset,
  operation: Operation,
  { options, result, p, sentence }: Test,
): Promise<void> {
  await ctx.em.execute(
    `insert into test_run (id, dataset_id, question, operation, method, options, language, columns, asked, sentence, version, p_value, by_id, via, door, times, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)
     on conflict (dataset_id, question) do update set times = test_run.times + 1`,
    [
      uuid(),
      found.dataset.id,
      questionKey(operation, found, options),
      operation.mcp?.name ?? operation.path,
      result.procedure.method,
      JSON.stringify(options),
      viewLanguage,
      JSON.stringify(columnsOf(operation, options)),
      result.hypotheses === null ? null : questionOf(result.hypotheses.alternative),
      sentence,
      found.version.number,
      p,
      actor.user.id,
      actor.via,
      ctx.door,
      ctx.clock.now(),
    ],
  );
}

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
