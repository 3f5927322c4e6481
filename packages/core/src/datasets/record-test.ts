import { adjustP } from '@columnist/statistics';
import {
  overAllRows,
  parseFormula,
  view,
  viewLanguage,
  type Operation,
  type TestResult,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Actor, ServiceContext } from '../context.ts';
import { mayReadRows } from '../disclosure/may-read-rows.ts';
import type { FoundDataset } from './find-dataset.ts';
import { effectsWithoutValues } from './hide-rows.ts';
import { TestRun } from './test-run.entity.ts';

/** Fields of the options that name columns. */
const columnFields = [
  'value',
  'other',
  'event',
  'group',
  'column',
  'x',
  'y',
  'columns',
  'given',
  'time',
];

/** Enters a test into the ledger of its dataset, and says how it stands among all that were run there. A result without p is as it was. */
export async function recordTest(
  ctx: ServiceContext,
  actor: Actor,
  { dataset, version }: FoundDataset,
  operation: Operation,
  options: Readonly<Record<string, unknown>>,
  result: TestResult,
): Promise<TestResult> {
  const shown = mayReadRows(actor) ? result : withoutRows(result);
  if (shown.p_value === null) return shown;
  const question = createHash('sha256')
    .update(
      JSON.stringify([operation.path, version.number, sorted(options), ...languageOf(options)]),
    )
    .digest('base64url');
  await ctx.em.execute(
    `insert into test_run (id, dataset_id, question, operation, method, options, language, columns, sentence, version, p_value, by_id, via, door, times, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)
     on conflict (dataset_id, question) do update set times = test_run.times + 1`,
    [
      uuid(),
      dataset.id,
      question,
      operation.mcp?.name ?? operation.path,
      shown.procedure.method,
      JSON.stringify(options),
      viewLanguage,
      JSON.stringify(columnsOf(options)),
      shown.sentence,
      version.number,
      shown.p_value,
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
  const all = runs.map(({ pValue }) => pValue);
  const place = runs.findIndex((run) => run.question === question);
  return {
    ...shown,
    multiplicity: {
      tests: all.length,
      holm: adjustP(all, 'holm')[place] ?? shown.p_value,
      bh: adjustP(all, 'bh')[place] ?? shown.p_value,
    },
  };
}

/** What a key that may not read rows gets: no table of rows and no picture of single values. */
export const withoutRows = (result: TestResult): TestResult => ({
  ...result,
  tables: result.tables.filter((table) => table.single_rows !== true),
  picture: pictureWithoutRows(result.picture),
  ...(result.view_effects === undefined
    ? {}
    : { view_effects: effectsWithoutValues.parse(result.view_effects) }),
  ...(result.pictures === undefined
    ? {}
    : {
        pictures: result.pictures.flatMap(({ title, picture }) => {
          const shown = pictureWithoutRows(picture);
          return shown === null ? [] : [{ title, picture: shown }];
        }),
      }),
});

function pictureWithoutRows(picture: TestResult['picture']): TestResult['picture'] {
  if (picture?.kind === 'groups')
    return { ...picture, groups: picture.groups.map((group) => ({ ...group, points: [] })) };
  if (picture?.kind === 'fit') return { ...picture, x: [], y: [] };
  if (picture?.kind === 'map') return { ...picture, x: [], y: [], groups: [] };
  return picture?.kind === 'quantiles' || picture?.kind === 'points' || picture?.kind === 'series'
    ? null
    : picture;
}

/** Of a model, those that its formula names. */
const inFormula = (formula: unknown): string[] => {
  if (typeof formula !== 'string') return [];
  const { response, terms } = parseFormula(formula);
  return [...new Set([response, ...terms.flat()].map(({ column }) => column))];
};

const columnsOf = (options: Readonly<Record<string, unknown>>): string[] => [
  ...inFormula(options['formula']),
  ...columnFields
    .flatMap((field) => [options[field] ?? []].flat())
    .filter((name) => typeof name === 'string'),
];

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
