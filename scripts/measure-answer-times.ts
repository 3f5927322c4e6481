/**
 * Compares how long log-in, forgot and resend take for an address that has an account and for one
 * that has none:
 *
 *   CAPTCHA=off THROTTLE_SCALE=1000 pnpm start
 *   pnpm exec node scripts/measure-answer-times.ts http://127.0.0.1:3000 KNOWN_EMAIL
 *
 * Known and unknown take turns, two hundred of each; prints the medians and their gap.
 */
const [url = 'http://127.0.0.1:3000', known = ''] = process.argv.slice(2);
if (known === '') throw new Error('Usage: node scripts/measure-answer-times.ts URL KNOWN_EMAIL');
const tries = 200;

const calls: Record<string, (email: string) => object> = {
  login: (email) => ({ email, password: 'not the password' }),
  'forgot-password': (email) => ({ email }),
  'resend-verification': (email) => ({ email }),
};

async function time(path: string, body: object): Promise<number> {
  const started = performance.now();
  const response = await fetch(new URL(`/api/v1/auth/${path}`, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return performance.now() - started;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

for (const [path, body] of Object.entries(calls)) {
  const taken = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < tries; i++) {
    const pair = [
      ['known', known],
      ['unknown', `nobody${i}@example.com`],
    ] as const;
    for (const [kind, email] of i % 2 === 0 ? pair : pair.toReversed())
      taken[kind].push(await time(path, body(email)));
  }
  const [with_, without] = [median(taken.known), median(taken.unknown)];
  console.log(
    `${path}: known ${with_.toFixed(1)} ms, unknown ${without.toFixed(1)} ms, gap ` +
      `${((100 * Math.abs(with_ - without)) / Math.max(with_, without)).toFixed(1)} %`,
  );
}
