import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { launchChromium, openVisitor, startColumnist } from '../../apps/web/browser/columnist.ts';
import { questions, type Question } from './questions.ts';

/**
 * Asks twenty questions over REST, over MCP and in Chromium, and compares the answers with R:
 *   pnpm questions
 * Needs Rscript, Chromium, a built client, and the data beside the repository.
 */
const data = resolve(import.meta.dirname, '../../../shared/data/datasets');
const digits = 1e-9;

type Page = Awaited<ReturnType<typeof openVisitor>>['page'];

const cells = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const answers = {
  rows: z.object({ total: z.int() }),
  figure: z.object({ columns: z.tuple([z.record(z.string(), z.unknown())]) }),
  group: z.object({ items: z.array(z.array(cells)), total: z.int() }),
  correlation: z.object({
    matrix: z.object({ pairs: z.tuple([z.object({ estimate: z.number() })]) }),
  }),
};

/**
 * The call that answers a question: its REST route, its MCP tool, their common input, and where the
 * answer is.
 */
function callOf({ view, asked }: Question): {
  route: string;
  tool: string;
  input: Record<string, unknown>;
  read: (answer: unknown) => number;
} {
  switch (asked.kind) {
    case 'rows':
      return {
        route: 'rows',
        tool: 'get_rows',
        input: { view, limit: 1 },
        read: (answer) => answers.rows.parse(answer).total,
      };
    case 'figure':
      return {
        route: 'analyze',
        tool: 'describe_columns',
        input: { view, columns: [asked.column], correlations: false },
        read: (answer) => Number(answers.figure.parse(answer).columns[0][asked.figure]),
      };
    case 'group':
      return {
        route: 'aggregate',
        tool: 'query_dataset',
        input: {
          view,
          group_by: asked.by,
          aggregates: [
            {
              statistic: asked.figure.statistic,
              ...(asked.figure.of === null ? {} : { of: asked.figure.of }),
            },
          ],
        },
        read: (answer) =>
          Number(
            answers.group
              .parse(answer)
              .items.find((row) => asked.key.every((key, i) => String(row[i]) === key))?.[
              asked.by.length
            ],
          ),
      };
    case 'groups':
      return {
        route: 'aggregate',
        tool: 'query_dataset',
        input: { view, group_by: asked.by, having: asked.having },
        read: (answer) => answers.group.parse(answer).total,
      };
    case 'correlation':
      return {
        route: 'association',
        tool: 'analyze_association',
        input: { view, method: 'pearson', columns: [asked.x, asked.y] },
        read: (answer) => answers.correlation.parse(answer).matrix.pairs[0].estimate,
      };
  }
}

const figureNames = {
  mean: 'Mean',
  median: 'Median',
  sd: 'Standard deviation',
  q3: 'Upper quartile',
};

/** The number as a person reads it on the page. */
async function lookUp(page: Page, id: string, { view, asked }: Question): Promise<string> {
  const query = new URLSearchParams(
    Object.keys(view).length === 0 ? {} : { view: JSON.stringify(view) },
  );
  const open = async (tab: string, more: Record<string, string> = {}): Promise<void> => {
    for (const [name, value] of Object.entries({ tab, ...more })) query.set(name, value);
    await page.goto(`/app/datasets/${id}?${query.toString()}`);
  };
  switch (asked.kind) {
    case 'rows':
      await open('rows');
      return page.locator('.vb .hit b').innerText();
    case 'figure':
      await open('columns', { column: asked.column });
      return page
        .getByRole('complementary')
        .getByRole('row', { name: new RegExp(`^${figureNames[asked.figure]} [\u2212\\d]`) })
        .locator('td')
        .last()
        .innerText();
    case 'group': {
      await open('groups', {
        groups: JSON.stringify({
          by: asked.by,
          across: null,
          figures: [asked.figure],
          having: '',
          sort: null,
        }),
      });
      const rows = page.getByRole('region', { name: 'Groups' }).locator('tbody tr');
      await rows.first().waitFor();
      for (const row of await rows.all()) {
        const texts = await row.locator('td').allInnerTexts();
        if (asked.key.every((key, i) => texts[i] === key)) return texts[asked.by.length] ?? '';
      }
      return 'no such group';
    }
    case 'groups':
      await open('groups', {
        groups: JSON.stringify({
          by: asked.by,
          across: null,
          figures: [{ statistic: 'count', of: null }],
          having: asked.having,
          sort: null,
        }),
      });
      return page.getByRole('heading', { name: /^\d+ groups?$/ }).innerText();
    case 'correlation': {
      await open('overview');
      const cell = page
        .getByRole('table', { name: 'Pearson correlations' })
        .getByRole('button', { name: new RegExp(`${asked.x}.*${asked.y}`) });
      return ((await cell.getAttribute('aria-label')) ?? '').split(';')[0] ?? '';
    }
  }
}

