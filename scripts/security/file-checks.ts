import { hostileBinaries, hostileFiles, hostilePacked, manyStrings } from '@columnist/testing';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { asSession } from './site.ts';

/** Files that come in and go out, by the numbers of the standard. */
export const fileChecks: readonly Check[] = [
  {
    number: '5.2.1',
    title: 'Files over the plan’s limit are refused while they come in',
    run: async (site) => {
      mustBe(
        await site.upload(site.mallory, `a\n${'1\n'.repeat(5_600_000)}`),
        413,
        'eleven megabytes',
      );
      return '413';
    },
  },
  {
    number: '5.2.2',
    title: 'What is no CSV file is refused by its content, whatever its name',
    run: async (site) => {
      const files: [string, Uint8Array<ArrayBuffer> | string][] = [
        ['zip', new Uint8Array([80, 75, 3, 4, ...Array.from({ length: 60 }, () => 7)])],
        [
          'elf',
          new Uint8Array([127, 69, 76, 70, 2, 1, 1, 0, ...Array.from({ length: 60 }, () => 0)]),
        ],
        ['html', '<!doctype html><html><script>alert(1)</script></html>'],
        ['png', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])],
        ['empty', ''],
      ];
      // Checks before this one may have used up the datasets of the plan.
      const held = z
        .array(z.object({ id: z.string() }))
        .parse(
          JSON.parse(
            (await site.ask('GET', '/api/v1/datasets', { headers: asSession(site.mallory) })).text,
          ),
        );
      for (const { id } of held)
        await site.ask('DELETE', `/api/v1/datasets/${id}`, { headers: asSession(site.mallory) });
      for (const [kind, content] of files)
        mustBe(await site.upload(site.mallory, content), 422, kind);
      mustBe(await site.upload(site.mallory, 'a,b\n1,2\n', 'table.exe'), 422, 'another ending');
      return `${files.length} kinds`;
    },
  },
  {
    number: '5.2.3',
    title:
      'Workbooks, archives, web pages, databases and data files that want to harm are refused, ' +
      'and nothing hangs',
    run: async (site) => {
      let [refused, read] = [0, 0];
      const files = [
        ...hostileFiles,
        ...hostileBinaries,
        ...hostilePacked,
        {
          name: 'many.xlsx',
          content: () => manyStrings(4_100_000),
          refusal: /different texts|larger/,
        },
      ];
      for (const { name, content, refusal } of files) {
        const answer = await site.import(site.mallory, await content(), name);
        if (refusal === undefined) {
          mustBe(answer, 201, name);
          read += 1;
          await site.ask('DELETE', `/api/v1/datasets/${String(answer.json()['id'])}`, {
            headers: asSession(site.mallory),
          });
          continue;
        }
        must([413, 422].includes(answer.status), `${name}: ${answer.status} ${answer.text}`);
        must(refusal.test(answer.text), `${name}: ${answer.text.slice(0, 200)}`);
        refused += 1;
      }
      mustBe(await site.ask('GET', '/health'), 200, 'the server afterwards');
      return `${refused} refused, ${read} read`;
    },
  },
  {
    number: '5.3.2',
    title: 'Names of files never become paths',
    run: async (site) => {
      for (const name of [
        '../../../etc/passwd.csv',
        '..\\..\\windows.csv',
        '/etc/cron.d/x.csv',
        'a\u0000b.csv',
        `${'a'.repeat(5000)}.csv`,
        'CON.csv',
        '....//....//x.csv',
      ]) {
        const answer = await site.upload(site.mallory, 'a,b\n1,2\n', name);
        must(
          answer.status === 201 || [400, 403, 422].includes(answer.status),
          `${JSON.stringify(name.slice(0, 40))}: ${answer.status}`,
        );
        if (answer.status !== 201) continue;
        must(
          ['\u0000', '/', '\\'].every((sign) => !String(answer.json()['name']).includes(sign)),
          `the name kept a path: ${String(answer.json()['name']).slice(0, 60)}`,
        );
        await site.ask('DELETE', `/api/v1/datasets/${String(answer.json()['id'])}`, {
          headers: asSession(site.mallory),
        });
      }
      return 'seven names';
    },
  },
  {
    number: '5.4.1',
    title: 'Downloads are attachments with a quoted name',
    run: async (site) => {
      const answer = await site.ask('GET', `/api/v1/datasets/${site.dataset}/file`, {
        headers: asSession(site.alice),
      });
      must(
        answer.headers.get('content-disposition')?.startsWith('attachment; filename') === true,
        String(answer.headers.get('content-disposition')),
      );
      return 'Content-Disposition: attachment';
    },
  },
];
