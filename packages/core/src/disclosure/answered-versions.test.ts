import { operations, type InputOf } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../context.ts';
import { aggregateDataset } from '../datasets/results/aggregate-dataset.ts';
import { analyzeAssociation } from '../datasets/results/analyze-association.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { deleteDataset } from '../datasets/lifecycle/delete-dataset.ts';
import { deleteVersion } from '../datasets/versions/delete-version.ts';
import { restoreVersion } from '../datasets/versions/restore-version.ts';
import { saveRows } from '../datasets/views/save-rows.ts';
import { updateDataset } from '../datasets/versions/update-dataset.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { guardAnswer } from './guard-answer.ts';

interface Row {
  readonly id: number;
  readonly dept: string;
  readonly pay: number;
  /** One more than the id: limits of both differ by one person. */
  readonly desk: number;
}
const people: Row[] = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  dept: ['Sales', 'Research', 'Legal'][i % 3] ?? '',
  pay: 1000 + ((i * 37) % 60),
  desk: i + 2,
}));
const more: Row[] = Array.from({ length: 12 }, (_, i) => ({
  id: 101 + i,
  dept: 'Sales',
  pay: 2000 + i,
  desk: 102 + i,
}));
const csvOf = (rows: readonly Row[]): string =>
  `id,dept,pay,desk\n${rows.map(({ id, dept, pay, desk }) => `${id},${dept},${pay},${desk}`).join('\n')}\n`;
const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { pay }) => sum + pay, 0);
const refused = 'too_few_rows';
/** Rows in another order, for what must not lean on places. */
const turned = (rows: readonly Row[]): Row[] => rows.toReversed();

