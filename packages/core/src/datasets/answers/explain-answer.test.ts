import { everyMethod, operations, WrittenJson } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { profileDataset } from '../alerts/profile-dataset.ts';
import { saveDataset } from '../exports/save-dataset.ts';
import { aggregateDataset } from '../results/aggregate-dataset.ts';
import { calculatePower } from '../results/calculate-power.ts';
import { getRows, writeRows } from '../results/get-rows.ts';
import { recommendTest } from '../results/recommend-test.ts';
import { compareDatasets, writeComparison } from '../versions/compare-datasets.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { Answer } from './answer.entity.ts';
import { explainAnswer } from './explain-answer.ts';
import { forgetAnswers } from './forget-answers.ts';
import { rememberAnswer } from './remember-answer.ts';

let app: TestCore;
let ctx: ServiceContext;
/** The same user in the browser. */
let session: ServiceContext;
let id: string;
beforeAll(async () => {
  app = await createTestCore();
  const user = await app.createTestUser({ tier: 'paid' });
  ctx = await app.contextOf({ apiKey: user.apiKey ?? '' });
  session = await app.contextOf(authorizationOf(user));
  ({ id } = await createDataset(ctx, {
    file: await app.receive('kind,mass\na,1\na,2\nb,30\nb,\n', 'm.csv'),
  }));
});
afterAll(() => app.close());

const { aggregate } = operations.datasets;
const asked = (filter: string) =>
  aggregate.input.parse({
    id,
    group_by: ['kind'],
    aggregates: [{ statistic: 'mean', of: 'mass' }],
    view: { filter },
  });

/** Asks as a program does, and gives the id of the answer. */
async function ask(as: ServiceContext, filter: string): Promise<string> {
  const input = asked(filter);
  const answer = await rememberAnswer(as, aggregate, input, await aggregateDataset(as, input));
  return String(aggregate.output.parse(answer).answer_id);
}

test('an answer is explained by what was asked, the rows that were used, and code', async () => {
  const answer = await ask(ctx, 'mass > 1');
  expect(await ask(ctx, 'mass > 1')).toBe(answer);
  expect(await ask(ctx, 'mass > 2')).not.toBe(answer);
  const explained = await explainAnswer(ctx, { answer_id: answer });
  // It reads the rows, and says that the figures are not computed by it.
  const ofRows = expect.stringMatching(
    /mass[^]*\n\n# Up to here the rows that were used are read into d\. What was computed of them is in the answer's input, not in this code\.\n$/,
  );
  expect(explained).toMatchObject({
    method: null,
    answer: {
      answer_id: answer,
      operation: 'query_dataset',
      input: { id, group_by: ['kind'] },
      dataset_id: id,
      dataset_version: 1,
      n_used: 2,
      n_excluded: [{ reason: 'filtered out by the view', n: 2 }],
      view: { filter: 'mass > 1' },
      code: { r: ofRows, python: ofRows },
    },
  });
  expect((await explainAnswer(ctx, { method: 'welch_t' })).method).toMatchObject({
    method: 'welch_t',
  });
});

test('methods of one name are explained each by the name of its tool', async () => {
  const anova = (method: string) => explainAnswer(ctx, { method }).then((found) => found.method);
  const compared = {
    method: 'anova',
    tool: 'compare_groups',
    others_of_this_name: ['calculate_power.anova'],
  };
  expect(await anova('anova')).toMatchObject(compared);
  expect(await anova('compare_groups.anova')).toMatchObject(compared);
  expect(await anova('calculate_power.anova')).toMatchObject({
    method: 'anova',
    tool: 'calculate_power',
    others_of_this_name: ['compare_groups.anova'],
  });
  await expect(anova('calculate_power.anove')).rejects.toMatchObject({ code: 'not_found' });
  for (const [operation, { method }] of everyMethod) {
    const tool = operations.datasets[operation].mcp.name;
    expect(await anova(`${tool}.${method}`)).toMatchObject({ method, tool });
  }
});

test('a name that no method has is answered with each near one once', async () => {
  await expect(explainAnswer(ctx, { method: 'chi square' })).rejects.toMatchObject({
    message: "There is no method 'chi square'. Did you mean 'chi_square'?",
    details: { suggestions: ['chi_square'] },
  });
});

test('nobody else is explained it, nor a credential that it was not given to', async () => {
  const answer = await ask(ctx, 'mass > 1');
  const none = { code: 'not_found' };
  const other = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
  await expect(explainAnswer(other, { answer_id: answer })).rejects.toMatchObject(none);
  const { actor } = ctx;
  if (actor === null) throw new Error('Somebody asks.');
  const narrowed = {
    ...ctx,
    actor: { ...actor, via: 'api-key' as const, scopes: ['read', 'analyse'] as const },
  };
  await expect(explainAnswer(narrowed, { answer_id: answer })).rejects.toMatchObject(none);
  const limits = { datasetIds: ['01900000-0000-7000-8000-000000000000'], aggregatesOnly: false };
  const ofOthers = { ...ctx, actor: { ...actor, limits } };
  await expect(explainAnswer(ofOthers, { answer_id: answer })).rejects.toMatchObject(none);
  await expect(explainAnswer(ctx, {})).rejects.toMatchObject({ code: 'invalid_input' });
});

test('answers in the browser, and of values that were sent along, are not kept', async () => {
  const input = asked('mass > 3');
  const answer = await aggregateDataset(ctx, input);
  expect(await rememberAnswer(session, aggregate, input, answer)).toBe(answer);
  const sent = { ...answer, dataset_id: null };
  expect(await rememberAnswer(ctx, aggregate, input, sent)).toBe(sent);
});

