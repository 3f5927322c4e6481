import { adjustP } from '@columnist/statistics';
import {
  columnsNamed,
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
const enters = ({ door, keeps }: ServiceContext): boolean => door !== 'browser' || keeps === true;

/**
 * Enters a test into the ledger of its dataset where it is kept, and says its place among all that
 * were kept there, itself with them. A result without p is as it was.
 */
export async function recordTest(
  ctx: ServiceContext,
  actor: Actor,
  { dataset, version }: FoundDataset,
  operation: Operation,
  options: Readonly<Record<string, unknown>>,
  result: TestResult,
): Promise<TestResult> {
  if (result.p_value === null) return result;
  const question = createHash('sha256')
    .update(
      JSON.stringify([
        operation.path,
        version.number,
        sorted(atUsualLevel(options)),
        ...languageOf(options),
      ]),
    )
    .digest('base64url');
  if (enters(ctx))
    await ctx.em.execute(
      `insert into test_run (id, dataset_id, question, operation, method, options, language, columns, asked, sentence, version, p_value, by_id, via, door, times, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)
       on conflict (dataset_id, question) do update set times = test_run.times + 1`,
      [
        uuid(),
        dataset.id,
        question,
        operation.mcp?.name ?? operation.path,
        result.procedure.method,
        JSON.stringify(options),
        viewLanguage,
        JSON.stringify(columnsOf(operation, options)),
        result.hypotheses === null ? null : questionOf(result.hypotheses.alternative),
        result.sentence,
        version.number,
        result.p_value,
        actor.user.id,
        actor.via,
        ctx.door,
        ctx.clock.now(),
      ],
    );
  const runs = await ctx.em.find(
    TestRun,
    { dataset: dataset.id },
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
