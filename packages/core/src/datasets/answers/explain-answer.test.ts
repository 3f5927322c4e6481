import { everyMethod, operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { aggregateDataset } from '../results/aggregate-dataset.ts';
import { recommendTest } from '../results/recommend-test.ts';
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
