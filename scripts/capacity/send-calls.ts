import { z } from 'zod';
import { kinds, type KindName } from './kinds.ts';

/** What asks without a pause, one kind after the other; no files, which are of another size. */
const mix = ['question', 'test', 'question', 'page'] as const satisfies readonly KindName[];
export const mixOf = (i: number): (typeof mix)[number] => mix[i % mix.length] ?? 'question';

export interface Sent {
  readonly answered: number;
  /** Seconds from the first call to the last answer. */
  readonly took: number;
  /** Seconds of a processor that asking took. */
  readonly worked: number;
}

const order = z.object({
  url: z.string(),
  keys: z.array(z.object({ key: z.string(), dataset: z.string() })),
  csv: z.string(),
  seconds: z.number(),
});

/** Each asks its next call when the last one is answered. */
async function send({ url, keys, csv, seconds }: z.output<typeof order>): Promise<Sent> {
  const begin = performance.now();
  const until = begin + seconds * 1000;
  let answered = 0;
  await Promise.all(
    keys.map(async ({ key, dataset }, who) => {
      for (let i = who; performance.now() < until; i += 1) {
        await kinds[mixOf(i)].ask({ url, key, dataset, csv }, Math.floor(Math.random() * 1e6));
        answered += 1;
      }
    }),
  );
  const { user, system } = process.cpuUsage();
  return { answered, took: (performance.now() - begin) / 1000, worked: (user + system) / 1e6 };
}

process.once('message', (message) => {
  void send(order.parse(message)).then((counts) => {
    process.send?.(counts);
    process.disconnect();
  });
});
