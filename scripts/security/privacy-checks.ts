import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { asKey, asSession, password, type Answer } from './site.ts';

const aggregated = z.object({ items: z.array(z.array(z.unknown())) });
const figured = z.object({
  columns: z.array(
    z.object({
      top_values: z.array(z.unknown()),
      true_count: z.number().default(0),
      mean: z.number().nullable().default(null),
    }),
  ),
});

/** What a credential that may not read rows can learn of one person. */
export const privacyChecks: readonly Check[] = [
  {
    number: 'H5',
    title: 'Aggregates only: no figure tells about fewer than 5 people',
    run: async (site) => {
      const { alice } = site;
      const line = (i: number): string =>
        `${i + 1},Person${i + 1},${['Sales', 'Research'][i % 2]},${30_000 + 997 * i},${i === 6 ? 1 : 0},${20 + ((i * 7) % 45)},${i + 2},${[6, 14, 40, 48, 55].includes(i) ? 5000 : 0},${seated.indexOf(i) + 1},${i === 6}`;
      // Beside the seventh person sit some of others who have no bonus.
      const beside = [6, 20, 21, 30, 31];
      const rest = Array.from({ length: 60 }, (_, i) => i).filter((i) => !beside.includes(i));
      const seated = [...rest.slice(0, 29), ...beside, ...rest.slice(29)];
      const tableOf = (rows: readonly number[], bonus = 'bonus'): string =>
        `id,name,dept,salary,alone,age,desk,${bonus},seat,ill\n${rows.map(line).join('\n')}\n`;
      const everybody = Array.from({ length: 60 }, (_, i) => i);
      const uploaded = await site.upload(alice, tableOf(everybody), 'people.csv');
      mustBe(uploaded, 201, 'the upload');
      const id = String(uploaded.json()['id']);
      const copied = await site.upload(
        alice,
        tableOf(
          everybody.filter((i) => i !== 6),
          'their_bonus',
        ),
        'others.csv',
      );
      mustBe(copied, 201, 'the copy without one person, one column renamed');
      const limit = (aggregatesOnly: boolean): Promise<Answer> =>
        site.ask('PUT', '/api/v1/auth/api-key/limits', {
          headers: asSession(alice),
          body: {
            scopes: ['read', 'rows', 'analyse', 'write'],
            dataset_ids: null,
            aggregates_only: aggregatesOnly,
            expires_at: null,
          },
        });
      mustBe(
        await site.ask('POST', '/api/v1/auth/verify-password', {
          headers: asSession(alice),
          body: { password },
        }),
        200,
        'the password',
      );
      mustBe(await limit(true), 200, 'narrowing the key');
      try {
        const ask = (path: string, body: object, of = id): Promise<Answer> =>
          site.ask('POST', `/api/v1/datasets/${of}/${path}`, { headers: asKey(alice), body });
        const sum = (filter?: string): Promise<Answer> =>
          ask('aggregate', {
            aggregates: [{ statistic: 'sum', of: 'salary' }],
            ...(filter === undefined ? {} : { view: { filter } }),
          });
        mustBe(
          await ask('aggregate', {
            group_by: ['id', 'name'],
            aggregates: [{ statistic: 'max', of: 'salary' }],
          }),
          403,
          'the largest salary of each person',
        );
        const each = await ask('aggregate', {
          group_by: ['id', 'name'],
          aggregates: [{ statistic: 'mean', of: 'salary' }],
        });
        must(
          each.status === 403 || aggregated.parse(each.json()).items.length === 0,
          'groups of one person',
        );
        mustBe(await sum(), 200, 'the sum of all');
        for (const filter of ['id = 7', 'id <> 7', 'id > 56', 'not (id = 7)', "name = 'Person7'"])
          mustBe(await sum(filter), 403, filter);
        mustBe(await sum('id < 20'), 200, 'the sum of 19');
        mustBe(await sum('desk < 20'), 403, 'one less than before');
        for (const limit of [35_981, 35_982, 35_983]) {
          mustBe(await sum(`salary <= ${limit}`), 403, `a limit beside a salary: ${limit}`);
          mustBe(
            await ask('aggregate', {
              group_by: [{ name: 'g', expression: `bin(salary, [0, ${limit}, 1000000])` }],
            }),
            403,
            `an interval that ends beside a salary: ${limit}`,
          );
        }
        for (const age of [20 + ((6 * 7) % 45), 99])
          mustBe(await sum(`age <> ${age} and id < 20`), 403, `a guess of an age: ${age}`);
        mustBe(await sum('id in (1, 2, 3, 4, 5, 7)'), 403, 'people of choice');
        const bonus = (filter: string): Promise<Answer> =>
          ask('aggregate', {
            aggregates: [{ statistic: 'sum', of: 'bonus' }],
            view: { filter },
          });
        const zeros = ['id between 20 and 24', 'id between 30 and 34'];
        for (const filter of zeros) mustBe(await bonus(filter), 200, `a sum of 0: ${filter}`);
        mustBe(
          await bonus('seat between 30 and 34'),
          403,
          'the sum of a bonus with four that are known to be 0',
        );
        for (const statistic of ['true_count', 'true_share', 'mean', 'sum'])
          mustBe(
            await ask('aggregate', { group_by: ['dept'], aggregates: [{ statistic, of: 'ill' }] }),
            403,
            `who is ill, by ${statistic}`,
          );
        const ofSales = await ask('analyze', {
          columns: ['ill', 'alone'],
          view: { filter: "dept = 'Sales'" },
        });
        mustBe(ofSales, 200, 'the description of a department');
        must(
          figured
            .parse(ofSales.json())
            .columns.every(
              (column) =>
                column.top_values.length === 0 && column.true_count === 0 && column.mean === null,
            ),
          'how many are ill in a department is described',
        );
        mustBe(
          await ask('aggregate', {
            aggregates: [{ statistic: 'sum', of: 'if(id = 7, salary, 0)' }],
          }),
          403,
          'a condition in a formula',
        );
        const names = await ask('frequencies', { column: 'name' });
        must(!names.text.includes('Person7"'), 'frequencies name people');
        mustBe(
          await ask(
            'aggregate',
            { aggregates: [{ statistic: 'sum', of: 'salary' }] },
            String(copied.json()['id']),
          ),
          403,
          'the sum of a copy without one person',
        );
        mustBe(
          await ask('association', { method: 'pearson', columns: ['salary', 'alone'] }),
          403,
          'the correlation with a column that is 0 but for one person',
        );
        mustBe(
          await ask('association', { method: 'pearson', columns: ['salary', 'age'] }),
          200,
          'the correlation of two columns',
        );
        mustBe(
          await ask('aggregate', { aggregates: [{ statistic: 'mean', of: 'alone' }] }),
          403,
          'the mean of a column that is 0 but for one person',
        );
        const marked = await ask('analyze', { columns: ['alone'] });
        mustBe(marked, 200, 'the description of this column');
        must(
          z
            .object({ columns: z.tuple([z.object({ sum: z.null(), sd: z.null() })]) })
            .safeParse(marked.json()).success,
          'a description has its sums',
        );
        mustBe(
          await ask('analyze', { columns: ['salary'], quantiles: [0.08, 0.12, 0.14] }),
          403,
          'quantiles of choice',
        );
        // What describes a dataset is not compared with earlier answers: no number in it may be one
        // of cells.
        const described = z.looseObject({
          columns: z.array(z.looseObject({ missing: z.null(), distinct: z.null() })),
          admission: z.looseObject({ notes: z.array(z.looseObject({ column: z.null() })) }),
        });
        for (const path of [`/api/v1/datasets/${id}`, '/api/v1/datasets?q=people.csv']) {
          const shown = await site.ask('GET', path, { headers: asKey(alice) });
          mustBe(shown, 200, path);
          const found = z
            .union([z.array(described).min(1), described])
            .safeParse(JSON.parse(shown.text));
          must(found.success, `${path} has counts of cells: ${shown.text.slice(0, 200)}`);
        }
        const named = await ask('chart', { x: 'dept', view: { saved: 'Person' } });
        must(
          named.status === 404 && !named.text.includes('Did you mean'),
          'an error suggests names of saved views',
        );
        mustBe(
          await site.ask('DELETE', `/api/v1/datasets/${id}`, { headers: asKey(alice) }),
          403,
          'forgetting what was answered by deleting the dataset',
        );
        return (
          'groups of one, filters to one, to all but one, and to one less than before; limits ' +
          'beside a value, guesses, sums of 0; counts of cells in what describes a dataset; a ' +
          'copy without one person that has another name ' +
          'for a column, a column that marks one, and quantiles of choice'
        );
      } finally {
        mustBe(await limit(false), 200, 'widening the key again');
      }
    },
  },
];
