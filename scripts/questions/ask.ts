import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { launchChromium, openVisitor, startColumnist } from '../../apps/web/browser/columnist.ts';
import { questions } from './questions.ts';
import { callOf } from './call-of.ts';
import { lookUp, shows } from './look-up.ts';
import { openAccount } from './open-account.ts';
import { askMcp, askRest } from './ask-door.ts';

/**
 * Asks twenty questions over REST, over MCP and in Chromium, and compares the answers with R:
 *   pnpm questions
 * Needs Rscript, Chromium, a built client, and the data beside the repository.
 */
const data = resolve(import.meta.dirname, '../../../shared/data/datasets');
const digits = 1e-9;

/** All answers of R, in the order of the questions. */
function askR(): number[] {
  const code = questions.map(
    ({ data: file, r }) =>
      'd <- ' +
      `read.${file.endsWith('.tsv') ? 'delim' : 'csv'}(${JSON.stringify(join(data, file))}); ` +
      `cat(sprintf("%.17g", as.numeric(${r})), "\\n")`,
  );
  return execFileSync('Rscript', ['--vanilla', '-e', code.join('\n')], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);
}

async function main(): Promise<void> {
  if (!existsSync(data)) throw new Error(`The datasets are not at ${data}.`);
  const [columnist, browser] = await Promise.all([
    startColumnist({ CAPTCHA: 'off' }),
    launchChromium(),
  ]);
  try {
    const { page, context } = await openVisitor(browser, columnist.url);
    const { session, key } = await openAccount(page);
    const ids = new Map<string, string>();
    for (const file of new Set(questions.map((question) => question.data))) {
      const uploaded = await page.request.post('/api/v1/datasets', {
        headers: { Authorization: `Bearer ${session}` },
        multipart: {
          file: {
            name: file.replace(/tsv$/, 'csv'),
            mimeType: 'text/csv',
            buffer: await readFile(join(data, file)),
          },
        },
      });
      ids.set(file, z.object({ id: z.string() }).parse(await uploaded.json()).id);
    }
    const expected = askR();
    const table: {
      question: string;
      R: number;
      REST: number;
      MCP: number;
      page: string;
      same: string;
    }[] = [];
    for (const [i, question] of questions.entries()) {
      const id = ids.get(question.data) ?? '';
      const wanted = expected[i] ?? NaN;
      const { route, tool, input, read } = callOf(question);
      const byRest = read(
        await askRest(
          columnist.url,
          key,
          `/api/v1/datasets/${id}/${route}`,
          input,
          route === 'rows',
        ),
      );
      const byMcp = read(await askMcp(columnist.url, key, tool, { id, ...input }));
      const onPage = await lookUp(page, id, question);
      const near = (value: number): boolean =>
        value === wanted || Math.abs(value - wanted) <= digits * Math.abs(wanted);
      table.push({
        question: question.question,
        R: wanted,
        REST: byRest,
        MCP: byMcp,
        page: onPage,
        same: near(byRest) && byMcp === byRest && shows(onPage, wanted) ? 'yes' : 'NO',
      });
    }
    await context.close();
    console.table(table);
    const wrong = table.filter(({ same }) => same !== 'yes').length;
    console.log(`${table.length - wrong} of ${table.length} questions have one answer everywhere.`);
    process.exitCode = wrong === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await columnist.stop();
  }
}

await main();
