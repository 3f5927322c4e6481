import type { Logger } from 'pino';
import { answerKey, orderKey, readBytes, storeBytes } from './job-files.ts';
import { encodeOutcome, sentOrder, type SentOrder } from './messages.ts';
import type { Bulletin } from './bulletin.ts';
import type { FleetQueue, Taken } from './queue.ts';
import { runOrder, type Workshop } from './run-order.ts';
import { traced } from './trace.ts';

const lookMs = 1000;
const recoverMs = 1000;
const progressMs = 500;
/** Characters of an answer that stay in the row of its job. */
const inRow = 64 * 1024;

export interface TakingJobs {
  /** A job waits, or may. */
  readonly wake: () => void;
  readonly cancel: (id: string) => void;
  readonly running: () => number;
  /** Takes no more, and waits for what is under way. */
  readonly stop: () => Promise<void>;
}

/** Takes jobs of the queue and does them, some at once, until it is stopped. */
export function takeJobs({
  queue,
  bulletin,
  workshop,
  slots,
  mostOfUser,
  log,
}: {
  readonly queue: FleetQueue;
  readonly bulletin: Bulletin;
  readonly workshop: Workshop;
  /** Jobs at once. */
  readonly slots: number;
  /** Jobs of the fleet that one user may have at once. */
  readonly mostOfUser: () => number;
  readonly log: Logger;
}): TakingJobs {
  const underWay = new Map<string, AbortController>();
  const works = new Set<Promise<void>>();
  const ending = new AbortController();
  let woken = false;
  let wake = (): void => {
    woken = true;
  };

  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      woken = false;
      const taken =
        works.size < slots
          ? await bulletin
              .hold((db) => queue.take(mostOfUser(), db))
              .catch((error: unknown) => {
                log.warn({ err: error }, 'the queue could not be asked');
                return null;
              })
          : null;
      if (taken !== null) {
        const work = doJob(taken).finally(() => {
          works.delete(work);
          wake();
        });
        works.add(work);
        continue;
      }
      if (!woken && !ending.signal.aborted)
        await new Promise<void>((done) => {
          const timer = setTimeout(done, lookMs);
          wake = () => {
            woken = true;
            clearTimeout(timer);
            done();
          };
        });
    }
  };

  const doJob = async (taken: Taken): Promise<void> => {
    const { id, ticket } = taken;
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      const order = await orderOf(workshop, taken);
      await traced('columnist.job', order, () =>
        finish(taken, order, controller.signal, ticket.reply),
      );
    } catch (error) {
      log.warn({ err: error, job: id }, 'a job is given to another worker');
      // Where the database is away too, its row shows that nobody holds it.
      await queue.giveBack(taken).catch(() => {});
    } finally {
      underWay.delete(id);
      await bulletin.release(id);
    }
  };

  const finish = async (
    taken: Taken,
    order: SentOrder,
    signal: AbortSignal,
    reply: string,
  ): Promise<void> => {
    const { id, retryCount } = taken;
    const { objects, tempDir } = workshop;
    const attempt = `${id}/${retryCount}`;
    let said = 0;
    const outcome = await runOrder(workshop, order, attempt, {
      signal,
      onProgress: ({ step, share }) => {
        if (Date.now() - said < progressMs) return;
        said = Date.now();
        void bulletin.notify(reply, { progress: id, step, share });
      },
    });
    const bytes = encodeOutcome(outcome);
    const answer = bytes.length <= inRow ? bytes.toString() : null;
    if (answer === null) await storeBytes(objects, tempDir, answerKey(attempt), bytes);
    if (await queue.complete(taken, { answer, attempt })) {
      await bulletin.notify(reply, { ended: id });
      return;
    }
    // Another attempt counts, or nobody waits any more: nothing of this one is left.
    const files = outcome.type === 'failed' ? [] : Object.values(outcome.files);
    await Promise.all(
      [...files, ...(answer === null ? [answerKey(attempt)] : [])].map((key) =>
        objects.delete(key),
      ),
    );
  };

  const looping = loop();
  const recovering = setInterval(
    () =>
      void queue.recover().then(
        (found) => {
          if (found > 0) wake();
        },
        (error: unknown) => log.warn({ err: error }, 'lost jobs could not be looked for'),
      ),
    recoverMs,
  ).unref();
  return {
    wake: () => wake(),
    cancel: (id) => underWay.get(id)?.abort(),
    running: () => works.size,
    stop: async () => {
      ending.abort();
      clearInterval(recovering);
      wake();
      await looping;
      await Promise.all(works);
    },
  };
}

async function orderOf({ objects, tempDir }: Workshop, { id, ticket }: Taken): Promise<SentOrder> {
  const text = ticket.order ?? (await readBytes(objects, tempDir, orderKey(id))).toString();
  return sentOrder.parse(JSON.parse(text));
}
