import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startServer } from '../bench/servers.ts';
import { must, mustBe, type Check } from './check.ts';
import { withOwnSite } from './own-site.ts';
import { freshEmail, login, password, visit, type Answer } from './site.ts';

const challengeOf = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
  }),
  signature: z.string(),
});
type Challenge = z.infer<typeof challengeOf>;

/** Tries that a key with such a beginning takes on average, times the hashes of a try. */
const hashesOf = ({ parameters: { cost, keyPrefix } }: Challenge): number =>
  cost * 16 ** keyPrefix.length;

/** What slows down anyone who tries often. */
export const throttleChecks: readonly Check[] = [
  {
    number: 'L15',
    title: 'Throttles of the future are over: a clock that is set back locks nobody out',
    run: () =>
      withOwnSite(async (site) => {
        const { alice, sql } = site;
        const guess = async (): Promise<number> => {
          for (let i = 0; i < 25; i++)
            if ((await login(site, alice.email, 'not the one 1')).status === 429) return i;
          throw new Error('25 guesses were not throttled');
        };
        const before = await guess();
        mustBe(await login(site, alice.email, password), 429, 'the owner after the guesses');
        // As it is when the clock of the server is set back by forty days.
        await sql("update throttle set started_at = started_at + interval '40 days'");
        mustBe(await login(site, alice.email, password), 200, 'the owner after the clock');
        // What is counted next is counted in the present again.
        await guess();
        const [ahead] = await sql(
          "select count(*)::int as n from throttle where subject like 'login%' and started_at " +
            "> now() + interval '1 day'",
        );
        must(ahead?.['n'] === 0, `${String(ahead?.['n'])} throttles are still in the future`);
        return (
          `locked after ${before} guesses; open with the clock 40 days back, and locked again ` +
          'after further guesses'
        );
      }),
  },
  {
    number: 'L20',
    title: 'A captcha costs a second of a telephone, more where many are asked for, and every time',
    run: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'columnist-captcha-'));
      const server = await startServer('', folder, {
        CAPTCHA: 'altcha',
        THROTTLE_SCALE: '1',
        NODE_ENV: 'test',
      });
      try {
        const { ask } = visit(server.url);
        const asked = async (): Promise<Challenge> =>
          challengeOf.parse((await ask('GET', '/api/v1/captcha/challenge?action=register')).json());
        const register = (token?: unknown): Promise<Answer> =>
          ask('POST', '/api/v1/auth/register', {
            body: {
              email: freshEmail(),
              password,
              full_name: 'No Body',
              ...(token === undefined
                ? {}
                : { captchaToken: Buffer.from(JSON.stringify(token)).toString('base64') }),
            },
          });
        const refused = async (what: string, token?: unknown): Promise<void> => {
          const answer = await register(token);
          must(
            answer.status >= 400 && answer.json()['code'] === 'captcha_failed',
            `${what}: ${answer.status} ${answer.text.slice(0, 200)}`,
          );
        };
        const solve = (challenge: Challenge) => solveChallenge({ challenge, deriveKey });
        const challenge = await asked();
        const hashes = hashesOf(challenge);
        must(hashes >= 1_000_000, `it takes ${hashes} hashes on average`);
        const changed = (more: object): Challenge => ({
          ...challenge,
          parameters: { ...challenge.parameters, ...more },
        });
        await refused('no captcha');
        const cheap = changed({ cost: 1 });
        await refused('one that was made cheaper', {
          challenge: cheap,
          solution: await solve(cheap),
        });
        // A sixteenth of the work: a key that begins half right.
        const half = changed({ keyPrefix: '0' });
        let lazy = await solve(half);
        // One of sixteen is right by chance: the next one, then.
        while (lazy?.derivedKey.startsWith('00') === true)
          lazy = await solveChallenge({
            challenge: half,
            deriveKey,
            counterStart: lazy.counter + 1,
          });
        must(lazy !== null, 'no key begins half right');
        await refused('a try that is none of the right ones', { challenge, solution: lazy });
        const begun = performance.now();
        const solved = { challenge, solution: await solve(challenge) };
        const seconds = (performance.now() - begun) / 1000;
        mustBe(await register(solved), 201, 'a solved one');
        await refused('the same again', solved);
        // A network that asks for many: the work doubles every twenty.
        let last = challenge;
        for (let i = 0; i < 45; i++) last = await asked();
        must(
          hashesOf(last) >= 4 * hashes,
          `after 45 more it takes ${hashesOf(last) / hashes} times as many`,
        );
        return (
          `${hashes} hashes on average, ${hashesOf(last)} for the 46th; this one took ` +
          `${seconds.toFixed(1)} s here; four that were not solved refused`
        );
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