/** Whether a text shows the value, rounded as the text is. */
function shows(text: string, value: number): boolean {
  const scaled = /^([\u2212-]?[\d,]*\.?\d+)(?: × 10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))?(%)?/.exec(text.trim());
  if (scaled === null) return false;
  const [, written = '', power = '', percent] = scaled;
  const exponent =
    power === ''
      ? 0
      : Number(
          Array.from(power)
            .map((sign) => (sign === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)))
            .join(''),
        );
  const plain = written.replaceAll(',', '').replace('\u2212', '-');
  const unit =
    10 ** (exponent - (plain.split('.')[1]?.length ?? 0) - (percent === undefined ? 0 : 2));
  return (
    Math.abs(Number(plain) * 10 ** exponent * (percent === undefined ? 1 : 0.01) - value) <=
    unit * 0.500001
  );
}

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

const account = {
  email: 'questions@example.com',
  password: 'twenty questions 20',
  full_name: 'Quinn Asker',
};

/** A verified account, signed in on the page, with an API key. */
async function openAccount(page: Page): Promise<{ session: string; key: string }> {
  const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
  const { access_token: session, refresh_token: refresh } = tokens.parse(
    await (await page.request.post('/api/v1/auth/register', { data: account })).json(),
  );
  await page.goto('/sandbox/mail');
  for (
    let tries = 0;
    tries < 40 &&
    (await page.getByRole('row').filter({ hasText: 'Verify your email address' }).count()) === 0;
    tries++
  ) {
    await page.waitForTimeout(250);
    await page.reload();
  }
  await page
    .getByRole('row')
    .filter({ hasText: 'Verify your email address' })
    .getByRole('link')
    .first()
    .click();
  const link =
    (await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')) ?? '';
  await page.evaluate(
    ([a, r]) => {
      localStorage.setItem('accessToken', a ?? '');
      localStorage.setItem('refreshToken', r ?? '');
    },
    [session, refresh],
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.waitForURL('**/app/dashboard?verified=true');
  const made = await page.request.post('/api/v1/auth/api-key/regenerate', {
    headers: { Authorization: `Bearer ${session}` },
  });
  return { session, key: z.object({ api_key: z.string() }).parse(await made.json()).api_key };
}

async function askRest(
  url: string,
  key: string,
  path: string,
  input: Record<string, unknown>,
  get: boolean,
): Promise<unknown> {
  const query = get
    ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, JSON.stringify(value)])).toString()}`
    : '';
  const response = await fetch(url + path + query, {
    headers: { 'API-Key': key, 'Content-Type': 'application/json' },
    ...(get ? {} : { method: 'POST', body: JSON.stringify(input) }),
  });
  return response.json();
}

const reply = z.object({ result: z.object({ structuredContent: z.unknown() }) });

async function askMcp(
  url: string,
  key: string,
  tool: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: input },
  };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const json: unknown = JSON.parse(
    text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}'),
  );
  return reply.parse(json).result.structuredContent;
}

await main();
