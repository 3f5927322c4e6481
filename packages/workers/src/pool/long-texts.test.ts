import { childProcesses } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestEngine } from '../testing.ts';

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

// 30^3 words of 400 letters are a text of 10.8 million, and 30 of them 309 MB.
test.skipIf(process.platform !== 'linux')(
  'a text that no page may hold is made once for each of its rows, and not copied',
  { timeout: 60_000 },
  async () => {
    const one = await openTestEngine({ workers: 1 });
    const [letters, count] = ['abcdefghij'.repeat(40), 30];
    const { table } = await one.admit(
      `n,word\n${Array.from({ length: count }, (_, i) => `${i},${letters}\n`).join('')}`,
    );
    const run = (sql: string) =>
      one.engine.runSql({ sql, limit: 100, offset: 0, explain: false }, [{ name: 'words', table }]);
    const gathered =
      "with one as (select string_agg(a.word, '') as t from words a, words b, words c)";
    const { items } = await run(`${gathered} select length(t), left(t, 10) from one`);
    expect(items).toEqual([[count ** 3 * 400, 'abcdefghij']]);
    const workers = childProcesses('process/main.ts');
    const peaks = () => workers.map(peakMb);
    const [before = 0] = peaks();
    await expect(run(`${gathered} select t from one, words`)).rejects.toMatchObject({
      code: 'too_complex',
      message: 'A row of this answer has more than 10 MB of text, the most that one may.',
    });
    const [after = 0] = peaks();
    expect(workers).toHaveLength(1);
    const texts = (count * count ** 3 * 400) / 1024 / 1024;
    expect((after - before) / texts).toBeLessThan(1.5);
    await one.close();
  },
);
