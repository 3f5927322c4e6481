import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { becomeAdmin } from '../bench/accounts.ts';
import { withInstallation } from '../faults/parts.ts';

export interface Finding {
  readonly number: string;
  readonly check: string;
  readonly seen: string;
  readonly passed: boolean;
}

interface Target {
  readonly url: string;
  readonly host: string;
  readonly session: string;
  readonly dataset: string;
  readonly folder: string;
}

/** What a program says; throws where the machine does not have it. */
const run = (command: string, args: readonly string[], seconds: number): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn(command, args, {
      timeout: seconds * 1000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', () =>
      fail(new Error(`${command} is missing: install the Debian package ${command}.`)),
    );
    child.once('close', () => done(said));
  });

/** Requests whose every value sqlmap tries, in the query, the path (at *) and the body. */
const requests = (
  dataset: string,
): readonly { readonly method: string; readonly path: string; readonly body?: unknown }[] => [
  { method: 'GET', path: '/api/v1/datasets?limit=5&q=a' },
  { method: 'GET', path: `/api/v1/datasets/${dataset}/rows?columns=a&limit=5` },
  { method: 'GET', path: `/api/v1/datasets/${dataset}*` },
  { method: 'GET', path: '/api/v1/admin/users?q=a&sort=email&direction=ascending' },
  { method: 'GET', path: '/api/v1/admin/audit?q=a' },
  { method: 'GET', path: '/api/v1/shared/abc*' },
  {
    method: 'POST',
    path: '/api/v1/auth/login',
    body: { email: 'a@columnist.example', password: 'rows of beans 7' },
  },
  {
    method: 'POST',
    path: `/api/v1/datasets/${dataset}/frequencies`,
    body: { column: 'a', view: { filter: { column: 'b', op: 'eq', value: 'x' } } },
  },
  {
    method: 'POST',
    path: `/api/v1/datasets/${dataset}/aggregate`,
    body: { group_by: ['b'], aggregates: [{ statistic: 'mean', of: 'a' }], having: 'mean_a > 0' },
  },
];

async function sqlmap({ host, session, dataset, folder }: Target): Promise<Finding> {
  const suspects: string[] = [];
  let tried = 0;
  for (const [i, { method, path, body }] of requests(dataset).entries()) {
    const file = join(folder, `${i}.http`);
    const content = body === undefined ? '' : JSON.stringify(body);
    writeFileSync(
      file,
      [
        `${method} ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${session}`,
        ...(body === undefined ? [] : ['Content-Type: application/json']),
        '',
        content,
      ].join('\r\n'),
    );
    // A request that is refused as it is would try nothing.
    const plain = await fetch(`http://${host}${path.replace('*', '')}`, {
      method,
      headers: {
        Authorization: `Bearer ${session}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: content }),
    });
    if (![200, 401].includes(plain.status) && !path.includes('shared'))
      throw new Error(`${method} ${path} answers ${plain.status}`);
    const said = await run(
      'sqlmap',
      [
        '-r',
        file,
        '--batch',
        '--ignore-stdin',
        '--flush-session',
        '--level=1',
        '--risk=2',
        '--dbms=PostgreSQL',
        '--threads=4',
        '--ignore-code=400,401,403,404,422,429',
        '--output-dir',
        join(folder, 'sqlmap'),
        '--disable-coloring',
      ],
      300,
    );
    if (/is vulnerable|identified the following injection point/.test(said))
      suspects.push(`${method} ${path}`);
    else if (!said.includes('all tested parameters do not appear to be injectable'))
      throw new Error(`sqlmap did not finish ${method} ${path}: ${said.slice(-300)}`);
    tried += said.match(/testing if .* parameter .* is dynamic/g)?.length ?? 0;
  }
  return {
    number: 'V1.2.4',
    check: 'sqlmap finds no injection',
    seen:
      suspects.length === 0
        ? `${tried} parameters of ${requests(dataset).length} requests`
        : suspects.join('; '),
    passed: suspects.length === 0 && tried > requests(dataset).length,
  };
}

const reported = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.array(z.object({ path: z.string(), info: z.string(), parameter: z.string().nullish() })),
  ),
  anomalies: z.record(z.string(), z.array(z.object({ path: z.string(), info: z.string() }))),
});
const modules = [
  'cookieflags',
  'crlf',
  'csp',
  'csrf',
  'exec',
  'file',
  'htaccess',
  'http_headers',
  'methods',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'xss',
  'backup',
];

async function wapiti({ url, session, dataset, folder }: Target): Promise<Finding> {
  const out = join(folder, 'wapiti.json');
  const starts = [
    '/app/',
    '/app/login',
    '/app/docs',
    '/api/docs',
    '/openapi.json',
    '/health',
    '/api/v1/datasets?limit=5&q=a',
    `/api/v1/datasets/${dataset}/rows?columns=a&limit=5&offset=0`,
    `/api/v1/datasets/${dataset}/export?format=csv`,
    '/api/v1/captcha/challenge?action=login',
  ];
  const said = await run(
    'wapiti',
    [
      '-u',
      `${url}/`,
      ...starts.flatMap((path) => ['-s', url + path]),
      '--scope',
      'domain',
      '-m',
      modules.join(','),
      '-H',
      `Authorization: Bearer ${session}`,
      '--flush-session',
      '--store-session',
      join(folder, 'wapiti'),
      '-f',
      'json',
      '-o',
      out,
      '--max-scan-time',
      '420',
      '--max-attack-time',
      '60',
      '--no-bugreport',
      '-v',
      '0',
    ],
    600,
  );
  const report = reported.parse(JSON.parse(readFileSync(out, 'utf8')));
  // It asks for the filter of old browsers, which OWASP's cheat sheet on headers says to switch
  // off, as is done.
  const found = Object.entries({ ...report.vulnerabilities, ...report.anomalies }).flatMap(
    ([kind, list]) =>
      list
        .filter(({ info }) => info !== 'X-XSS-Protection is not set')
        .map(({ path, info }) => `${kind}: ${path} (${info})`),
  );
  if (!said.includes('modules were loaded') && !said.includes('Launching module'))
    throw new Error(`wapiti did not run: ${said.slice(-300)}`);
  return {
    number: 'V13.4.1',
    check: 'wapiti finds nothing',
    seen:
      found.length === 0
        ? `${modules.length} modules from ${starts.length} addresses`
        : found.slice(0, 5).join('; '),
    passed: found.length === 0,
  };
}

/**
 * sqlmap and wapiti on a server of their own, on PostgreSQL, whose limits of attempts do not stop
 * them.
 */
export const runScanners = (): Promise<Finding[]> =>
  withInstallation(async ({ start, open }) => {
    // An administrator reaches every route.
    const server = await start({ LOG_LEVEL: 'error' });
    const { session } = await open(server, 'scanned');
    await becomeAdmin(server, session);
    const form = new FormData();
    form.append('file', new Blob(['a,b\n1,x\n2,y\n3,x\n']), 'scanned.csv');
    const made = await fetch(`${server.url}/api/v1/datasets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session}` },
      body: form,
    });
    const dataset = z.object({ id: z.uuid() }).parse(await made.json()).id;
    const folder = mkdtempSync(join(tmpdir(), 'columnist-scanners-'));
    const target = { url: server.url, host: new URL(server.url).host, session, dataset, folder };
    try {
      return [await sqlmap(target), await wapiti(target)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
