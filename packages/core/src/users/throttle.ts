import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { sayCount } from '../say-count.ts';

export interface Allowance {
  readonly subject: string;
  readonly attempts: number;
  readonly seconds: number;
}

/** By which the clocks of replicas may differ without forgetting each other's attempts. */
const clockSkewMs = 60_000;

const counted = z.array(z.object({ attempts: z.coerce.number(), started_at: z.coerce.date() }));

/** An address of IPv4 as it is written, of IPv6 as its eight groups. */
function groupsOf(address: string): string | string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter((part) => part !== '');
  const right = (tail ?? '').split(':').filter((part) => part !== '');
  return tail === undefined
    ? left
    : [
        ...left,
        ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
        ...right,
      ];
}

/**
 * The network of an address: an IPv6 subscriber has a /64, so single addresses of it count as one.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The wider network of an address, within which a person's own changes: /24 of IPv4, /48 of IPv6.
 */
export function wideNetworkOf(address: string): string {
  const groups = groupsOf(address);
  return typeof groups === 'string'
    ? groups.replace(/\.\d+$/, '.0/24')
    : `${groups.slice(0, 3).join(':')}::/48`;
}

export interface Counted {
  readonly attempts: number;
  readonly startedAt: Date;
}

/**
 * Counts an attempt in one statement, on every replica alike, and answers how many there were in
 * this time.
 */
export async function countAttempt(
  ctx: Pick<ServiceContext, 'em' | 'clock'>,
  subject: string,
  seconds: number,
  em: EntityManager = ctx.em.fork(),
): Promise<Counted> {
  const now = ctx.clock.now();
  const over = new Date(now.getTime() - seconds * 1000);
  // Begun in the future: the clock was set back since, and nobody waits for it to get there again.
  const ahead = new Date(now.getTime() + clockSkewMs);
  const [row] = counted.parse(
    await em.execute(
      `insert into throttle (subject, started_at, attempts) values (?, ?, 1)
       on conflict (subject) do update set
         attempts = case when throttle.started_at <= ? or throttle.started_at > ? then 1 else throttle.attempts + 1 end,
         started_at = case when throttle.started_at <= ? or throttle.started_at > ? then excluded.started_at else throttle.started_at end
       returning attempts, started_at`,
      [subject, now, over, ahead, over, ahead],
    ),
  );
  return { attempts: row?.attempts ?? 0, startedAt: row?.started_at ?? now };
}

/**
 * The same, for what is limited; answers how many there were. Throws rate_limited beyond the
 * allowance.
 */
export async function throttle(
  ctx: Pick<ServiceContext, 'em' | 'clock' | 'settings'>,
  { subject, attempts: allowed, seconds }: Allowance,
  message: (wait: number) => string = tooMany,
): Promise<number> {
  const most = allowed * ctx.settings.throttleScale;
  const { attempts, startedAt } = await countAttempt(ctx, subject, seconds);
  if (attempts <= most) return attempts;
  const wait = Math.max(
    1,
    Math.ceil((startedAt.getTime() + seconds * 1000 - ctx.clock.now().getTime()) / 1000),
  );
  throw new AppError('rate_limited', message(wait), { retry_after: wait, limit: most });
}

/** Forgets a subject, e.g. after the right password. */
export async function forgive(ctx: Pick<ServiceContext, 'em'>, subject: string): Promise<void> {
  await ctx.em.fork().execute('delete from throttle where subject = ?', [subject]);
}

const tooMany = (wait: number): string =>
  `Too many attempts. Try again in ${wait < 60 ? sayCount(wait, 'second') : sayCount(Math.ceil(wait / 60), 'minute')}.`;
