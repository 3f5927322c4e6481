import { allOperations } from '@columnist/contract';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { asSession, login } from './site.ts';

const sqlPayloads = [
  "' or '1'='1",
  "'; drop table dataset; --",
  '1) union select * from user_account --',
  '"; select 1; --',
  '$$; select pg_sleep(5); $$',
  "\\'; select read_text('/etc/passwd') --",
];

/** Inputs that would be run as HTML, SQL, a formula or a request, by the numbers of the standard. */
export const injectionChecks: readonly Check[] = [
  {
    number: '1.2.1',
    title: 'Names and cells are never HTML',
    run: async (site) => {
      const script = '<img src=x onerror=alert(1)>';
      const made = await site.upload(
        site.mallory,
        `${script},b\n${script},1\n<script>alert(1)</script>,2\n`,
        `${script}.csv`,
      );
      mustBe(made, 201, 'upload');
      for (const path of [`/api/v1/datasets/${String(made.json()['id'])}`, '/api/v1/datasets']) {
        const answer = await site.ask('GET', path, { headers: asSession(site.mallory) });
        must(
          answer.headers.get('content-type')?.startsWith('application/json') === true &&
            answer.headers.get('x-content-type-options') === 'nosniff',
          `${path} could be taken for a page`,
        );
      }
      const page = await site.ask('GET', `/app/datasets/${encodeURIComponent(script)}`);
      must(!page.text.includes(script), 'the page repeats its address');
      return 'JSON with nosniff; the page repeats nothing of its address';
    },
  },
  {
    number: '1.2.4',
    title: 'SQL cannot be injected, neither into PostgreSQL nor into DuckDB',
    run: async (site) => {
      const own = String((await site.upload(site.mallory, 'a,b\n1,x\n2,y\n')).json()['id']);
      let tried = 0;
      for (const payload of sqlPayloads) {
        const asked = [
          site.ask('GET', `/api/v1/datasets?q=${encodeURIComponent(payload)}`, {
            headers: asSession(site.mallory),
          }),
          site.ask('GET', `/api/v1/datasets/${encodeURIComponent(payload)}`, {
            headers: asSession(site.mallory),
          }),
          site.ask('GET', `/api/v1/datasets/${own}/rows?columns=${encodeURIComponent(payload)}`, {
            headers: asSession(site.mallory),
          }),
          site.ask('POST', `/api/v1/datasets/${own}/analyze`, {
            headers: asSession(site.mallory),
            body: { view: { filter: payload } },
          }),
          site.ask('POST', `/api/v1/datasets/${own}/analyze`, {
            headers: asSession(site.mallory),
            body: { view: { filter: { column: 'b', op: 'eq', value: payload } } },
          }),
          login(site, payload, payload),
        ];
        for (const answer of await Promise.all(asked)) {
          tried += 1;
          must(answer.status < 500, `${payload}: ${answer.status}`);
          must(
            !/syntax error|duckdb|postgres|parser error|root:x:/i.test(answer.text),
            `${payload} reached a database: ${answer.text.slice(0, 200)}`,
          );
        }
      }
      mustBe(
        await site.ask('GET', `/api/v1/datasets/${own}`, { headers: asSession(site.mallory) }),
        200,
        'the dataset afterwards',
      );
      return `${tried} attempts refused or taken for text`;
    },
  },
  {
    number: '1.2.10',
    title: 'Formulas are neutralised in exports for spreadsheets, numbers are not',
    run: async (site) => {
      const made = String(
        (
          await site.upload(
            site.mallory,
            'a,n\n"=cmd|\' /C calc\'!A0",-1\n@SUM(1),-2.5\n+1+1,3\n\tx,4\n',
          )
        ).json()['id'],
      );
      const text = (
        await site.ask('GET', `/api/v1/datasets/${made}/export`, {
          headers: asSession(site.mallory),
        })
      ).text;
      must(
        !/(^|[\n,"])[=@+\t]/.test(text.replace(/^[^\n]*\n/, '')),
        `a cell begins a formula: ${text}`,
      );
      must(
        text.includes('-2.5') && !text.includes("'-2.5"),
        `a negative number was changed: ${text.slice(0, 200)}`,
      );
      // At the top of a file a spreadsheet passes over a mark of the byte order.
      const marked = await site.upload(site.mallory, 'n,"\uFEFF=1+1"\n1,2\n3,4\n');
      const { id, columns } = z
        .object({ id: z.string(), columns: z.array(z.object({ name: z.string() })) })
        .parse(marked.json());
      const first = new URLSearchParams({ columns: columns[1]?.name ?? '' }).toString();
      const top = await site.ask('GET', `/api/v1/datasets/${id}/export?${first}`, {
        headers: asSession(site.mallory),
      });
      mustBe(top, 200, 'the second column alone');
      must(!/^\uFEFF*=/.test(top.text), `a name begins a formula: ${top.text}`);
      // The places of an account are few, and other checks need some.
      await site.ask('DELETE', `/api/v1/datasets/${id}`, { headers: asSession(site.mallory) });
      return 'cells beginning with = + @ and tabs, a name behind a mark of the byte order';
    },
  },
  {
    number: '1.3.6',
    title: 'The server calls no address that a user names (SSRF)',
    run: async (site) => {
      const outputs = allOperations.flatMap(({ path, input }) =>
        JSON.stringify(input).includes('"url"') ? [path] : [],
      );
      for (const url of [
        'http://169.254.169.254/latest/meta-data',
        'file:///etc/passwd',
        'http://127.0.0.1:5432',
      ]) {
        const answer = await site.ask('POST', '/api/v1/datasets', {
          headers: asSession(site.mallory),
          body: { url },
        });
        must(
          answer.status >= 400 && answer.status < 500 && !answer.text.includes('root:x'),
          `${url}: ${answer.status}`,
        );
        const checkout = await site.ask('POST', '/api/payments/create-checkout-session', {
          headers: asSession(site.mallory),
          body: { success_url: url, cancel_url: url },
        });
        mustBe(checkout, 422, `checkout that returns to ${url}`);
      }
      return `${outputs.length} operations take an address; only ones of our own origin, for the browser`;
    },
  },
];
