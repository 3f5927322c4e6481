import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { fairnessLoad, type fairnessCounts } from './fairness-load.ts';
import { asJson } from './rest-calls.ts';

/** Of each attacker. */
const connections = 30;
/** Milliseconds between an answer and the next request of its connection. */
const pause = 50;

type Load = z.output<typeof fairnessLoad>;

/**
 * Asks for all kinds of work at once, as often as the server takes it. As a process of its own: who
 * sends is on another machine, so this one yields to the server on the same cores.
 */
async function send({
  url,
  attackers,
  file,
  seconds,
}: Load): Promise<z.output<typeof fairnessCounts>> {
  const until = performance.now() + seconds * 1000;
  const ended = AbortSignal.timeout(seconds * 1000 + 500);
  const body = readFileSync(file);
  const counts = { answered: 0, refused: 0 };
  const attack = async (attacker: Load['attackers'][number], n: number): Promise<void> => {
    const requests = requestsOf(attacker, body);
    const asked = requests[n % requests.length];
    if (asked === undefined) return;
    while (performance.now() < until) {
      const status = await fetch(url + asked.path, { ...asked.init, signal: ended })
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status;
        })
        .catch(() => 0);
      if (status < 400 && status > 0) counts.answered += 1;
      else counts.refused += 1;
      await wait(pause);
    }
  };
  await Promise.all(
    attackers.flatMap((attacker) =>
      Array.from({ length: connections }, (_, n) => attack(attacker, n)),
    ),
  );
  return counts;
}

function requestsOf({ session, key, id }: Load['attackers'][number], file: BodyInit) {
  const asSession = { Authorization: `Bearer ${session}` };
  const asKey = { 'API-Key': key };
  const view = { filter: 'score > 0' };
  const sorted = { ...view, sort: [{ column: 'score', direction: 'descending' }] };
  return [
    {
      path: `/api/v1/datasets/${id}/association`,
      init: {
        method: 'POST',
        headers: { ...asKey, ...asJson },
        body: JSON.stringify({ method: 'spearman', columns: ['amount', 'score'], view }),
      },
    },
    {
      path: '/trpc/datasets.analyze',
      init: {
        method: 'POST',
        headers: { ...asSession, ...asJson },
        body: JSON.stringify({ id, view }),
      },
    },
    {
      path: `/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id, limit: 100, view: sorted }))}`,
      init: { headers: asSession },
    },
    {
      path: '/api/v1/statistics',
      init: { method: 'POST', headers: { ...asKey, 'Content-Type': 'text/csv' }, body: file },
    },
  ];
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('message', (message) => {
  void send(fairnessLoad.parse(message)).then((counts) => {
    process.send?.(counts);
    process.disconnect();
  });
});
