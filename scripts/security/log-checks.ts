import { copyFileSync } from 'node:fs';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { comesTo, withOwnSite } from './own-site.ts';
import { asSession, freshEmail } from './site.ts';

const line = z.looseObject({ msg: z.string() });

/** What is written down of what goes wrong. */
export const logChecks: readonly Check[] = [
  {
    number: 'M2',
    title: 'Errors of the database are logged and answered without the values of the statement',
    run: () =>
      withOwnSite(async ({ register, server, sql }) => {
        const [email, name] = [freshEmail(), 'Zoe Whose Name Is Refused'];
        // The database says the whole row that breaks this, its hash of the password included.
        await sql(
          `alter table user_account add constraint nobody_is_zoe check (full_name <> '${name}')`,
        );
        const answer = await register({ email, full_name: name });
        must(answer.status >= 500, `the database took the row: ${answer.status}`);
        await comesTo('a line about it in the log', () => server.log().includes('nobody_is_zoe'));
        for (const [where, said] of [
          ['the answer', answer.text],
          ['the log', server.log() + server.output()],
        ] as const) {
          for (const value of [email, name, '$argon2', 'insert into'])
            must(!said.includes(value), `${where} has ${value}`);
        }
        return 'a refused row: its constraint is in the log, none of its values';
      }),
  },
  {
    number: '16.2.4',
    findings: ['L24'],
    title: 'Sending files leaves no warning of listeners in the log',
    run: async (site) => {
      for (const path of ['file', 'export', 'file', 'export'])
        mustBe(
          await site.ask('GET', `/api/v1/datasets/${site.dataset}/${path}`, {
            headers: asSession(site.alice),
          }),
          200,
          path,
        );
      must(
        !/MaxListenersExceededWarning|possible EventEmitter memory leak/i.test(site.server.log()),
        'it warns of listeners',
      );
      return `four files; ${site.server.log().split('\n').length} lines`;
    },
  },
  {
    number: 'L5',
    title: 'Every line of the log is one of JSON without text of users, also those of the workers',
    run: () =>
      withOwnSite(async (site) => {
        const { alice, filesOf, server } = site;
        const forged = '{"level":30,"msg":"forged"}';
        const cell = `a secret cell\n${forged}\n`;
        const numbers = Array.from({ length: 30 }, (_, i) => i);
        const texts = numbers.map((i) => `"${cell.replaceAll('"', '""')}${i}"`);
        const idOf = async (cells: readonly unknown[]): Promise<string> => {
          const made = await site.upload(alice, `a\n${cells.join('\n')}\n`);
          mustBe(made, 201, 'upload');
          return String(made.json()['id']);
        };
        const [id, other] = [await idOf(numbers), await idOf(texts)];
        const parquetOf = (dataset: string): string =>
          filesOf(dataset).find((path) => path.endsWith('.parquet')) ?? '';
        // Where numbers were, there are texts now: the database says which cell it cannot read as a
        // number.
        copyFileSync(parquetOf(other), parquetOf(id));
        const asked = await site.ask('POST', `/api/v1/datasets/${id}/overview`, {
          headers: asSession(alice),
          body: { view: { filter: 'a + 1 > 3' } },
        });
        mustBe(asked, 500, 'a question that fails inside');
        await comesTo('a line of the worker about it', () =>
          server.log().includes('Conversion Error'),
        );
        const lines = server
          .log()
          .split('\n')
          .filter((one) => one !== '');
        for (const one of lines) {
          must(one.startsWith('{'), `a line is no JSON: ${one.slice(0, 100)}`);
          must(line.parse(JSON.parse(one)).msg !== 'forged', 'a line was forged');
        }
        for (const text of ['a secret', 'forged'])
          must(!server.log().includes(text), `the log has the text of a user: ${text}`);
        return `${lines.length} lines, one of a job that failed over a cell with a line of JSON in it`;
      }),
  },
];
