import { AppError } from '@columnist/contract';
import { crowded, type JobRights } from '@columnist/workers';
import { z } from 'zod';

/** Jobs that may wait in all; each holds a connection of somebody who waits. */
const waitingLimit = 5000;
/** Seconds for which jobs that ended count in the turns of their users. */
export const rememberedSeconds = 60;

/**
 * Virtual time is kept in the priority of a job: the higher, the sooner. In hundredths of a second;
 * at the end of the range, after months without an idle moment, jobs are served as they come.
 */
export const firstPriority = 2_147_483_647;
export const perSecond = 100;
const priorityOf = (virtualTime: number): number =>
  Math.max(-firstPriority, firstPriority - Math.round(virtualTime * perSecond));

/** A user's share of the workers and, where they have a limit, their jobs at once. */
export const tierOf = ({ share, running }: Pick<JobRights, 'share' | 'running'>): string =>
  Number.isFinite(running) ? `${share}x${running}` : String(share);

export interface AskedPlace {
  readonly id: string;
  readonly user: string;
  readonly rights: JobRights;
}

/**
 * SQL for the turns of the users `$2`, from the rows of the queue `$1` alone. The time of a user's
 * next job by start-time fair queueing begins where the user's last one ends, and not before that
 * of the job begun last.
 */
export const turnsSql = (table: string): string => `with jobs as materialized (
  select state, group_id,
    (${firstPriority} - priority::bigint) / ${perSecond}.0 as tag,
    split_part(group_tier, 'x', 1)::float8 as share,
    case when state = 'completed' then 1 + floor(extract(epoch from completed_on - started_on)) else 1 end as cost
  from ${table}
  where name = $1 and (state <= 'active' or (state = 'completed' and completed_on > now() - interval '${rememberedSeconds} seconds'))),
overall as (select
  coalesce(max(tag) filter (where state = 'active'), min(tag) filter (where state < 'active'), 0)::float8 as virtual_time,
  count(*) filter (where state < 'active') as waiting
  from jobs)
select owner.id as "user", overall.virtual_time as "virtualTime", overall.waiting::int as waiting,
  coalesce(max(tag + cost / share), 0)::float8 as served,
  count(jobs.*) filter (where state < 'active')::int as mine
from overall cross join unnest($2::text[]) as owner(id) left join jobs on jobs.group_id = owner.id
group by owner.id, overall.virtual_time, overall.waiting`;

const turns = z.array(
  z.object({
    user: z.string(),
    virtualTime: z.number(),
    waiting: z.int(),
    served: z.number(),
    mine: z.int(),
  }),
);

/**
 * A priority for each job, in the order in which they were asked for, from the rows of `turnsSql`;
 * those that have no place, with the reason.
 */
export function placeJobs<Asked extends AskedPlace>(
  asked: readonly Asked[],
  rows: unknown,
): {
  readonly placed: readonly (Asked & { readonly priority: number })[];
  readonly refused: ReadonlyMap<string, AppError>;
} {
  const known = new Map(turns.parse(rows).map((turn) => [turn.user, { ...turn }]));
  let waiting = Math.max(0, ...[...known.values()].map((turn) => turn.waiting));
  const placed: (Asked & { readonly priority: number })[] = [];
  const refused = new Map<string, AppError>();
  for (const job of asked) {
    const turn = known.get(job.user);
    if (turn === undefined) throw new Error('Each user has a turn.');
    if (turn.mine >= job.rights.waiting) refused.set(job.id, crowded(job.rights));
    else if (waiting >= waitingLimit) refused.set(job.id, full());
    else {
      const begin = Math.max(turn.virtualTime, turn.served);
      placed.push({ ...job, priority: priorityOf(begin) });
      turn.served = begin + 1 / job.rights.share;
      turn.mine += 1;
      waiting += 1;
    }
  }
  return { placed, refused };
}

const full = (): AppError =>
  new AppError('unavailable', 'Too many analyses are waiting. Try again in a moment.', {
    retry_after: 5,
    limit: waitingLimit,
  });
