import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

/**
 * Fills a running server with demo data: pnpm seed demo|full [URL]. Signs in (or registers)
 * demo@columnist.example with the
 * password "demo password" and uploads three small datasets made by a seeded generator; full adds a
 * million rows, a table of
 * many columns with awkward names, a second version, a saved view, a dismissed alert and thresholds
 * of its own: every screen has something to show.
 */
const [scenario = 'demo', url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
if (scenario !== 'demo' && scenario !== 'full')
  throw new Error(
    `There is no scenario '${scenario}'. Use: pnpm seed demo [URL] or pnpm seed full [URL]`,
  );

const email = 'demo@columnist.example';
const password = 'demo password';
const signedIn = z.object({ access_token: z.string() });

/** Mulberry32: small, seeded, good enough for demo data. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function orders(): string {
  const next = random(1);
  const cities = ['Lisbon', 'Oslo', 'Zürich', 'Kraków', '"Paris, FR"'];
  const line = (i: number) => {
    const quantity = 1 + Math.floor(-Math.log(1 - next()) * 2);
    const price = next() < 0.04 ? 'NA' : (5 + 60 * next() ** 2).toFixed(2);
    const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(next() * 300) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    return `${String(i).padStart(6, '0')},${cities[Math.floor(next() ** 2 * cities.length)]},${day},${quantity},${price},${next() < 0.8}`;
  };
  return `order,city,day,quantity,price,paid\n${Array.from({ length: 2000 }, (_, i) => line(i + 1)).join('\n')}\n`;
}

function plants(): string {
  const next = random(2);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const line = (i: number) => {
    const group = ['control', 'compost', 'lime'][i % 3] ?? 'control';
    const height = 30 + 6 * (i % 3) + 4 * gauss();
    return `${group},${height.toFixed(1)},${(height * 0.42 + 1.5 * gauss()).toFixed(2)},${Math.max(0, Math.round(height / 6 + gauss()))}`;
  };
  return `treatment,height_cm,dry_weight_g,leaves\n${Array.from({ length: 150 }, (_, i) => line(i)).join('\n')}\n`;
}

/** Hourly readings of 60 days from June; later ones are warmer. */
function sensor(warmer = 0): string {
  const next = random(3 + warmer);
  const line = (i: number) => {
    const at = new Date(Date.UTC(2026, 5, 1) + i * 3_600_000).toISOString().replace('.000', '');
    const temperature = 18 + warmer + 7 * Math.sin((i / 24) * 2 * Math.PI) + 2 * next();
    return next() < 0.02
      ? `${at},,`
      : `${at},${temperature.toFixed(2)},${Math.round(60 - temperature + 20 * next())}`;
  };
  return `time,temperature,humidity\n${Array.from({ length: 1440 }, (_, i) => line(i)).join('\n')}\n`;
}

/** A million rows, short enough for the free plan. */
const readings = (): string =>
  `place,amount\n${Array.from({ length: 1_000_000 }, (_, i) => `${'nsew'.charAt((i * 7) % 4)},${(i * 48_271) % 1000}`).join('\n')}\n`;

/**
 * Many columns, names that need quotes, texts in other scripts, spaces, spellings and addresses
 * that alerts tell of.
 */
function survey(): string {
  const next = random(4);
  const questions = Array.from({ length: 20 }, (_, i) => `Q${i + 1}: how much do you agree?`);
  const line = (i: number) =>
    [
      `person${i}@example.com`,
      ['Zürich', ' Zürich', 'zürich', '東京', 'Αθήνα'][i % 5],
      18 + Math.floor(next() * 60),
      i % 17 === 0 ? 'n/k' : Math.round(1000 * next() ** 4),
      ...questions.map(() => (next() < 0.06 ? '' : 1 + Math.floor(next() * 5))),
    ].join(',');
  return (
    'e-mail,"city, of residence",age,amount ' +
    `\`net\`,${questions.map((name) => `"${name}"`).join(',')}\n${Array.from({ length: 400 }, (_, i) => line(i)).join('\n')}\n`
  );
}

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  signature: z.string(),
});

/** The work that the server's captcha asks for; none where it asks for none. */
async function captchaFor(action: string): Promise<{ captchaToken?: string }> {
  const response = await fetch(new URL(`/api/v1/captcha/challenge?action=${action}`, url));
  if (!response.ok) return {};
  const asked = challenge.parse(await response.json());
  const solution = await solveChallenge({ challenge: asked, deriveKey });
  return {
    captchaToken: Buffer.from(JSON.stringify({ challenge: asked, solution })).toString('base64'),
  };
}

const registered = await post('/api/v1/auth/register', {
  email,
  password,
  full_name: 'Demo Person',
  ...(await captchaFor('register')),
});
const answer = registered.ok
  ? registered
  : await post('/api/v1/auth/login', { email, password, ...(await captchaFor('login')) });
const { access_token: token } = signedIn.parse(await answer.json());

const ids = new Map<string, string>();
for (const [name, text] of Object.entries({
  'orders.csv': orders(),
  'plants.csv': plants(),
  'sensor.csv': sensor(),
  ...(scenario === 'full' ? { 'readings.csv': readings(), 'survey.csv': survey() } : {}),
})) {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), name);
  const uploaded = await fetch(new URL('/api/v1/datasets', url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  const made = z.object({ id: z.string() }).safeParse(await uploaded.json());
  if (made.success) ids.set(name, made.data.id);
  console.log(`${name}: ${made.success ? 'uploaded' : `refused with ${uploaded.status}`}`);
}

/** One more call about a dataset. */
async function put(name: string, path: string, body: unknown): Promise<void> {
  const id = ids.get(name);
  if (id === undefined) return;
  const response = await fetch(new URL(`/api/v1/datasets/${id}/${path}`, url), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  console.log(
    `${name}, ${decodeURIComponent(path)}: ${response.ok ? 'done' : await response.text()}`,
  );
}
if (scenario === 'full') {
  const form = new FormData();
  form.append('file', new Blob([sensor(3)], { type: 'text/csv' }), 'sensor.csv');
  const updated = await fetch(
    new URL(`/api/v1/datasets/${ids.get('sensor.csv') ?? ''}/versions`, url),
    { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form },
  );
  console.log(`sensor.csv, a second version: ${updated.ok ? 'done' : await updated.text()}`);
  await put('orders.csv', 'views/large orders', {
    view: { derive: [{ name: 'total', expression: 'quantity * price' }], filter: 'quantity > 3' },
  });
  await put('orders.csv', 'alerts/thresholds', { missing: 0.01 });
  await put('orders.csv', `alerts/dismissals/${encodeURIComponent('missing:price')}`, {
    reason: 'Gifts have no price.',
  });
}
console.log(`Log in on ${url}/app/ as ${email} with the password "${password}".`);