test('they are forgotten after 30 days, and beyond the last 500', async () => {
  const old = await ask(ctx, 'mass > 4');
  app.clock.advance(31 * 86_400);
  const young = await ask(ctx, 'mass > 5');
  await forgetAnswers(ctx.em, ctx.clock.now());
  expect(
    await ctx.em.fork().find(Answer, { id: { $in: [old, young] } }, { fields: ['id'] }),
  ).toMatchObject([{ id: young }]);
  await ctx.em.execute(
    `insert into answer select 'x' || n, user_id, dataset_id, narrowed, path, input, facts, created_at + n * interval '1 second' from answer, generate_series(1, 500) n where id = ?`,
    [young],
  );
  await forgetAnswers(ctx.em, ctx.clock.now());
  expect(await ctx.em.fork().count(Answer, { id: young })).toBe(0);
  expect(await ctx.em.fork().count(Answer, {})).toBe(500);
  // Not only when the jobs run: with each further one the oldest goes.
  app.clock.advance(3600);
  const [one, two] = [await ask(ctx, 'mass > 6'), await ask(ctx, 'mass > 7')];
  expect(await ctx.em.fork().count(Answer, {})).toBe(500);
  expect(await ctx.em.fork().count(Answer, { id: { $in: [one, two] } })).toBe(2);
});

test('a recommendation, whose method is the name of a test, is explained', async () => {
  const { recommendTest: operation } = operations.datasets;
  const input = operation.input.parse({ id, value: 'mass', by: 'kind' });
  const answer = operation.output.parse(
    await rememberAnswer(ctx, operation, input, await recommendTest(ctx, input)),
  );
  expect(await explainAnswer(ctx, { answer_id: answer.answer_id ?? '' })).toMatchObject({
    answer: { operation: 'recommend_test', dataset_id: id, n_used: 3, input: { by: 'kind' } },
  });
});

/** What is kept of an answer, as `explain` says it. */
async function explained(
  operation: Parameters<typeof rememberAnswer>[1],
  input: unknown,
  answer: unknown,
) {
  const found = await rememberAnswer(ctx, operation, input, answer);
  const { answer_id: answered } = identified.parse(
    found instanceof WrittenJson ? found.facts : found,
  );
  return { id: answered, answer: (await explainAnswer(ctx, { answer_id: answered })).answer };
}
const identified = z.object({ answer_id: z.string() });

test('rows are explained by the view that kept them, and all of them are saved', async () => {
  const { rows: operation } = operations.datasets;
  const input = operation.input.parse({
    id,
    columns: ['kind'],
    view: { filter: 'mass > 1' },
    limit: 1,
  });
  const read = await explained(operation, input, await getRows(ctx, input));
  expect(read.answer).toMatchObject({
    operation: 'get_rows',
    dataset_id: id,
    dataset_version: 1,
    view: { filter: 'mass > 1' },
    n_used: 2,
    n_excluded: [{ reason: 'filtered out by the view', n: 2 }],
    sentence: null,
    code: { r: expect.stringContaining('mass'), python: expect.stringContaining('mass') },
  });
  // As a worker writes it, it is the same answer.
  expect(await explained(operation, input, await writeRows(ctx, input))).toEqual(read);
  const saved = await saveDataset(ctx, { name: 'kept rows', answer_id: read.id });
  expect(saved).toMatchObject({ row_count: 2, columns: [{ name: 'kind' }] });
});

test('a profile is explained by its view, and power by its question', async () => {
  const { profile, calculatePower: power } = operations.datasets;
  const view = { filter: 'mass > 1' };
  const whole = await explained(profile, { id, view }, await profileDataset(ctx, { id, view }));
  expect(whole.answer).toMatchObject({
    operation: 'profile_dataset',
    dataset_id: id,
    n_used: 2,
    view,
  });
  const asked = power.input.parse({ method: 'two_sample_t', effect: 0.5, power: 0.8 });
  const plan = await explained(power, asked, await calculatePower(ctx, asked));
  expect(plan.answer).toMatchObject({
    operation: 'calculate_power',
    input: { effect: 0.5 },
    dataset_id: null,
    n_used: null,
    n_excluded: null,
    method: { 'solved for n': expect.stringContaining('t test') },
    sentence: expect.stringContaining('64'),
    code: { r: expect.stringContaining('pwr.t.test'), python: expect.any(String) },
  });
});

test('a comparison is explained by both versions; rows of an earlier version are not saved', async () => {
  const made = await createDataset(ctx, { file: await app.receive('n\n1\n2\n3\n', 'grown.csv') });
  const { rows, compareDatasets: compare } = operations.datasets;
  const page = rows.input.parse({ id: made.id });
  const before = await explained(rows, page, await getRows(ctx, page));
  const more = await app.receive('n\n4\n', 'more.csv');
  await updateDataset(ctx, { id: made.id, mode: 'append', file: more });
  const input = compare.input.parse({ id: made.id });
  const found = await explained(compare, input, await compareDatasets(ctx, input));
  expect(found.answer).toMatchObject({
    operation: 'compare_datasets',
    dataset_id: null,
    datasets: [
      { id: made.id, name: 'grown.csv', version: 2 },
      { id: made.id, name: 'grown.csv', version: 1 },
    ],
    n_used: null,
    code: null,
    sentence: expect.any(String),
  });
  expect(await explained(compare, input, await writeComparison(ctx, input))).toEqual(found);
  await expect(saveDataset(ctx, { name: 'old', answer_id: before.id })).rejects.toMatchObject({
    code: 'conflict',
    message: 'The dataset is at version 2 now, and the answer is of version 1.',
  });
  const later = await explainAnswer(ctx, { answer_id: before.id });
  expect(later.answer).toMatchObject({ dataset_version: 1, n_used: 3, n_excluded: null });
});
