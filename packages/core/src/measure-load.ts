import type { Engine, EngineLoad } from '@columnist/workers';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import type { Clock } from './context.ts';

/** How much there is to do. */
export interface Load {
  readonly workers: number;
  readonly busyWorkers: number;
  readonly lanes: EngineLoad['lanes'];
  /** Jobs moved from the fast lane to the slow one since the start. */
  readonly movedJobs: number;
  /** Jobs that a worker began since the start. */
  readonly startedJobs: number;
  /** Messages that are due and not yet sent. */
  readonly waitingMail: number;
  /** Events of the payment provider that were taken and not yet applied. */
  readonly waitingEvents: number;
}

const counted = z.tuple([z.object({ mail: z.coerce.number(), events: z.coerce.number() })]);

export async function measureLoad(em: EntityManager, engine: Engine, clock: Clock): Promise<Load> {
  const [{ mail, events }] = counted.parse(
    await em.execute(
      'select (select count(*) from mail_job where next_attempt_at <= ?) as mail, (select ' +
        'count(*) from stripe_event where applied_at is null) as events',
      [clock.now()],
    ),
  );
  const { workers, busy, lanes, moved, started } = engine.load();
  return {
    workers,
    busyWorkers: busy,
    lanes,
    movedJobs: moved,
    startedJobs: started,
    waitingMail: mail,
    waitingEvents: events,
  };
}