describe.each(databaseKinds)(
  'answers about several versions to a credential that may not read rows on %s',
  (kind) => {
    let app: TestCore;
    let user: TestUser;
    let ctx: ServiceContext;
    beforeAll(async () => {
      app = await createTestCore(kind);
    });
    afterAll(() => app.close());

    /** Each begins with an owner whom nobody was answered about. */
    const begin = async (rows: readonly Row[] = people): Promise<string> => {
      user = await app.createTestUser({ verified: false, tier: 'paid' });
      ctx = await app.contextOf(authorizationOf(user));
      return (await createDataset(ctx, { file: await app.receive(csvOf(rows)) })).id;
    };
    const narrow = async (): Promise<ServiceContext> => {
      const whole = await app.contextOf(authorizationOf(user));
      const actor = authorize(whole, operations.datasets.get);
      return {
        ...whole,
        actor: { ...actor, via: 'api-key', scopes: ['read', 'analyse', 'write'] },
      };
    };
    const codeOf = (error: unknown): unknown =>
      typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
    /** The sum of the pay of all rows or of those of a filter, or why it is not answered. */
    const sum = async (id: string, filter?: string): Promise<unknown> => {
      const own = await narrow();
      const input = operations.datasets.aggregate.input.parse({
        id,
        aggregates: [{ statistic: 'sum', of: 'pay' }],
        ...(filter === undefined ? {} : { view: { filter } }),
      });
      const answered = guardAnswer(own, operations.datasets.aggregate, input, (asked) =>
        aggregateDataset(own, operations.datasets.aggregate.input.parse(asked)),
      );
      return answered.then(
        (answer) => operations.datasets.aggregate.output.parse(answer).items[0]?.[0],
        codeOf,
      );
    };
    const correlate = async (id: string): Promise<unknown> => {
      const own = await narrow();
      const input = operations.datasets.association.input.parse({
        id,
        method: 'pearson',
        columns: ['id', 'pay'],
      });
      return guardAnswer(own, operations.datasets.association, input, (asked) =>
        analyzeAssociation(own, operations.datasets.association.input.parse(asked)),
      ).then(() => 'answered', codeOf);
    };
    const replace = async (id: string, rows: readonly Row[]): Promise<unknown> =>
      updateDataset(ctx, { id, file: await app.receive(csvOf(rows)) });
    const first19 = people.slice(0, 19);

    test('one row appended: what has it is refused, what has not is answered, and so is all with twelve more', async () => {
      const id = await begin();
      expect(await sum(id)).toBe(sumOf(people));
      await updateDataset(ctx, {
        id,
        mode: 'append',
        file: await app.receive(csvOf(more.slice(0, 1))),
      });
      expect([await sum(id), await sum(id, 'id >= 40'), await sum(id, 'id < 20')]).toEqual([
        refused,
        sumOf([...people.slice(39), ...more.slice(0, 1)]),
        sumOf(first19),
      ]);
      await replace(id, [...people, ...more]);
      expect([await sum(id), await sum(id, 'id < 100')]).toEqual([
        sumOf([...people, ...more]),
        sumOf(people),
      ]);
    });

    test('one row deleted, whatever the order of the rest', async () => {
      const id = await begin();
      expect(await sum(id)).toBe(sumOf(people));
      await replace(id, turned(people.filter((row) => row.id !== 7)));
      expect([await sum(id), await sum(id, 'id < 20'), await sum(id, 'id >= 30')]).toEqual([
        refused,
        sumOf(first19.filter((row) => row.id !== 7)),
        sumOf(people.slice(29)),
      ]);
    });

    test('one cell changed: its row is not revealed by the difference; the version before, restored, is answered as before', async () => {
      const id = await begin();
      expect([await sum(id), await sum(id, 'id < 20')]).toEqual([sumOf(people), sumOf(first19)]);
      await replace(
        id,
        people.map((row) => (row.id === 7 ? { ...row, pay: 9999 } : row)),
      );
      expect([await sum(id), await sum(id, 'id < 20'), await sum(id, 'id >= 20')]).toEqual([
        refused,
        refused,
        sumOf(people.slice(19)),
      ]);
      await restoreVersion(ctx, { id, version: 1 });
      expect([await sum(id), await sum(id, 'id < 20')]).toEqual([sumOf(people), sumOf(first19)]);
      // The same rows, uploaded once more.
      await replace(id, turned(people));
      expect([await sum(id), await sum(id, 'desk < 20')]).toEqual([sumOf(people), refused]);
    });

    test('every cell of a column changed: the rows are those of the same people', async () => {
      const id = await begin();
      expect(await sum(id, 'id < 20')).toBe(sumOf(first19));
      const raised = people.map((row) => ({ ...row, pay: row.pay * 2 }));
      await replace(id, turned(raised));
      expect([await sum(id, 'desk < 20'), await sum(id, 'id < 20')]).toEqual([
        refused,
        sumOf(raised.slice(0, 19)),
      ]);
    });

    test('without a column that names the rows these are matched by their place', async () => {
      const id = await begin();
      expect(await sum(id, 'id < 20')).toBe(sumOf(first19));
      const renumbered = people.map((row) => ({
        ...row,
        id: row.id * 1000,
        desk: row.desk * 1000,
        pay: row.pay * 2,
      }));
      await replace(id, renumbered);
      expect([await sum(id, 'desk < 20000'), await sum(id, 'id < 20000')]).toEqual([
        refused,
        sumOf(renumbered.slice(0, 19)),
      ]);
    });

    test('products of columns of versions that differ by few rows are not both answered', async () => {
      const id = await begin();
      expect(await correlate(id)).toBe('answered');
      await replace(id, [...people, ...more]);
      expect(await correlate(id)).toBe(refused);
      await restoreVersion(ctx, { id, version: 1 });
      expect(await correlate(id)).toBe('answered');
    });

    test('a dataset made of the rows of another is compared with it; a copy is answered', async () => {
      const id = await begin();
      expect([await sum(id), await sum(id, 'id < 20')]).toEqual([sumOf(people), sumOf(first19)]);
      const without = await saveRows(ctx, { id, name: 'without.csv', view: { filter: 'id <> 7' } });
      const narrower = await saveRows(ctx, {
        id,
        name: 'narrower.csv',
        columns: ['id', 'pay'],
        view: { filter: 'id <> 7' },
      });
      const copy = await saveRows(ctx, { id, name: 'copy.csv' });
      expect([
        await sum(without.id),
        await sum(narrower.id),
        await sum(copy.id),
        await sum(copy.id, 'desk < 20'),
        await sum(without.id, 'id >= 20'),
      ]).toEqual([refused, refused, sumOf(people), refused, sumOf(people.slice(19))]);
    });

    test('a guess that it sends itself is confirmed by no refusal', async () => {
      const id = await begin();
      expect(await sum(id, 'id < 10')).toBe(sumOf(people.slice(0, 9)));
      const decoys = more.slice(0, 2).map((row) => ({ ...row, id: row.id + 100 }));
      const own = await narrow();
      const right = await createDataset(own, {
        file: await app.receive(csvOf([...people.slice(0, 4), ...decoys])),
      });
      const wrong = await createDataset(own, {
        file: await app.receive(
          csvOf([...people.slice(0, 3), { id: 4, dept: 'Legal', pay: 1, desk: 5 }, ...decoys]),
        ),
      });
      expect([await sum(right.id), await sum(wrong.id)]).toEqual([
        sumOf([...people.slice(0, 4), ...decoys]),
        sumOf([...people.slice(0, 3), ...decoys]) + 1,
      ]);
    });

    test('with a version gone that was answered about, nothing can be compared', async () => {
      const id = await begin();
      expect(await sum(id)).toBe(sumOf(people));
      await replace(id, [...people, ...more]);
      await deleteVersion(ctx, { id, version: 1 });
      expect(await sum(id)).toBe(refused);
    });

    test('its own deletion does not forget them', async () => {
      const id = await begin();
      const gone = async (): Promise<unknown> => {
        const own = await narrow();
        return guardAnswer(own, operations.datasets.delete, { id }, (input) =>
          deleteDataset(
            own,
            operations.datasets.delete.input.parse(input) satisfies InputOf<
              typeof operations.datasets.delete
            >,
          ),
        ).then(() => 'deleted', codeOf);
      };
      expect(await sum(id)).toBe(sumOf(people));
      expect(await gone()).toBe('forbidden');
      const other = (await createDataset(ctx, { file: await app.receive('a\n1\n2\n') })).id;
      expect(
        await guardAnswer(await narrow(), operations.datasets.delete, { id: other }, () =>
          Promise.resolve('deleted'),
        ),
      ).toBe('deleted');
    });

    test('take storage of their owner, up to a limit', async () => {
      const id = await begin();
      const stored = async (): Promise<number> =>
        Number(
          (
            await ctx.em
              .fork()
              .execute<{ bytes: string }[]>(
                'select stored_bytes as bytes from dataset where id = ?',
                [id],
              )
          )[0]?.bytes,
        );
      const before = await stored();
      expect(await sum(id)).toBe(sumOf(people));
      const [memory] = await ctx.em
        .fork()
        .execute<{ bytes: string }[]>(
          'select octet_length(kind_of_row) + octet_length(sets::text) as bytes from answered_rows where dataset_id = ?',
          [id],
        );
      expect(await stored()).toBe(before + Number(memory?.bytes));
      const other = (await createDataset(ctx, { file: await app.receive('a\n1\n2\n') })).id;
      await ctx.em
        .fork()
        .execute(
          `insert into answered_rows (dataset_id, version, kind_of_row, sets) values (?, 1, repeat('A', 16777216), '[]')`,
          [other],
        );
      expect([await sum(id, 'id < 20'), await sum(id)]).toEqual([refused, sumOf(people)]);
      await ctx.em.fork().execute('delete from answered_rows where dataset_id = ?', [other]);
      expect(await sum(id, 'id < 20')).toBe(sumOf(first19));
    });
  },
);
